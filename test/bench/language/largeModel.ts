/** A generated model without mistakes: cubes in YAML, JavaScript and templates, with joins and inheritance, and views over them. */

const cubes = 1000;
const membersOfCube = 20;
const files = 3000;
const templates = 50;
/** Every cube joins one of these, and most views include it. */
const hubs = 10;

type Language = 'yaml' | 'javascript' | 'template';

interface Cube {
  name: string;
  language: Language;
  /** The cubes that it joins: a hub, and the cube before it. */
  joins: readonly string[];
  parent: string | undefined;
}

const nouns = [
  'orders',
  'customers',
  'payments',
  'visits',
  'tickets',
  'stores',
  'campaigns',
  'refunds',
  'items',
  'plans',
];
const columns = ['status', 'channel', 'region', 'segment_code', 'currency_code', 'owner_name', 'source', 'priority'];
const amounts = ['amount', 'tax', 'discount', 'shipping'];

export const mostUsed = { cube: nameOf(0), member: 'status' };

function nameOf(at: number): string {
  return `${nouns[at % nouns.length]}_${Math.floor(at / nouns.length)}`;
}

function languageOf(at: number): Language {
  if (at < hubs) return 'yaml';
  return at % 5 === 0 ? 'javascript' : at % 10 === 1 ? 'template' : 'yaml';
}

function cubeAt(at: number): Cube {
  const hub = nameOf(at % hubs);
  const joins = at < hubs ? [] : [...new Set([hub, nameOf(at - 1)])];
  const parent = at > hubs && at % 12 === 0 && languageOf(at) === languageOf(at - 6) ? nameOf(at - 6) : undefined;
  return { name: nameOf(at), language: languageOf(at), joins, parent };
}

interface Item {
  name: string;
  [key: string]: unknown;
}

interface Members {
  dimensions: Item[];
  measures: Item[];
  segments: Item[];
}

/** With `{}` for references, as in YAML. */
function membersOf({ joins, name }: Cube, at: number): Members {
  const [hub] = joins;
  return {
    dimensions: [
      { name: 'id', sql: `{CUBE}.${name}_id`, type: 'number', primary_key: true },
      ...columns.map((column) => ({ name: column, sql: `{CUBE}.${column}`, type: 'string', title: `The ${column}` })),
      { name: 'created_at', sql: `{CUBE}.created_at`, type: 'time', description: 'When the row was written' },
      { name: 'hub_status', sql: hub ? `{${hub}.status}` : `UPPER({status})`, type: 'string' },
    ],
    measures: [
      { name: 'count', type: 'count' },
      ...amounts.map((amount) => ({
        name: `total_${amount}`,
        sql: `{CUBE}.${amount}`,
        type: 'sum',
        format: 'currency',
      })),
      { name: 'average_amount', sql: '{total_amount} / NULLIF({count}, 0)', type: 'number' },
      { name: 'active_count', type: 'count', filters: [{ sql: `{CUBE}.status = 'active'` }] },
    ],
    segments: [
      { name: 'active', sql: `{CUBE}.status = 'active'` },
      { name: `group_${at % 7}`, sql: `{status} = 'new' AND {CUBE.region} = '${at % 7}'` },
    ],
  };
}

function joinSql({ name }: Cube, target: string): string {
  return `{CUBE}.${target}_id = {${target}.id} AND {${name}.region} = {${target}.region}`;
}

/** A value of a member as one line of YAML, or as lists of such maps. */
function yamlValue(key: string, value: unknown, indent: string): string[] {
  if (!Array.isArray(value)) return [`${indent}${key}: ${/[{':]/.test(String(value)) ? JSON.stringify(value) : value}`];
  return [`${indent}${key}:`, ...value.flatMap((item) => yamlItem(item as Item, `${indent}  `))];
}

function yamlItem(item: object, indent: string): string[] {
  const lines = Object.entries(item).flatMap(([key, value]) => yamlValue(key, value, `${indent}  `));
  return [lines[0]!.replace(`${indent}  `, `${indent}- `), ...lines.slice(1)];
}

