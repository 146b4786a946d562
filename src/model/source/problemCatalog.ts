/**
 * The kinds of problems that users see, one entry for each code: the code, its usual severity, and its message. Each has a page
 * `docs/problems/<code>.md`; its quick fix, if there is one, is a row of `language/codeActions/quickFixes.ts`.
 */

import { kindsOf, type TextOfKind } from './problemKind.ts';
import { exemptionKinds, ruleKinds } from './ruleKinds.ts';

/** A problem without its place. */
export type ProblemText<Code extends string = ProblemCode> = TextOfKind<Code>;

const error = kindsOf('error');
const warning = kindsOf('warning');
const information = kindsOf('information');

/** The check writes the message, because its cases have little in common. */
const asGiven = (message: string) => message;

/** Hints such as ` Did you mean …?` start with a space, or are empty. */
const syntaxKinds = {
  yamlTab: error('yaml-tab', () => 'Tabs cannot indent YAML. Use spaces.'),
  yamlOpenQuote: error('yaml-open-quote', () => 'This quote is never closed.'),
  yamlOpenBracket: error('yaml-open-bracket', (bracket?: string) =>
    bracket === undefined
      ? 'A bracket is not closed, or a comma is missing between the items.'
      : `This \`${bracket}\` is never closed.`,
  ),
  yamlSyntax: error('yaml-syntax', asGiven),
  yamlBadIndent: error('yaml-bad-indent', asGiven),
  yamlMissingColon: error('yaml-missing-colon', (unspacedKey?: string) =>
    unspacedKey === undefined
      ? 'A colon is missing: this line should be `key: value`.'
      : `A space is missing after \`${unspacedKey}\`.`,
  ),
  yamlQuotesNeeded: error('yaml-quotes-needed', (reason: string) => `${reason} Put the text in quotes.`),
  yamlAlias: error('yaml-alias', asGiven),
  yamlDocuments: error(
    'yaml-documents',
    () => 'The file must contain one YAML document: `---` cannot separate several.',
  ),
  duplicateKey: error(
    'duplicate-key',
    (key: string, holder: 'block' | 'object') => `The key \`${key}\` is already set above, in the same ${holder}.`,
  ),
  javascriptMissingComma: error(
    'javascript-missing-comma',
    (isBeforeNext: boolean) => `A comma is missing after this${isBeforeNext ? ', before the next value' : ''}.`,
  ),
  javascriptSyntax: error('javascript-syntax', (cause: string) => `This is not valid JavaScript: ${cause}.`),
  templateUnclosedTag: error(
    'template-unclosed-tag',
    (close: string) => `This template tag is never closed: \`${close}\` is missing.`,
  ),
  templateOpenQuote: error('template-open-quote', () => 'This quote is never closed.'),
  templateUnbalancedBlock: error('template-unbalanced-block', asGiven),
  templateMissingValue: error('template-missing-value', asGiven),
  templateUnknownStatement: error(
    'template-unknown-statement',
    (keyword: string, hint: string) => `\`${keyword}\` is not a statement of templates.${hint}`,
  ),
  templateUnknownFilter: error(
    'template-unknown-filter',
    (name: string, hint: string) => `There is no filter \`${name}\`.${hint}`,
  ),
} as const;

const fileKinds = {
  unread: error('unread', asGiven),
  nestedTooDeep: error(
    'nested-too-deep',
    (levels: number) =>
      `Blocks, lists or brackets are nested more than ${levels} levels deep here, so this file cannot be read. Write it with fewer levels.`,
  ),
  analysisFailed: error(
    'analysis-failed',
    (reason: string) => `This file cannot be analyzed because of an internal error: ${reason}.`,
  ),
  topLevelKeyMissing: error(
    'top-level-key-missing',
    () => 'A model file must start with `cubes:`, `views:` or `view_groups:`. Everything else belongs below them.',
  ),
  unknownTopLevelKey: error('unknown-top-level-key', asGiven),
  tenantFolders: error('tenant-folders', asGiven),
} as const;

