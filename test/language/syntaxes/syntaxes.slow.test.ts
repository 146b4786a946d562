/** Colors of SQL in YAML and JavaScript, and what is inside it. */

import assert from 'node:assert/strict';
import { rules } from '../../../src/model/rules/ruleTable.ts';
import { snakeCase } from '../../../src/model/source/names.ts';
import { isEditorInstalled, type Token, tokenize } from './tokenize.ts';

const isSql = ({ scopes }: Token) => / meta\.embedded\.(?:inline|block)\.sql\b/.test(scopes);
const sqlOf = (tokens: readonly Token[]) => tokens.filter(isSql).map(({ text }) => text);

function scopesOf(tokens: readonly Token[], text: string): string {
  return tokens.find((one) => one.text === text)?.scopes ?? assert.fail(`no token ${text}`);
}

/** Each text has a token with that scope, innermost or around it. */
function checkScopes(tokens: readonly Token[], expected: Readonly<Record<string, string>>): void {
  for (const [text, scope] of Object.entries(expected))
    assert.ok(
      scopesOf(tokens, text)
        .split(' ')
        .some((one) => one.startsWith(scope)),
      `${text}: ${scopesOf(tokens, text)}`,
    );
}

const yaml = (...lines: string[]) => tokenize('source.yaml', lines.join('\n'));
const javaScript = (...lines: string[]) => tokenize('source.js', lines.join('\n'));
/** After it, colors are those of YAML again. */
const next = '        type: number';

function checkNext(tokens: readonly Token[]): void {
  const [key, colon, value] = tokens.slice(-3);
  assert.deepEqual(
    [key, colon, value].map((one) => [one!.text, isSql(one!)]),
    [
      ['type', false],
      [':', false],
      ['number', false],
    ],
  );
  assert.match(key!.scopes, /entity\.name\.tag\.yaml$/);
  assert.match(value!.scopes, /string\.unquoted\.plain\.out\.yaml$/);
}