function yamlCube(cube: Cube, at: number): string {
  const { name, joins, parent } = cube;
  const isTemplate = cube.language === 'template';
  const groups = Object.entries(membersOf(cube, at)).map(([group, all]: [string, Item[]]) => {
    const items = isTemplate && group === 'measures' ? all.filter(({ name: one }) => !one.startsWith('total_')) : all;
    return [
      `    ${group}:`,
      ...items.flatMap((item) => yamlItem(item, '      ')),
      ...(items === all ? [] : [`{{ macros.totals(['${amounts.join("', '")}']) }}`]),
    ];
  });
  return [
    ...(isTemplate ? [`{%- import 'macros/macros${at % templates}.jinja' as macros -%}`] : []),
    'cubes:',
    `  - name: ${name}`,
    `    sql_table: shop.${name}`,
    `    description: One row for each of the ${name}`,
    ...(parent ? [`    extends: ${parent}`] : []),
    '    joins:',
    ...joins.flatMap((join) =>
      yamlItem({ name: join, sql: joinSql(cube, join), relationship: 'many_to_one' }, '      '),
    ),
    ...groups.flat(),
    '',
  ]
    .filter((line, i, all) => line !== '    joins:' || /^ {6}-/.test(all[i + 1]!))
    .join('\n');
}

function program(value: unknown, indent: string): string {
  if (typeof value === 'string') return `\`${value.replace(/\{/g, '${')}\``;
  if (Array.isArray(value)) return `[${value.map((one) => program(one, indent)).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return String(value);
  const inner = `${indent}  `;
  return `{\n${Object.entries(value)
    .map(([key, one]) => `${inner}${key}: ${program(one, inner)},\n`)
    .join('')}${indent}}`;
}

function javaScriptCube(cube: Cube, at: number): string {
  const { name, joins, parent } = cube;
  const named = (items: readonly Item[]) => Object.fromEntries(items.map(({ name: one, ...rest }) => [one, rest]));
  const { dimensions, measures, segments } = membersOf(cube, at);
  const body = program(
    {
      sql_table: `shop.${name}`,
      description: `One row for each of the ${name}`,
      joins: Object.fromEntries(joins.map((join) => [join, { sql: joinSql(cube, join), relationship: 'many_to_one' }])),
      dimensions: named(dimensions),
      measures: named(measures),
      segments: named(segments),
    },
    '',
  );
  return `cube(\`${name}\`, ${parent ? body.replace('{', `{\n  extends: ${parent},`) : body});\n`;
}

function macros(): string {
  return `{%- macro totals(columns) %}
  {%- for column in columns %}
      - name: total_{{ column | safe }}
        sql: {{ column | safe }}
        type: sum
  {%- endfor %}
{%- endmacro -%}
`;
}

function view(at: number): string {
  const cube = cubeAt(hubs + ((at * 7) % (cubes - hubs)));
  const items: object[] = [
    { join_path: cube.name, includes: at % 3 === 0 ? '"*"' : ['id', 'status', 'count', 'region'] },
  ];
  const [hub, other] = cube.joins;
  items.push({ join_path: `${cube.name}.${hub}`, prefix: true, includes: ['status', 'channel', 'count'] });
  if (other) items.push({ join_path: `${cube.name}.${other}`, prefix: true, includes: '"*"', excludes: ['id'] });
  const lines = items.flatMap((item) => [
    ...Object.entries(item).flatMap(([key, value]) =>
      Array.isArray(value)
        ? [`        ${key}:`, ...value.map((name) => `          - ${name}`)]
        : [`        ${key}: ${value}`],
    ),
  ]);
  const listed = lines.map((line) => line.replace('        join_path', '      - join_path'));
  return ['views:', `  - name: view_${at}`, '    public: true', '    cubes:', ...listed, ''].join('\n');
}

/** The texts by path in the project. */
export function largeModel(): Map<string, string> {
  const sources = new Map<string, string>();
  for (let at = 0; at < templates; at += 1) sources.set(`model/macros/macros${at}.jinja`, macros());
  for (let at = 0; at < cubes; at += 1) {
    const cube = cubeAt(at);
    const isProgram = cube.language === 'javascript';
    const path = `model/cubes/${Math.floor(at / 50)}/${cube.name}.${isProgram ? 'js' : 'yml'}`;
    sources.set(path, isProgram ? javaScriptCube(cube, at) : yamlCube(cube, at));
  }
  for (let at = 0; sources.size < files; at += 1) sources.set(`model/views/${at % 40}/view_${at}.yml`, view(at));
  return sources;
}

/** A file of 1,000 lines with cubes of other names. */
export function longFile(): string {
  const all = Array.from({ length: 20 }, (_, i) => yamlCube({ ...cubeAt(hubs + 2), name: `long_${i}` }, hubs + 2));
  const items = all.flatMap((text) => text.trimEnd().split('\n').slice(1));
  return `${['cubes:', ...items].slice(0, 1000).join('\n')}\n`;
}

export const memberCount = cubes * membersOfCube;