const shapeKinds = {
  missingName: error('missing-name', asGiven),
  missingDash: error('missing-dash', asGiven),
  missingKey: error('missing-key', asGiven),
  unknownKey: error('unknown-key', asGiven),
  conflictingKeys: error('conflicting-keys', asGiven),
  wrongValue: error('wrong-value', asGiven),
  emptyValue: error(
    'empty-value',
    (reason: string) => `${reason} The whole model fails to compile until it has one or the line is removed.`,
  ),
  badName: error(
    'bad-name',
    (name: string) =>
      `\`${name}\` cannot be a name: only letters, digits and \`_\` are allowed, and the first character must not be a digit.`,
  ),
  stringPrefix: error(
    'string-prefix',
    (text: string, advice: string) =>
      `The compiler reads the text \`${text}\` as the start of a Python string, and fails. ${advice}`,
  ),
  duplicateName: error('duplicate-name', (name: string) => `There is already a link \`${name}\`.`),
  duplicateDefinition: error(
    'duplicate-definition',
    (first: string, file: string) => `There is already a ${first} in \`${file}\`.`,
  ),
  duplicateMember: error('duplicate-member', asGiven),
  duplicateJoin: error(
    'duplicate-join',
    (cube: string, joined: string) =>
      `${cube} already joins \`${joined}\`: only one join between two cubes is possible. Extend \`${joined}\` and join the child instead.`,
  ),
} as const;

const programKinds = {
  misspeltCall: error(
    'misspelt-call',
    (name: string, meant: string) => `There is no function \`${name}\`. Did you mean \`${meant}\`?`,
  ),
  undefinedName: error('undefined-name', asGiven),
  unknownImport: error('unknown-import', asGiven),
} as const;

const referenceKinds = {
  unknownMember: error('unknown-member', asGiven),
  unknownCube: error(
    'unknown-cube',
    (name: string, hint: string, kinds = 'cube') => `There is no ${kinds} \`${name}\`.${hint}`,
  ),
  unknownGranularity: error('unknown-granularity', asGiven),
  unknownTimeShift: error('unknown-time-shift', asGiven),
  unknownViewGroup: error('unknown-view-group', (name: string) => `There is no view group \`${name}\`.`),
  referenceInText: error(
    'reference-in-text',
    (field: string, name: string) =>
      `\`${field}\` is not SQL, so \`${name}\` has no meaning in it. Write \`\\{\` for a brace that is only text.`,
  ),
  includedMember: error(
    'included-member',
    (name: string) => `\`${name}\` is not defined in this view but included: write \`CUBE.${name}\`.`,
  ),
  foreignMember: error('foreign-member', (kind: string) => `A row filter can only use members of its own ${kind}.`),
  foreignSql: error(
    'foreign-sql',
    (member: string, cube: string, cubeName: string) =>
      `\`${member}\` uses columns of ${cube}. A member can only use columns of its own cube: define a dimension or measure there and refer to it as \`${cubeName}.name\`.`,
  ),
  textReference: error(
    'text-reference',
    (name: string) => `This text is read as a path that starts with a cube. Write \`CUBE.${name}\` without quotes.`,
  ),
  circularReference: error('circular-reference', asGiven),
  circularExtends: error('circular-extends', asGiven),
} as const;

const sqlKinds = {
  emptyBraces: error('empty-braces', (advice: string) => `There is no reference in these braces.${advice}`),
  openBrace: error('open-brace', (opening: string) => `This \`${opening}\` is never closed.`),
  unbalancedSql: error('unbalanced-sql', (text: string, isOpen: boolean) =>
    isOpen ? `This \`${text}\` is never closed.` : `No \`(\` opens this \`${text}\`.`,
  ),
  doubledQuotes: error(
    'doubled-quotes',
    (word: string) => `Between these quotes, \`${word}\` is not a text: write \`'${word}'\`.`,
  ),
  strayBrace: warning('stray-brace', () => 'No `{` opens this brace.'),
  dollarBrace: warning('dollar-brace', (inner: string) => `A reference in YAML has no dollar sign: \`{${inner}}\`.`),
  plainBrace: warning(
    'plain-brace',
    (inner: string) => `This is not a reference: write \`\${${inner}}\` in backticks.`,
  ),
  adjacentReferences: error(
    'adjacent-references',
    () => 'The compiler cannot read two references without anything between them. Put a space between `}` and `{`.',
  ),
  unsupportedExpression: error(
    'unsupported-expression',
    (text: string) =>
      `\`${text}\` cannot be used in a reference: the compiler accepts only names, calls and strings there.`,
  ),
  bareReference: error(
    'bare-reference',
    (name: string, isOneName: boolean) =>
      `\`sql\` must be a text.${isOneName ? ` Write \`'${name}'\` for the column, or` : ' Write'} \`\${${name}}\` in backticks for the member.`,
  ),
  sandboxFunction: error(
    'sandbox-function',
    (name: string, hint: string) =>
      `\`${name}\` is a function of the compiler, so its source text would become part of the SQL.${hint}`,
  ),
  emptyCase: warning('empty-case', () => '`when` has no conditions.'),
  misplacedAggregate: warning('misplaced-aggregate', asGiven),
} as const;

