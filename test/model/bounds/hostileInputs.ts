/** Texts that make an analyser slow, deep or verbose: each of them grows with `n`. */

import { type HostileInput, programInputs, repeat } from './programInputs.ts';

export const hostileInputs: Readonly<Record<string, HostileInput>> = {
  ...programInputs,
  yamlFlow: { file: 'a.yml', text: (n) => `cubes: ${'['.repeat(n)}${']'.repeat(n)}` },
  yamlFlowMap: { file: 'a.yml', text: (n) => `cubes: ${'{a: '.repeat(n)}${'}'.repeat(n)}` },
  yamlFlowOpen: { file: 'a.yml', text: (n) => `cubes: ${'['.repeat(n)}` },
  yamlDash: { file: 'a.yml', text: (n) => `cubes:\n${'- '.repeat(n)}a` },
  yamlIndent: { file: 'a.yml', text: (n) => repeat(n, (i) => `${' '.repeat(i)}a:`, '\n'), n: 200 },
  yamlQ: { file: 'a.yml', text: (n) => `${'? '.repeat(n)}a` },
  yamlLaugh: {
    file: 'a.yml',
    text: (n) =>
      'a0: &a0 [x,x,x,x,x,x,x,x,x]\n' +
      repeat(n, (i) => `a${i + 1}: &a${i + 1} [${repeat(9, () => `*a${i}`, ',')}]\n`) +
      `cubes: *a${n}\n`,
    n: 40,
  },
  yamlLaughMap: {
    file: 'a.yml',
    text: (n) =>
      'a0: &a0 {x: 1}\n' +
      repeat(n, (i) => `a${i + 1}: &a${i + 1} {${repeat(9, (k) => `k${k}: *a${i}`, ', ')}}\n`) +
      `cubes:\n- name: a\n  meta: *a${n}\n`,
    n: 40,
  },
  yamlAnchors: {
    file: 'a.yml',
    text: (n) => `x: &x {name: a, sql_table: t}\ncubes:\n${repeat(n, (i) => `  - <<: *x\n    name: c${i}\n`)}`,
  },
  yamlMerge: {
    file: 'a.yml',
    text: (n) =>
      'x: &x {' +
      repeat(n, (i) => `k${i}: 1`, ', ') +
      '}\ncubes:\n' +
      repeat(n, (i) => `  - <<: *x\n    name: c${i}\n`),
  },
  dupKeys: { file: 'a.yml', text: (n) => `cubes:\n  - name: a\n${repeat(n, () => '    sql_table: x\n')}` },
  dupMembers: {
    file: 'a.yml',
    text: (n) =>
      'cubes:\n  - name: a\n    sql_table: x\n    dimensions:\n' +
      repeat(n, () => '      - name: d\n        sql: d\n        type: string\n'),
  },
  dupCubes: { file: 'a.yml', text: (n) => `cubes:\n${repeat(n, () => '  - name: a\n    sql_table: x\n')}` },
  unknownKeys: {
    file: 'a.yml',
    text: (n) => `cubes:\n  - name: a\n    sql_table: t\n${repeat(n, (i) => `    sqll_table_${i}: x\n`)}`,
  },
  badLines: { file: 'a.yml', text: (n) => repeat(n, (i) => ` a${i}\n`) },
  misspelt: {
    file: 'a.yml',
    text: (n) =>
      'cubes:\n  - name: a\n    sql_table: t\n    dimensions:\n' +
      repeat(
        n,
        (i) =>
          `      - name: dimension_number_${i}\n        sql: "{CUBE.dimensoin_number_${i + 7}}"\n        type: string\n`,
      ),
  },
  misspeltCubes: {
    file: 'a.yml',
    text: (n) =>
      'cubes:\n' +
      repeat(
        n,
        (i) =>
          `  - name: cube_number_${i}\n    sql_table: t\n    joins:\n      - name: cube_nunber_${i}\n        sql: a\n        relationship: one_to_many\n`,
      ),
  },
  cycle: {
    file: 'a.yml',
    text: (n) =>
      'cubes:\n  - name: a\n    sql_table: t\n    measures:\n' +
      repeat(n, (i) => `      - name: m${i}\n        sql: "{m${(i + 1) % n}}"\n        type: number\n`),
  },
  clique: {
    file: 'a.yml',
    text: (n) =>
      'cubes:\n  - name: a\n    sql_table: t\n    measures:\n' +
      repeat(
        n,
        (i) => `      - name: m${i}\n        sql: "${repeat(n, (k) => `{m${k}}`, ' + ')}"\n        type: number\n`,
      ),
    n: 60,
  },
  chain: {
    file: 'a.yml',
    text: (n) =>
      'cubes:\n  - name: a\n    sql_table: t\n    measures:\n' +
      repeat(n, (i) => `      - name: m${i}\n        sql: "{m${i + 1}}"\n        type: number\n`) +
      `      - name: m${n}\n        sql: x\n        type: number\n`,
  },
  extendsChain: {
    file: 'a.yml',
    text: (n) =>
      'cubes:\n' +
      repeat(
        n,
        (i) =>
          `  - name: c${i}\n    ${i ? `extends: c${i - 1}` : 'sql_table: t'}\n    measures:\n      - name: m${i}\n        type: count\n`,
      ),
  },
  extendsCycle: {
    file: 'a.yml',
    text: (n) =>
      'cubes:\n' +
      repeat(
        n,
        (i) =>
          `  - name: c${i}\n    extends: c${(i + 1) % n}\n    measures:\n      - name: m${i}\n        type: count\n`,
      ),
  },
  longName: {
    file: 'a.yml',
    text: (n) =>
      `cubes:\n  - name: ${'a'.repeat(n)}\n    sql_table: t\n    measures:\n      - name: m\n        sql: "{${'a'.repeat(n - 1)}b}"\n        type: sum\n`,
  },
  longKey: { file: 'a.yml', text: (n) => `cubes:\n  - name: a\n    ${'sq_l'.repeat(n / 4)}: t\n` },
  longWord: { file: 'a.yml', text: (n) => `cubes:\n  - name: a\n    sql: ${'a'.repeat(n)}\n` },
  longWordBroken: { file: 'a.yml', text: (n) => `cubes:\n  - name: "a\n    sql: ${'a'.repeat(n)}\n` },
  longNameTmpl: {
    file: 'a.yml',
    text: (n) =>
      `{% for x in [1] %}{% endfor %}cubes:\n  - name: ${'ab_'.repeat(n / 3)}\n    sql_table: t\n    measures:\n      - name: m\n        sql: "{${'ba_'.repeat(n / 3)}b}"\n        type: sum\n  - name: x{{ aaa }}\n    sql_table: t`,
  },
  openBraces: { file: 'a.yml', text: (n) => `cubes:\n  - name: a\n    sql: "${'{a}.{'.repeat(n)}"\n` },
  braces: { file: 'a.yml', text: (n) => `cubes:\n  - name: a\n    sql: "${'{a} '.repeat(n)}"\n` },
  openBraces2: { file: 'a.yml', text: (n) => `cubes:\n  - name: a\n    sql: "${'{'.repeat(n)}"\n` },
  bracesQuote: { file: 'a.yml', text: (n) => `cubes:\n  - name: a\n    sql: >\n      ${"{a'".repeat(n)}\n` },
  bracesFn: { file: 'a.yml', text: (n) => `cubes:\n  - name: a\n    sql: >\n      ${"{f('".repeat(n)}\n` },
  fstring: {
    file: 'a.yml',
    text: (n) => `cubes:\n  - name: a\n    sql: >\n      ${`{f"`.repeat(n)}${`"}`.repeat(n)}\n`,
  },
  fstring2: {
    file: 'a.yml',
    text: (n) => `cubes:\n  - name: a\n    sql: >\n      ${`{f"{f'`.repeat(n)}${`'}"}`.repeat(n)}\n`,
  },
  lambdas: {
    file: 'a.yml',
    text: (n) => `cubes:\n  - name: a\n    sql: >\n      {${`lambda x${1}`.repeat(n)}}\n`,
  },
  comments: { file: 'a.yml', text: (n) => `cubes:\n  - name: a\n    sql: >\n      ${'/* '.repeat(n)}\n` },
  dashes: { file: 'a.yml', text: (n) => `cubes:\n  - name: a\n    sql: >\n      ${'--'.repeat(n)}\n` },
  dots: { file: 'a.yml', text: (n) => `cubes:\n  - name: a\n    sql: >\n      {${'a.'.repeat(n)}}\n` },
  parens: {
    file: 'a.yml',
    text: (n) => `cubes:\n  - name: a\n    sql: >\n      {${'('.repeat(n)}a${')'.repeat(n)}}\n`,
  },
  numbers: { file: 'a.yml', text: (n) => `cubes:\n  - name: a\n    sql: >\n      {${'1 '.repeat(n)}}\n` },
  operators: { file: 'a.yml', text: (n) => `cubes:\n  - name: a\n    sql: >\n      {${'? '.repeat(n)}}\n` },
  joins: {
    file: 'a.yml',
    text: (n) =>
      'cubes:\n' +
      repeat(
        n,
        (i) =>
          `  - name: c${i}\n    sql_table: t\n    joins:\n      - name: c${(i + 1) % n}\n        sql: "{CUBE}.a = {c${(i + 1) % n}.b}"\n        relationship: many_to_one\n    dimensions:\n      - name: b\n        sql: b\n        type: string\n        primary_key: true\n`,
      ),
  },
  manyJoins: {
    file: 'a.yml',
    text: (n) =>
      'cubes:\n  - name: a\n    sql_table: t\n    joins:\n' +
      repeat(
        n,
        (i) => `      - name: c${i}\n        sql: "{CUBE}.a = {c${i}}.b"\n        relationship: many_to_one\n`,
      ) +
      repeat(n, (i) => `  - name: c${i}\n    sql_table: t\n`),
  },
  views: {
    file: 'a.yml',
    text: (n) =>
      'cubes:\n  - name: a\n    sql_table: t\n    dimensions:\n' +
      repeat(n, (i) => `      - name: d${i}\n        sql: d\n        type: string\n`) +
      'views:\n' +
      repeat(n / 10, (i) => `  - name: v${i}\n    cubes:\n      - join_path: a\n        includes: "*"\n`),
  },
  views2: {
    file: 'a.yml',
    text: (n) =>
      'cubes:\n  - name: a\n    sql_table: t\n    dimensions:\n' +
      repeat(n, (i) => `      - name: d${i}\n        sql: d\n        type: string\n`) +
      'views:\n' +
      repeat(
        10,
        (k) =>
          `  - name: v${k}\n    cubes:\n      - join_path: a\n        includes:\n` +
          repeat(n, (i) => `          - d${i}\n`),
      ),
  },
  viewDup: {
    file: 'a.yml',
    text: (n) =>
      'cubes:\n  - name: a\n    sql_table: t\n    dimensions:\n' +
      repeat(n, (i) => `      - name: d${i}\n        sql: d\n        type: string\n`) +
      'views:\n  - name: v\n    cubes:\n' +
      repeat(n / 10, () => '      - join_path: a\n        includes: "*"\n'),
  },
  viewChain: {
    file: 'a.yml',
    text: (n) =>
      'cubes:\n  - name: a\n    sql_table: t\n    dimensions:\n      - name: d\n        sql: d\n        type: string\nviews:\n' +
      repeat(
        n,
        (i) => `  - name: v${i}\n    cubes:\n      - join_path: ${i ? `v${i - 1}` : 'a'}\n        includes: "*"\n`,
      ),
  },
  viewDag: {
    file: 'a.yml',
    text: (n) =>
      'cubes:\n  - name: a\n    sql_table: t\n    dimensions:\n      - name: d\n        sql: d\n        type: string\nviews:\n' +
      repeat(
        n,
        (i) =>
          `  - name: v${i}\n    cubes:\n` +
          repeat(
            i ? 2 : 1,
            (k) =>
              `      - join_path: ${i ? `v${Math.max(0, i - 1 - k)}` : 'a'}\n        includes: "*"\n        prefix: true\n`,
          ),
      ),
    n: 60,
  },
  viewUnknown: {
    file: 'a.yml',
    text: (n) =>
      'cubes:\n  - name: a\n    sql_table: t\n    dimensions:\n' +
      repeat(n, (i) => `      - name: d${i}\n        sql: d\n        type: string\n`) +
      'views:\n  - name: v\n    cubes:\n      - join_path: a\n        includes:\n' +
      repeat(n, (i) => `          - x${i}\n`),
  },
  folders: {
    file: 'a.yml',
    text: (n) =>
      'cubes:\n  - name: a\n    sql_table: t\n    dimensions:\n' +
      repeat(n, (i) => `      - name: d${i}\n        sql: d\n        type: string\n`) +
      'views:\n  - name: v\n    cubes:\n      - join_path: a\n        includes: "*"\n    folders:\n' +
      repeat(n, (i) => `      - name: f${i}\n        includes: [d${i}, y${i}]\n`),
  },
  ifTags: {
    file: 'a.yml',
    text: (n) => `cubes:\n${repeat(n, (i) => `{% if x %}\n  - name: c${i}\n    sql_table: t\n{% endif %}\n`)}`,
  },
  exprTags: {
    file: 'a.yml',
    text: (n) => `cubes:\n${repeat(n, (i) => `  - name: c${i}\n    sql_table: "{{ x${i} }}"\n`)}`,
  },
  tagsOneLine: { file: 'a.yml', text: (n) => `cubes:\n  - name: a\n    sql_table: "${'{{ x }}'.repeat(n)}"\n` },
  openTags: { file: 'a.yml', text: (n) => `${'{% if a %}'.repeat(n)}\ncubes:\n  - name: a\n` },
  tagOpen: { file: 'a.yml', text: (n) => `cubes: "${'{{ '.repeat(n)}"` },
  tagOpenLines: { file: 'a.yml', text: (n) => `cubes:\n${'{{ (\n'.repeat(n)}` },
  tagQuote: { file: 'a.yml', text: (n) => `cubes: ${`{{ "`.repeat(n)}` },
  tagComment: { file: 'a.yml', text: (n) => `cubes: ${`{# `.repeat(n)}` },
  tagRaw: { file: 'a.yml', text: (n) => `cubes: ${`{% raw %}`.repeat(n)}` },
  endTags: { file: 'a.yml', text: (n) => `${repeat(n, (i) => `{% end${i}if %}\n`)}cubes:\n` },
  macros: {
    file: 'a.jinja',
    text: (n) => repeat(n, (i) => `{% macro m${i}(a, b) %}\n{{ a }} {{ b }} {{ c }}\n{% endmacro %}\n`),
  },
  macrosOpen: { file: 'a.jinja', text: (n) => repeat(n, (i) => `{% macro m${i}(a, b) %}\n{{ a }}\n`) },
  macroCalls: {
    file: 'a.yml',
    text: (n) =>
      repeat(n, (i) => `{% macro m${i}(a, b) %}\n- name: {{ a }}\n{% endmacro %}\n`) +
      'cubes:\n' +
      repeat(n, (i) => `  {{ m${i}(1, 2) }}\n`),
  },
  sets: {
    file: 'a.yml',
    text: (n) =>
      repeat(n, (i) => `{% set a${i} = 1 %}\n`) +
      'cubes:\n' +
      repeat(n, (i) => `  - name: c{{ a${i} }}\n    sql_table: t{{ a${i} }}\n`),
  },
  setBlocks: { file: 'a.yml', text: (n) => `${repeat(n, (i) => `{% set a${i} %}x{% endset %}\n`)}cubes:\n` },
  filters: { file: 'a.yml', text: (n) => `cubes:\n  - name: "{{ a${' | uper'.repeat(n)} }}"\n` },
  tagSpaces: { file: 'a.yml', text: (n) => `cubes:\n  - name: "{{ a${' '.repeat(n)}| uper }}"\n` },
  tagSpaces2: { file: 'a.yml', text: (n) => `cubes:\n  - name: "{% set a${' '.repeat(n)}b %}"\n` },
  tagSpaces3: { file: 'a.yml', text: (n) => `cubes:\n  - name: "{% for a${','.repeat(n)}b %}"\n` },
  tagLines: { file: 'a.yml', text: (n) => `cubes:\n  - {{ a }}${'\n'.repeat(n)}    sql: x\n` },
  tagLines2: { file: 'a.yml', text: (n) => `cubes:\n  - name: {{ a${'\n'.repeat(n)}}}` },
  spaces: { file: 'a.yml', text: (n) => `cubes:\n  - name: a${' '.repeat(n)}b\n    sql: "x\n` },
  spaces2: { file: 'a.yml', text: (n) => `cubes:\n  - name: a${' #'.repeat(n)}b\n    sql: "x\n` },
  spaces3: { file: 'a.yml', text: (n) => `cubes:\n  - name${' '.repeat(n)}b\n    sql: x\n` },
  colons: { file: 'a.yml', text: (n) => `cubes:\n  - name${':a'.repeat(n)}b\n    sql: x: y\n` },
  colons2: { file: 'a.yml', text: (n) => `cubes:\n  - name${': '.repeat(n)}b\n    sql: x: y\n` },
  quotes: { file: 'a.yml', text: (n) => `cubes:\n  - name: ${'"a" '.repeat(n)}b\n    sql: x: y\n` },
  quoteLines: { file: 'a.yml', text: (n) => `${repeat(n, (i) => `a${i}: "x\n y"\n`)}b: "x\ny"\n` },
  openQuotes: { file: 'a.yml', text: (n) => repeat(n, (i) => `a${i}: "x\n`) },
  brackets: { file: 'a.yml', text: (n) => repeat(n, (i) => `a${i}: [x\n`) },
  tabs: { file: 'a.yml', text: (n) => `cubes:\n${'\t'.repeat(n)}a\n` },
  manyLines: { file: 'a.yml', text: (n) => `cubes:\n${'\n'.repeat(n)}  - name: a\n    sql_table: t\n` },
  commentsY: { file: 'a.yml', text: (n) => `cubes:\n${'# a\n'.repeat(n)}  - name: a\n    sql_table: t\n` },
  docs: { file: 'a.yml', text: (n) => '---\n'.repeat(n) },
  tagsY: { file: 'a.yml', text: (n) => repeat(n, (i) => `a${i}: !x y\n`) },
  preAggs: {
    file: 'a.yml',
    text: (n) =>
      'cubes:\n  - name: a\n    sql_table: t\n    measures:\n' +
      repeat(n, (i) => `      - name: m${i}\n        type: count\n`) +
      '    pre_aggregations:\n' +
      repeat(n, (i) => `      - name: p${i}\n        measures: [CUBE.m${i}, CUBE.x${i}]\n`),
  },
  cronBad: {
    file: 'a.yml',
    text: (n) =>
      'cubes:\n  - name: a\n    sql_table: t\n    pre_aggregations:\n      - name: p\n        refresh_key:\n          every: ' +
      '1 '.repeat(n) +
      '\n',
  },
  cronBad2: {
    file: 'a.yml',
    text: (n) =>
      'cubes:\n  - name: a\n    sql_table: t\n    pre_aggregations:\n      - name: p\n        refresh_key:\n          every: "' +
      '1,'.repeat(n) +
      ' * * * x"\n',
  },
  dateBad: {
    file: 'a.yml',
    text: (n) =>
      'cubes:\n  - name: a\n    sql_table: t\n    dimensions:\n      - name: p\n        type: time\n        sql: a\n        granularities:\n          - name: x\n            interval: ' +
      '1 day '.repeat(n) +
      '\n            origin: "' +
      '2'.repeat(n) +
      '"\n',
  },
  meta: {
    file: 'a.yml',
    text: (n) => `cubes:\n  - name: a\n    sql_table: t\n    meta:\n${repeat(n, (i) => `      k${i}: "{x${i}}"\n`)}`,
  },
  policies: {
    file: 'a.yml',
    text: (n) =>
      'cubes:\n  - name: a\n    sql_table: t\n    access_policy:\n' +
      repeat(
        n,
        (i) =>
          `      - group: g${i}\n        member_level:\n          includes: [x${i}]\n        row_level:\n          filters:\n            - member: y${i}\n              operator: equals\n              values: [1]\n`,
      ),
  },
  bom: { file: 'a.yml', text: (n) => `${'\ufeff'.repeat(n)}cubes:\n` },
  crs: { file: 'a.yml', text: (n) => `cubes:${'\r'.repeat(n)}- a` },
  qryDeep: { file: 'a.query.yml', text: (n) => `filters: ${'[{and: '.repeat(n)}1${'}]'.repeat(n)}` },
  qryDash: { file: 'a.query.yml', text: (n) => `filters:\n${'- '.repeat(n)}1` },
  qryMany: { file: 'a.query.yml', text: (n) => `measures: [${repeat(n, (i) => `a.m${i}`, ', ')}]` },
  qryLaugh: {
    file: 'a.query.yml',
    text: (n) =>
      'a0: &a0 [x,x,x,x,x,x,x,x,x]\n' +
      repeat(n, (i) => `a${i + 1}: &a${i + 1} [${repeat(9, () => `*a${i}`, ',')}]\n`) +
      `measures: *a${n}\n`,
  },
  qryAliases: {
    file: 'a.query.yml',
    text: (n) =>
      'x: &x [' +
      repeat(n, (i) => `a.m${i}`, ', ') +
      ']\nfilters:\n' +
      repeat(n, () => '- {member: a.b, operator: equals, values: *x}\n'),
  },
  tstMany: {
    file: 'a.test.yml',
    text: (n) =>
      `tests:\n${repeat(n, (i) => `- name: t${i}\n  query: {measures: [a.m${i}]}\n  expect: {row_count: 1}\n`)}`,
  },
  tstEach: {
    file: 'a.test.yml',
    text: (n) =>
      'tests:\n- name: t\n  query: {measures: [a.m]}\n  each:\n' +
      repeat(n, (i) => `  - {k${i}: 1}\n`) +
      '  expect: {row_count: 1}\n',
  },
  jsonBig: { file: 'a.query.json', text: (n) => `{"filters":${'['.repeat(n)}${']'.repeat(n)}}` },
  jsonStr: { file: 'a.query.json', text: (n) => `{"filters": "${'\\\\'.repeat(n)}"` },
};