describe('colors of SQL', () => {
  before(function () {
    // The base grammars are those of the editor that the other suites install.
    if (!isEditorInstalled) this.skip();
  });

  for (const [style, lines] of Object.entries({
    'a plain text': ["sql: SELECT {CUBE}.a, 'x' FROM b # note"],
    'a plain text of two lines': ['sql: SELECT {CUBE}.a,', "          'x' FROM b"],
    'double quotes': [`sql: "SELECT {CUBE}.a, 'x' FROM b"`],
    'double quotes of two lines': ['sql: "SELECT {CUBE}.a,', `          'x' FROM b"`],
    'single quotes': ["sql: 'SELECT {CUBE}.a, ''x'' FROM b'"],
    'single quotes of two lines': ["sql: 'SELECT {CUBE}.a,", "          ''x'' FROM b'"],
    'a literal block': ['sql: |', '          SELECT {CUBE}.a,', '', "          'x' FROM b"],
    'a folded block': ['sql: >- # note', '          SELECT {CUBE}.a,', "          'x' FROM b"],
    'a quoted key': [`"sql": "SELECT {CUBE}.a, 'x' FROM b"`],
  })) {
    it(`are in YAML those of ${style}`, async () => {
      const [first, ...rest] = lines;
      const tokens = await yaml('dimensions:', '      - name: a', `        ${first}`, ...rest, next);
      checkScopes(tokens.filter(isSql), {
        SELECT: 'keyword.other.DML.sql',
        CUBE: 'variable.language',
        x: 'string.quoted.single.sql',
        FROM: 'keyword.other.DML.sql',
      });
      checkNext(tokens);
    });
  }

  it('begin after the dash of a list, and end in a flow mapping', async () => {
    assert.deepEqual(sqlOf(await yaml('filters:', '  - sql: a > 1', '  - sql: "b"')), ['a', '>', '1', 'b']);
    const flow = await yaml('- {name: a, sql: "{b} > 1", type: number}', '- {name: a, sql: c, type: sum}');
    assert.deepEqual(sqlOf(flow), ['{', 'b', '}', '>', '1', 'c']);
    assert.match(scopesOf(flow, 'number'), /string\.unquoted\.plain\.in\.yaml$/);
  });

  it('end with their text, also if a quote, a comment or a brace in it is open', async () => {
    for (const sql of [`"name = 'O"`, `"a /* b"`, `"{CUBE.a"`, `'a = ''b'`, '"{{ x"', `a = 'b`]) {
      checkNext(await yaml('dimensions:', '      - name: a', `        sql: ${sql}`, next));
      checkNext(await yaml('dimensions:', '      - name: a', '        sql: |', `          ${sql}`, next));
    }
    const template = await javaScript("cube(`a`, { sql: `SELECT 'open ${CUBE}`, title: `b` });");
    assert.match(scopesOf(template, 'title'), /meta\.object-literal\.key\.js$/);
    assert.ok(!scopesOf(template, 'b').includes('embedded'));
  });

  it('tell the parts of references and of templates', async () => {
    checkScopes(
      await yaml(
        'cube:',
        '  sql: |',
        "    {FILTER_PARAMS.orders.at.filter(lambda from, to: f'x')} AND {{ render('y') | safe }} {# note #} {% if z %}",
      ),
      {
        '{': 'punctuation.definition.template-expression.begin',
        FILTER_PARAMS: 'support.variable',
        orders: 'variable.other',
        filter: 'entity.name.function',
        lambda: 'storage.type.function',
        AND: 'keyword.other.DML.sql',
        '{{': 'punctuation.section.embedded.begin.jinja',
        render: 'entity.name.function.jinja',
        "'y'": 'string.quoted.single',
        safe: 'entity.name.function.jinja',
        note: 'comment.block.jinja',
        if: 'keyword.control.jinja',
        z: 'variable.other.jinja',
      },
    );
    const generated = await yaml('- name: a', '  sql: {{ column | safe }}', '  type: number');
    assert.match(scopesOf(generated, 'column'), /variable\.other\.jinja$/);
  });

  it('are not keywords for columns of the cube', async () => {
    for (const tokens of [
      await yaml('a:', '  sql: "{CUBE}.status > 1"'),
      await javaScript('({ sql: `${CUBE}.status > 1` })'),
    ])
      assert.match(scopesOf(tokens, 'status'), /constant\.other\.column-name\.sql$/);
  });

  it('are not keywords for columns that have the name of one of another dialect', async () => {
    const names = [
      'status',
      'date',
      'type',
      'source',
      'action',
      'state',
      'name',
      'level',
      'value',
      'user',
      'time',
      'text',
    ];
    for (const name of names) {
      const texts = [`sql: ${name}`, `sql: "${name}"`, `sql: UPPER(${name})`, `sql: "${name} > 1 AND ${name} IS NULL"`];
      for (const text of texts)
        for (const { text: word, scopes } of await yaml('a:', `  ${text}`))
          if (word.trim() === name) assert.doesNotMatch(scopes, /keyword|storage|invalid/, `${text}: ${scopes}`);
      for (const { text: word, scopes } of await javaScript(`({ sql: \`SUM(${name})\` })`))
        if (word.trim() === name) assert.doesNotMatch(scopes, /keyword|storage|invalid/, scopes);
    }
    const typed = await yaml('a:', '  sql: "CAST(a AS date) > b::timestamp - INTERVAL 1"');
    checkScopes(typed, { CAST: 'support.function', AS: 'keyword', date: 'storage.type', timestamp: 'storage.type' });
  });

  it('are those of templates and arrow functions in JavaScript', async () => {
    const tokens = await javaScript(
      'cube(`a`, {',
      '  sql: `SELECT "n" -- note',
      "    FROM ${FILTER_PARAMS.a.at.filter(`at`)} WHERE ${CUBE}.b = '${c.d}'`,",
      '  sqlTable: `schema.name`,',
      '  measures: { n: { sql: () => `CASE`, type: `number` }, m: { sql: (one, two) => `WHEN ${one}` } },',
      '});',
    );
    checkScopes(tokens, {
      SELECT: 'keyword.other.DML.sql',
      note: 'comment.line.double-dash.sql',
      FILTER_PARAMS: 'support.variable',
      filter: 'entity.name.function.js',
      CUBE: 'variable.language',
      d: 'variable.other.property.js',
      schema: 'constant.other.database-name.sql',
      CASE: 'keyword.other',
      WHEN: 'keyword.other',
      '=>': 'storage.type.function.arrow.js',
    });
    assert.ok(!scopesOf(tokens, 'number').includes('embedded'));
  });

  it('are not those of other texts', async () => {
    const inText = await yaml(
      'description: sql: no',
      'text: |',
      '  sql: SELECT',
      'quoted: "sql: SELECT"',
      '# sql: SELECT',
      'sql_alias: select',
      'sql:',
      '  host: select',
      'sql: *anchor',
    );
    assert.deepEqual(sqlOf(inText), []);
    const code = await javaScript(
      'const text = "sql: `a`"; // sql: `b`',
      'const all = { mysql: `c`, sql: `d`.e(`f`) };',
    );
    assert.deepEqual(sqlOf(code), ['d']);
  });

  it('are those of each key that the compiler reads as SQL', async () => {
    const keys = new Set<string>();
    const visit = (rule: unknown) => {
      if (typeof rule !== 'object' || rule === null) return;
      for (const [name, value] of Object.entries(rule)) {
        if (/^sql/.test(name) && value === 'function') keys.add(name).add(snakeCase(name));
        visit(value);
      }
    };
    visit(rules);
    assert.ok(keys.has('sql') && keys.has('sql_table'));
    for (const key of keys) {
      assert.deepEqual(sqlOf(await yaml(`${key}: a`)), ['a'], key);
      assert.deepEqual(sqlOf(await javaScript(`cube('c', { ${key}: \`a\` });`)), ['a'], key);
    }
  });
});