const joinKinds = {
  notJoined: warning('not-joined', (from: string, to: string) => `${from} does not join \`${to}\`.`),
  noJoinPath: error('no-join-path', (from: string, to: string) => `No join path leads from ${from} to ${to} or back.`),
  twoJoinPaths: error(
    'two-join-paths',
    (cube: string, before: string) =>
      `The view already reaches \`${cube}\` as \`${before}\`: only one path to a cube is possible. Extend the cube and use the child for the other path.`,
  ),
  primaryKeyMissing: error(
    'primary-key-missing',
    (cube: string, key: string) =>
      `${cube} is part of a join, so one of its dimensions must be the primary key (\`${key}: true\`); otherwise its measures could count rows twice.`,
  ),
  includeConflict: error('include-conflict', (view: string, names: readonly string[]) => {
    const [members, them] = names.length === 1 ? ['a member', 'it'] : ['members', 'them'];
    const list = names.map((name) => `\`${name}\``).join(', ');
    return `${view} already has ${members} ${list}. Exclude ${them}, set \`prefix: true\`, or give an alias.`;
  }),
  viewOwnMember: error(
    'view-own-member',
    (name: string) =>
      `A view cannot define its own members. Move \`${name}\` to one of the cubes and include it in the view.`,
  ),
} as const;

const rollupKinds = {
  wrongMember: error(
    'wrong-member',
    (name: string, kind: string, wanted: string, effect: string) =>
      `\`${name}\` is a ${kind}, not a ${wanted}. ${effect}`,
  ),
  noTimeDimension: warning(
    'no-time-dimension',
    (name: string, type: string) => `\`${name}\` has the type \`${type}\`, not \`time\`.`,
  ),
  levelNoDimension: error(
    'level-no-dimension',
    (name: string, kind: string, effect: string) =>
      `\`${name}\` is a ${kind}: only dimensions can be levels of a hierarchy.${effect}`,
  ),
} as const;

/** Problems that only a database knows. The last four are in its data, or in rows that were searched for one. */
const databaseKinds = {
  unknownTable: error('unknown-table', asGiven),
  unknownColumn: error('unknown-column', asGiven),
  typeMismatch: warning('type-mismatch', asGiven),
  databaseError: error('database-error', (message: string) => `The database refuses this SQL: ${message}`),
  wrongRelationship: warning('wrong-relationship', asGiven),
  repeatedKey: warning('repeated-key', asGiven),
  changedTotal: warning('changed-total', asGiven),
  brokenLaw: warning('broken-law', asGiven),
} as const;

