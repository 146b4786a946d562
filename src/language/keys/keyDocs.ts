/** The meaning of each key of a model, in the order in which keys are offered. `parent.key` goes before `key`. */

/** A value in which the user fills in `<names>`. Keys are in the compiler's camelCase. */
export type Draft = string | readonly Draft[] | { readonly [key: string]: Draft };

export interface KeyDoc {
  meaning: string;
  /** The value without the key. */
  default?: string;
  /** A value to start with. */
  example?: Draft;
}

const list = ['<>'] as const;

const table: Readonly<Record<string, string | readonly [meaning: string, more: Omit<KeyDoc, 'meaning'>]>> = {
  cubes: 'The cubes of this file. A cube is a table or query with its measures, dimensions and joins.',
  views: [
    'The views of this file. A view shows members of several cubes as one data set.',
    { example: [{ name: '<name>', cubes: [{ joinPath: '<cube>', includes: '<*>' }] }] },
  ],
  viewGroups: 'The view groups of this file. A view group collects views under one name.',
  name: [
    'The name, by which other parts of the model and queries refer to it. It must be unique in its place.',
    { example: '<name>' },
  ],
  'measures.name': ['The name of the measure, unique among all members of its cube.', { example: '<name>' }],
  'dimensions.name': ['The name of the dimension, unique among all members of its cube.', { example: '<name>' }],
  'joins.name': ['The cube that is joined.', { example: '<other_cube>' }],
  'includes.name': ['The member of the cube.', { example: '<member>' }],
  'timeShift.name': 'The name of the shift, which a calendar cube defines.',
  joinPath: [
    'The cube whose members are included, with the joins on the way to it: `orders.customers`.',
    { example: '<cube>' },
  ],
  'view.cubes': 'The cubes whose members the view shows.',
  extends: ['The cube or view whose members and parameters are inherited.', { example: '<cube>' }],
  sqlTable: ['The table or view of the database that the cube reads.', { example: '<schema.table>' }],
  'cube.sql': [
    'The query whose result the cube reads. Use `sql_table` for a whole table.',
    { example: 'SELECT * FROM <table>' },
  ],
  joins: 'The cubes that can be queried together with this one, with the condition of each.',
  'cube.dimensions': [
    'The attributes of a row, which group and filter results.',
    { example: [{ name: '<name>', sql: '<column>', type: '<string|number|time|boolean>' }] },
  ],
  'cube.measures': [
    'The aggregates over rows, such as counts and sums.',
    { example: [{ name: '<count>', type: 'count' }] },
  ],
  'cube.segments': 'Named conditions that queries can use as filters.',
  hierarchies: 'Dimensions from general to detailed, such as country, region, city.',
  preAggregations: [
    'Stored results that make queries fast.',
    { example: [{ name: '<main>', measures: ['<measure>'], dimensions: ['<dimension>'] }] },
  ],
  folders: 'Folders in which users find the members of the view.',
  defaultFilters: 'Filters that apply unless the query filters the same member.',
  'joins.sql': [
    'The condition that connects the rows of both cubes.',
    { example: '{CUBE}.<column> = {<other_cube>.id}' },
  ],
  'measures.sql': [
    'The expression that is aggregated, or that calculates with other measures.',
    { example: '<column>' },
  ],
  'dimensions.sql': ['The column or expression of the value in each row.', { example: '<column>' }],
  'segments.sql': ['The condition that rows must meet.', { example: `{CUBE}.<column> = '<>'` }],
  'filters.sql': ['A condition. Only rows that meet it are aggregated.', { example: `{CUBE}.<column> = '<>'` }],
  'refreshKey.sql': [
    'A query whose result changes when the data changes.',
    { example: 'SELECT MAX(<updated_at>) FROM <table>' },
  ],
  'orderBy.sql': ['The expression to order by.', { example: '<column>' }],
  'when.sql': ['The condition of this case.', { example: `{CUBE}.<column> = '<>'` }],
  'timeShift.sql': ['The expression of the shifted time.', { example: '<column>' }],
  'granularities.sql': ['The expression that truncates a time to this granularity.', { example: '<column>' }],
  sql: ['An SQL expression. `{CUBE}` is the current cube and `{name}` one of its members.', { example: '<column>' }],
  'measures.case': [
    'Values by the value of a `switch` dimension.',
    {
      example: {
        switch: '{CUBE.<dimension>}',
        when: [{ value: '<value>', sql: '<column>' }],
        else: { sql: '<column>' },
      },
    },
  ],
  'measures.type': 'How the values of the rows become one value.',
  'dimensions.type': 'The type of the value.',
  'preAggregations.type': [
    'What is stored: aggregated rows, the result of the cube’s query, or a combination of other rollups.',
    { default: 'rollup' },
  ],
  'rollingWindow.type': [
    'How the window moves: with a fixed length, or from the start of a period to the current date.',
    { default: 'fixed' },
  ],
  'timeShift.type': 'Whether earlier (`prior`) or later (`next`) values are shown.',
  'format.type': 'The kind of format that has parameters.',
  'indexes.type': [
    'Whether the index covers rows (`regular`) or aggregated measures (`aggregate`).',
    { default: 'regular' },
  ],
  'outputColumnTypes.type': 'The database type of the column.',
  type: 'The kind of this object. It decides which other keys are allowed.',
  relationship:
    'How many rows of the joined cube belong to a row of this one: `many_to_one`, `one_to_many` or `one_to_one`.',
  primaryKey: [
    'Whether the values identify a row. Joins and counts need the primary key of a cube.',
    { default: 'false' },
  ],
  multiStage: [
    'Whether the member is calculated in several steps, from results that are grouped differently.',
    { default: 'false' },
  ],
  subQuery: [
    'Whether the dimension is a measure of another cube, calculated for each row in a subquery.',
    { default: 'false' },
  ],
  propagateFiltersToSubQuery: ['Whether filters of the query also apply inside the subquery.', { default: 'false' }],
  'cube.title': 'The name of the cube that users see. By default it is made from `name`.',
  title: 'The name that users see. By default it is made from `name`.',
  description: 'A text that explains the meaning to users and agents.',
  public: ['Whether queries can use it and the API lists it.', { default: 'true' }],
  format: 'How the value is shown to users.',
  currency: ['The ISO code of the currency in which the value is shown.', { example: '<USD>' }],
  filters: 'Conditions on the rows that the measure aggregates. All of them must hold.',
  'rowLevel.filters': 'Conditions on the rows that users of the group can see.',
  rollingWindow: [
    'Aggregates over a window of time that moves with the date of each row.',
    { example: { trailing: '<7 day>' } },
  ],
  trailing: ['How far the window reaches back.', { example: '<7 day>' }],
  leading: ['How far the window reaches ahead.', { example: '<7 day>' }],
  'granularities.offset': ['How far the start of the intervals is moved.', { example: '<3 months>' }],
  offset: ['Whether the window is measured from the start or the end of each interval.', { default: 'end' }],
  interval: ['The length of time.', { example: '<1 month>' }],
  'granularities.interval': ['The length of one unit of this granularity.', { example: '<1 week>' }],
  origin: ['A time at which one of the intervals starts.', { example: '<2024-01-01>' }],
  'rollingWindow.granularity': [
    'The period at whose start the window begins.',
    { example: '<year|quarter|month|week>' },
  ],
  granularity: ['The unit to which times are rounded.', { example: '<day|hour|week|month|quarter|year>' }],
  granularities: 'Granularities of this time dimension besides the built-in ones, such as a fiscal year.',
  case: [
    'Values by condition: the first `when` that holds decides.',
    { example: { when: [{ sql: `{CUBE}.<column> = '<>'`, label: '<label>' }], else: { label: '<other>' } } },
  ],
  switch: ['The dimension of type `switch` whose value selects the case.', { example: '{CUBE.<dimension>}' }],
  when: 'The cases, in the order in which they are tried.',
  else: 'What applies if no case does.',
  'when.value': ['The value of the `switch` dimension.', { example: '<value>' }],
  'params.value': ['The member whose value the parameter gets.', { example: '<dimension>' }],
  value: 'The value.',
  label: ['The text that is shown.', { example: '<label>' }],
  latitude: 'The latitude of a position, in degrees.',
  longitude: 'The longitude of a position, in degrees.',
  member: ['The member that is compared.', { example: '<member>' }],
  operator: ['How the member is compared with the values.', { example: '<equals>' }],
  'dimensions.values': ['The values that a dimension of type `switch` can have.', { example: list }],
  values: ['The values to compare with.', { example: list }],
  drillMembers: ['The members that are shown when a user drills into the measure.', { example: list }],
  'measures.timeShift': [
    'Shows the value of an earlier or later time.',
    { example: [{ timeDimension: '<time_dimension>', interval: '<1 year>', type: '<prior|next>' }] },
  ],
  timeShift: [
    'Names the shifts of time that measures can use.',
    { example: [{ name: '<name>', interval: '<1 year>', type: '<prior|next>' }] },
  ],
  groupBy: ['Only these dimensions group the calculation.', { example: list }],
  reduceBy: ['These dimensions are left out of the grouping of the calculation.', { example: list }],
  addGroupBy: ['These dimensions also group the calculation.', { example: list }],
  grain: 'The dimensions by which a step of the calculation is grouped.',
  orderBy: 'The order of the rows for a `rank`.',
  dir: 'The direction of the order.',
  order: 'The order in which the values are listed by default.',
  filter: 'How filters of the query apply to a step of the calculation.',
  mode: 'Whether the filters start from those of the query (`relative`) or from none (`fixed`).',
  keepOnly: ['Only filters or dimensions of these members are kept.', { example: list }],
  exclude: ['Filters or dimensions of these members are left out.', { example: list }],
  'filter.include': 'Filters that are added.',
  include: ['Dimensions that are added.', { example: list }],
  mask: ['What users see instead of the value if an access policy masks the member.', { example: { sql: '<NULL>' } }],
  aliases: ['Other names that users give to the member.', { example: list }],
  cumulative: 'Whether the value adds up over time.',
  suggestFilterValues: ['Whether the values of the dimension are suggested for filters.', { default: 'true' }],
  enableSuggestions: 'Whether the values of the dimension are suggested.',
  valuesAsSegments: 'Whether each value becomes a segment.',
  fieldType: 'The type of the field in the interface.',
  'dimensions.key': ['The dimension that identifies the value of this one.', { example: '{CUBE.<dimension>}' }],
  key: ['The name of the parameter.', { example: '<key>' }],
  links: 'Links that are shown with each value.',
  url: ['The member whose value is the address of the link.', { example: '<dimension>' }],
  dashboard: ['The dashboard that the link opens.', { example: '<dashboard>' }],
  icon: ['The icon of the link.', { example: '<icon>' }],
  target: 'Whether the link opens in a new window or in the same one.',
  primary: 'Whether a click on the value opens this link.',
  params: 'Parameters that are added to the address.',
  drillFilters: [
    'Conditions that apply when a user drills into the measure.',
    { example: [{ sql: `{CUBE}.<column> = '<>'` }] },
  ],
  meta: [
    'Any data of your own. It is returned with the metadata. Assistants read `ai_context` in it.',
    { example: { '<key>': '<value>' } },
  ],
  'meta.aiContext': [
    'What assistants should know: what this is for, which questions it answers, and what to take care of. Users do not see it.',
    { example: '<text>' },
  ],
  'meta.synonyms': ['Other words that people use for it. Search for assistants finds it by them.', { example: list }],
  'meta.deprecated': [
    'Since when it should not be used, and what replaces it: `true`, a date, or `since` and `use`. Names of it are struck through.',
    { example: { since: '<2026-01>', use: '<member>' } },
  ],
  'meta.owner': ['Who answers for it. The rule `missing-owner` asks for it.', { example: '<team>' }],
  'view.dimensions': 'Dimensions that the view defines itself.',
  'view.measures': 'Measures that the view defines itself.',
  'view.segments': 'Segments that the view defines itself.',
  measures: ['The measures that are stored.', { example: list }],
  dimensions: ['The dimensions by which the stored rows are grouped.', { example: list }],
  segments: ['The segments that are stored.', { example: list }],
  timeDimension: [
    'The dimension of type `time` by which rows are grouped and partitioned.',
    { example: '<time_dimension>' },
  ],
  timeDimensions: [
    'The dimensions of type `time` by which rows are grouped, each with its granularity.',
    { example: [{ dimension: '<time_dimension>', granularity: '<day>' }] },
  ],
  dimension: ['A dimension of type `time`.', { example: '<time_dimension>' }],
  partitionGranularity: 'The length of time of each stored partition.',
  rollups: ['The pre-aggregations that are combined.', { example: list }],
  levels: ['The dimensions of the hierarchy, the most general first.', { example: list }],
  every: ['How often: an interval, or a schedule such as `0 8 * * *`.', { example: '<1 hour>' }],
  timezone: ['The time zone of the schedule.', { default: 'UTC', example: '<UTC>' }],
  immutable: 'Whether the data never changes.',
  incremental: 'Whether only partitions of the update window are renewed.',
  updateWindow: ['How far back partitions are renewed.', { example: '<7 day>' }],
  refreshKey: ['When cached results and stored data are renewed.', { example: { every: '<1 hour>' } }],
  accessPolicy: [
    'Which members and rows the users of a group can see.',
    { example: [{ group: '<*>', memberLevel: { includes: '<*>' } }] },
  ],
  buildRangeStart: [
    'The start of the time for which data is stored.',
    { example: { sql: 'SELECT MIN(<column>) FROM <table>' } },
  ],
  buildRangeEnd: [
    'The end of the time for which data is stored.',
    { example: { sql: 'SELECT MAX(<column>) FROM <table>' } },
  ],
  refreshRangeStart: [
    'The start of the time for which data is stored.',
    { example: { sql: 'SELECT MIN(<column>) FROM <table>' } },
  ],
  refreshRangeEnd: [
    'The end of the time for which data is stored.',
    { example: { sql: 'SELECT MAX(<column>) FROM <table>' } },
  ],
  scheduledRefresh: ['Whether the data is renewed in the background.', { default: 'true' }],
  indexes: [
    'Indexes of the stored data, for fast filters.',
    { example: [{ name: '<name>', columns: ['<dimension>'] }] },
  ],
  columns: ['The members or columns of the index, in the order of their use.', { example: list }],
  external: ['Whether the data is stored outside of the source database.', { default: 'true' }],
  uniqueKeyColumns: ['The columns that identify a row of the stored data.', { example: list }],
  allowNonStrictDateRangeMatch: 'Whether queries whose date range does not fit the granularity can use the data.',
  unionWithSourceData: 'Whether recent rows of the source are added to the stored ones.',
  useOriginalSqlPreAggregations: [
    'Whether the data is built from pre-aggregations of type `original_sql`.',
    { default: 'false' },
  ],
  maxPreAggregations: ['How many pre-aggregations are created at most.', { example: '<10>' }],
  readOnly: ['Whether the data is read without a temporary table in the source.', { default: 'false' }],
  streamOffset: 'Where the reading of a stream starts.',
  outputColumnTypes: 'The database types of stored columns.',
  sqlAlias: [
    'A short name for SQL and stored tables, for databases that limit the length of names.',
    { example: '<alias>' },
  ],
  dataSource: ['The data source of the cube.', { default: 'default', example: '<default>' }],
  calendar: ['Whether the cube is a calendar that defines time shifts and granularities.', { default: 'false' }],
  rewriteQueries: 'Whether queries are rewritten to use stored data.',
  group: ['The group of users to whom the policy applies; `*` for everyone.', { example: '<*>' }],
  groups: ['The groups of users to whom the policy applies.', { example: list }],
  conditions: 'The policy applies if all these conditions hold.',
  if: ['A condition, for example on the security context.', { example: '{ <security_context.name> }' }],
  memberLevel: 'The members that users of the group can see.',
  memberMasking: 'The members of which users of the group see the `mask`.',
  rowLevel: 'The rows that users of the group can see.',
  allowAll: ['Whether all rows can be seen.', { example: '<true>' }],
  'outputColumnTypes.member': ['The member that is stored in the column.', { example: '<member>' }],
  and: 'All of these conditions must hold.',
  or: 'One of these conditions must hold.',
  includes: ['What is included; `*` for everything.', { example: '<*>' }],
  excludes: ['What is left out.', { example: list }],
  prefix: ['Whether the name of the cube goes before the names of the members.', { default: 'false' }],
  alias: ['Another name.', { example: '<alias>' }],
  split: ['Whether each cube becomes a view.', { default: 'false' }],
  unless: ['A member. The filter does not apply if the query uses it.', { example: '<member>' }],
  'viewGroup.views': ['The views of the group.', { example: list }],
  'view.viewGroups': ['The view groups that list the view.', { example: list }],
  viewGroup: ['The view group that lists the view.', { example: '<view_group>' }],
};

const order = new Map(Object.keys(table).map((key, at) => [key, at]));

function find<T>(keys: readonly string[], found: (key: string) => T | undefined): T | undefined {
  return found(keys.slice(-2).join('.')) ?? found(keys.at(-1) ?? '');
}

/** `keys` lead from the kind of the definition to the key, without names and numbers. */
export function keyDoc(keys: readonly string[]): KeyDoc | undefined {
  const doc = find(keys, (key) => (Object.hasOwn(table, key) ? table[key] : undefined));
  return typeof doc === 'string' ? { meaning: doc } : doc && { meaning: doc[0], ...doc[1] };
}

// The keys of `meta` are the same in all spellings of a source.
const documented = new Set(
  Object.keys(table)
    .filter((key) => !key.startsWith('meta.'))
    .map((key) => key.slice(key.indexOf('.') + 1)),
);

/** `key` is in the compiler's camelCase. */
export function isDocumentedKey(key: string): boolean {
  return documented.has(key);
}

/** The place of a key among the others. */
export function orderOf(keys: readonly string[]): number {
  return find(keys, (key) => order.get(key)) ?? order.size;
}
