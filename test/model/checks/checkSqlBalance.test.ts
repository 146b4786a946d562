/** Quotes, parentheses and comments that SQL opens and never closes, in every dialect, and words in two pairs of quotes. */

import assert from 'node:assert/strict';
import { checkModel } from '../../../src/model/checks/checkModel.ts';
import { problemCatalog } from '../../../src/model/source/problemCatalog.ts';
import { unmark } from '../marked.ts';
import { indexOf, type Texts } from '../models.ts';

const cube = (sql: string): Texts => ({
  'model/orders.yml': `cubes:
  - name: orders
    sql_table: orders
    measures:
      - name: total
        sql: ${sql}
        type: number
`,
});

const program = (sql: string): Texts => ({
  'model/orders.js': `const prefix = process.env.PREFIX;
const open = (name) => name + '(';
cube('orders', { sqlTable: 'orders', measures: { total: { sql: ${sql}, type: 'number' } } });
`,
});

function expectMarked(marked: Texts, { code }: { code: string } = problemCatalog.unbalancedSql): void {
  const { texts, marks } = unmark(marked);
  const index = indexOf(texts);
  const problems = checkModel(index);
  const found = problems.map(({ file, range, code }) => ({
    code,
    start: index.offsetAt(file, range.start),
    end: index.offsetAt(file, range.end),
  }));
  assert.deepEqual(
    found,
    marks.map(({ start, end }) => ({ code, start, end })),
    JSON.stringify(problems),
  );
}

const wrong: readonly [string, Texts][] = [
  ['a parenthesis', cube('SUM«(»amount')],
  ['one of several parentheses', cube('"SUM«(»COALESCE(amount, 0)"')],
  ['a closing parenthesis', cube('SUM(amount)«)»')],
  ['a quote', cube(`"{CUBE}.status = «'»paid"`)],
  ['a quote too much', cube(`"{CUBE}.status = 'paid'«'»"`)],
  ['a quote that YAML escapes', cube(`'{CUBE}.status = «''»paid'`)],
  ['double quotes in single ones', cube(`'{CUBE}.«"»Status'`)],
  ['double quotes that YAML escapes', cube('"{CUBE}.«\\"»Status"')],
  ['a comment', cube('"1 «/*» one"')],
  ['a block of lines', cube('|\n          CASE WHEN «(»{CUBE}.a = 1\n            THEN 1 END')],
  ['a folded block whose comment reaches to its end', cube('>\n          SUM«(»amount -- net\n          )')],
  ['a parenthesis behind a reference with some', cube('"«(»{FILTER_PARAMS.orders.total.filter(lambda x: x)} = 1"')],
  ['a template literal', program(`\`SUM«(»\${CUBE}.amount\``)],
  ['a quote in a template literal', program(`\`\${CUBE}.status = «'»paid\``)],
  ['a string', program(`"\${CUBE}.status = «'»paid"`.replace('${CUBE}.', ''))],
  ['an escaped quote', program(`'status = «\\'»paid'`)],
  ['a template literal with a filter', program(`\`«(»\${FILTER_PARAMS.orders.total.filter((x) => \`(\${x})\`)}\``)],
];

const doubled: readonly [string, Texts][] = [
  ['in YAML', cube(`"{CUBE}.status = «''paid''»"`)],
  ['of several words', cube(`"{CUBE}.city IN («''New York''», 'Rome')"`)],
  ['in single quotes of YAML', cube(`'{CUBE}.status = «''''paid''''»'`)],
  ['in a block', cube(`|\n          {CUBE}.status = «''paid''»`)],
  ['in a template literal', program(`\`\${CUBE}.status = «''paid''»\``)],
  ['in a string', program(`'status = «\\'\\'paid\\'\\'»'`)],
];

const right: readonly [string, Texts][] = [
  ['quotes that are doubled', cube(`"{CUBE}.status = 'it''s (here'"`)],
  ['quotes with a backslash', cube(`"{CUBE}.status = 'it\\\\'s (here'"`)],
  ['empty texts', cube(`"COALESCE({CUBE}.a, '', NULLIF({CUBE}.b,'')||'')"`)],
  ['a quoted word in a text', cube(`"{CUBE}.a = 'the ''net'' value' OR {CUBE}.a = ' ''net'' '"`)],
  ['a backslash alone', cube(`"SPLIT({CUBE}.path, '\\\\')"`)],
  ['dollar quotes', cube(`"$$it's ( here$$"`)],
  ['dollar quotes with a tag', cube(`"$t$it's ( $$ here$t$"`)],
  ['triple quotes', cube(`"'''it's ( here'''"`)],
  ['names in brackets', cube('"SUM([it\'s (net])"')],
  ['q quotes', cube(`"q'[it's ( here]'"`)],
  ['a line comment', cube("|\n          SUM(amount -- it's (net\n          )")],
  ['a line comment with a hash', cube("|\n          SUM(amount # it's (net\n          )")],
  ['a line comment with slashes', cube("|\n          SUM(amount // it's (net\n          )")],
  ['minus of a minus', cube('(amount--1)')],
  ['a comment', cube('"SUM(amount /* it\'s (net */)"')],
  ['a comment in a comment', cube('"SUM(amount /* a /* (b */ \' */)"')],
  ['operators that look like comments', cube(`"(data #> '{{a}}')"`.replace('{{a}}', 'a'))],
  ['a name with a quote', cube(`'"it''s (here"'`)],
  ['a name in backticks', cube('"`it\'s (here`"')],
  ['a filter', cube('"({FILTER_PARAMS.orders.total.filter(lambda x: f\'({x}\')})"')],
  ['a template tag', cube(`"SUM({{ 'x)' }}"`)],
  ['braces that are only text', cube("\"data = '\\\\{it''s\\\\}'\"")],
  ['a template literal', program(`\`SUM(\${CUBE}.amount)\``)],
  ['an escape in a template literal', program("`SUM(amount -- it's (\\n)`")],
  ['a value of the program', program(`\`\${prefix} amount)\``)],
  ['a call of the program', program(`\`\${open('SUM')} amount)\``)],
  ['a concatenation', program(`'SUM(' + 'amount)'`)],
  ['a function', program(`() => \`SUM(\${CUBE}.amount)\``)],
  ['a filter with a function', program(`\`\${FILTER_PARAMS.orders.total.filter((x, y) => \`(\${x}\`)} = 1\``)],
  ['the SQL of another cube', program(`\`(SELECT 1 FROM (\${orders.sql()}))\``)],
];

describe('SQL that is not balanced', () => {
  for (const [name, marked] of wrong) it(`is marked: ${name}`, () => expectMarked(marked));
  for (const [name, marked] of doubled)
    it(`is a word in two pairs of quotes ${name}`, () => expectMarked(marked, problemCatalog.doubledQuotes));
  for (const [name, texts] of right) it(`is not: ${name}`, () => expectMarked(texts));
});