/** Problems of query and test documents; these also use some kinds of the model. */
const documentKinds = {
  documentTooLarge: error('document-too-large', () => 'This document is too large, or nested too deeply, to be read.'),
  documentKeys: error('document-keys', () => 'This document must be a block of keys, each with a colon and a value.'),
  documentType: error('document-type', (key: string, expected: string) => `\`${key}\` must be ${expected}.`),
  jsonSyntax: error(
    'json-syntax',
    () => 'This is not valid JSON. Keys and texts need double quotes; a comma must separate the values.',
  ),
  unknownValue: error('unknown-value', (value: string, hint: string) => `\`${value}\` is not allowed here.${hint}`),
  wrongKind: error('wrong-kind', asGiven),
  hiddenMember: warning(
    'hidden-member',
    (name: string) => `\`${name}\` is not public, so the data API refuses queries of it.`,
  ),
  emptyQuery: error('empty-query', asGiven),
  incompleteDate: error(
    'incomplete-date',
    (text: string) =>
      `\`${text}\` is not a date range, because a day is missing. Write the first and the last day, such as \`[2026-01-01, 2026-12-31]\`, or a phrase such as \`last year\`.`,
  ),
  unknownTimeZone: error(
    'unknown-time-zone',
    (zone: string, hint: string) =>
      `\`${zone}\` is not a time zone. Use an IANA name such as \`Europe/Berlin\`.${hint}`,
  ),
  orderNotAsked: warning(
    'order-not-asked',
    (name: string, hint: string) => `The query does not ask for \`${name}\`, so its rows are not ordered by it.${hint}`,
  ),
  filterKeys: error(
    'filter-keys',
    (group: string, other: string) =>
      `A filter with \`${group}\` has no other keys. Make \`${other}\` a filter next to it.`,
  ),
  filterValues: error('filter-values', asGiven),
  duplicateTest: warning('duplicate-test', (name: string) => `Another test of this file is called \`${name}\`, too.`),
  columnNotAsked: error(
    'column-not-asked',
    (name: string, hint: string) => `The query does not ask for \`${name}\`.${hint}`,
  ),
  unknownQueryDocument: error(
    'unknown-query-document',
    (path: string) => `There is no query document \`${path}\`. The path is relative to this file.`,
  ),
  expectationWithoutEffect: warning(
    'expectation-without-effect',
    (key: string, others: readonly string[]) =>
      `\`${key}\` has no effect without ${others.map((one) => `\`${one}\``).join(' or ')}.`,
  ),
  emptyExpectation: error(
    'empty-expectation',
    (statements: readonly string[]) =>
      `This test expects nothing. Add one of ${statements.map((one) => `\`${one}\``).join(', ')}.`,
  ),
  expectationConflict: error(
    'expectation-conflict',
    () => 'A query that fails returns no rows: `error` cannot be combined with other expectations.',
  ),
  emptyRange: error(
    'empty-range',
    (from: number, to: number) => `No value is between ${from} and ${to}: the smaller one comes first.`,
  ),
  givenLacksTable: error(
    'given-lacks-table',
    (table: string) => `The query needs the table \`${table}\`, which \`given\` does not have.`,
  ),
  givenLacksColumn: error(
    'given-lacks-column',
    (column: string, table: string) => `The query needs the column \`${column}\`, which no row of \`${table}\` has.`,
  ),
  noInstant: error(
    'no-instant',
    (text: string) => `\`${text}\` is not a time. Write a date, or a time with its zone: \`2026-03-01T00:00:00Z\`.`,
  ),
  unknownPlaceholder: error(
    'unknown-placeholder',
    (name: string, isInSome: boolean, hint: string) =>
      `${isInSome ? 'Not every block' : 'No block'} of \`each\` has \`${name}\`.${hint}`,
  ),
} as const;

/** Problems that the compiler or the platform reports. */
const reportedKinds = {
  compiler: error('compiler', asGiven),
  queryFailed: error('query-failed', asGiven),
  notCompiled: information(
    'not-compiled',
    (why: string) => `The model is not compiled, because the compiler ${why}. All problems here are found without it.`,
  ),
  notComputed: information(
    'not-computed',
    (member: string, reason: string) =>
      `The local platform refuses queries of \`${member}\`: ${reason}. The hosted platform has another planner, which calculates it.`,
  ),
} as const;

export const problemCatalog = {
  ...syntaxKinds,
  ...fileKinds,
  ...shapeKinds,
  ...programKinds,
  ...referenceKinds,
  ...sqlKinds,
  ...joinKinds,
  ...rollupKinds,
  ...databaseKinds,
  ...documentKinds,
  ...reportedKinds,
  ...ruleKinds,
  ...exemptionKinds,
} as const;

export type ProblemCode = (typeof problemCatalog)[keyof typeof problemCatalog]['code'];

const syntaxCodes: ReadonlySet<ProblemCode> = new Set(Object.values(syntaxKinds).map(({ code }) => code));

/** Whether a text with a problem of this kind cannot be read as its author meant it. */
export function isSyntaxCode(code: ProblemCode): boolean {
  return syntaxCodes.has(code);
}
