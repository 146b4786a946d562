/** Refactorings keep the SQL of a model, whatever its texts contain and however they are written: the compiler makes the same of it. */

import assert from 'node:assert/strict';
import { codeActions } from '../../../src/language/codeActions/codeActions.ts';
import type { CodeAction } from '../../../src/language/protocol/protocol.ts';
import { asFiles, sharedCompiler } from '../../compiler/compilerUnderTest.ts';
import { indexOf, type Texts } from '../../model/models.ts';
import { pick, type Random, seeded } from '../../model/mutation/mutant.ts';
import { someOf, testSeed } from '../../run/testSeed.ts';
import { uriOf } from '../places.ts';
import { apply } from './actions.ts';
import { type Style, written } from './writtenValues.ts';

/** Parts of SQL with everything that a language could read as something else. */
const operands = [
  '{CUBE}.price',
  '{amount}',
  "'it''s'",
  "'ä → 😀'",
  '"Net ""price"""',
  "'a # b'",
  "'key: value'",
  "'50 %'",
  "'\\d+\\'''",
  "'$1'",
  "'`'",
  'COALESCE({CUBE}.price, \'none\', "x")',
  "(SELECT 'a, b' /* it's */)",
  "CASE WHEN {amount} > 1 THEN 'yes' ELSE 'no' END",
  "CONCAT('tab\\t', 'back\\\\slash')",
  "'line one\n  line two'",
  '(1 -- it\'s "one"\n + 2)',
];
const operators = [' || ', ' + ', '\n  || ', ' -- note `x` "y\n + '];
const styles: Readonly<Record<'yaml' | 'javascript', readonly Style[]>> = {
  yaml: ['plain', 'single', 'double', 'literal', 'folded'],
  javascript: ['template', 'quotes', 'apostrophes'],
};

function expression(random: Random): string[] {
  const parts = [pick(random, operands)!];
  for (let i = Math.floor(random() * 3); i >= 0; i -= 1) parts.push(pick(random, operators)!, pick(random, operands)!);
  return parts;
}

interface Sample {
  texts: Texts;
  file: string;
  /** Where each part of the SQL is in the file. */
  parts: { start: number; end: number }[];
}

/** A cube with the parts as the SQL of `subject`. */
function sample(parts: readonly string[], style: Style): Sample | undefined {
  const value = written(parts, style);
  if (!value) return undefined;
  const isYaml = styles.yaml.includes(style);
  const head = isYaml
    ? 'cubes:\n  - name: a\n    sql_table: a\n    dimensions:\n      - { name: id, sql: id, type: number, primary_key: true }\n      - name: amount\n        sql: "{CUBE}.amount" # net\n        type: number\n      - name: subject\n        sql: '
    : 'cube(`a`, {\n  sql_table: `a`,\n  dimensions: {\n    id: { sql: `id`, type: `number`, primary_key: true },\n    amount: { sql: `${CUBE}.amount`, type: `number` },\n    subject: {\n      sql: ';
  const tail = isYaml
    ? '\n        type: string\n      - name: user\n        sql: "UPPER({subject}) || \'✓\'"\n        type: string\n'
    : ",\n      type: `string`,\n    },\n    user: { sql: `UPPER(${subject}) || '✓'`, type: `string` },\n  },\n});\n";
  const file = isYaml ? 'a.yml' : 'a.js';
  const moved = value.parts.map(({ start, end }) => ({ start: start + head.length, end: end + head.length }));
  return { texts: { [file]: head + value.source + tail }, file, parts: moved };
}

/** The strings and comments of SQL as they are, the rest in words: without blanks, and without the brackets that a reference adds. */
function normal(sql: string): string[] {
  return sql
    .split(/('(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\/\*[\s\S]*?\*\/)/)
    .flatMap((part, i) => (i % 2 === 1 ? [part] : part.replace(/[()]/g, ' ').trim().split(/\s+/)))
    .filter((part) => part !== '');
}

/** The SQL of the members, or the errors of the model. */
async function compiled(texts: Texts): Promise<string[][]> {
  const compiler = sharedCompiler();
  const files = asFiles(texts);
  const model = JSON.stringify(texts);
  const { errors } = await compiler.compile({ files, model });
  if (errors.length > 0) return errors.map(({ message }) => [message]);
  const found: string[][] = [];
  for (const name of ['subject', 'user']) {
    const query = {
      measures: [],
      dimensions: [`a.${name}`],
      segments: [],
      timeDimensions: [],
      filters: [],
      limit: 1,
      offset: 0,
      timezone: 'UTC',
      ungrouped: true,
      total: false,
    };
    const answer = await compiler.queryModel({
      model,
      files: async () => files,
      request: { kind: 'query', query, securityContext: {} },
    });
    found.push(answer.kind === 'query' ? normal(answer.plan.sql) : [JSON.stringify(answer)]);
  }
  return found;
}

function actionsAt({ texts, file }: Sample, start: number, end: number, only: string): CodeAction[] {
  const index = indexOf(texts);
  const path = `model/${file}`;
  return codeActions(index, path, index.rangeOf(path, { start, end }), { diagnostics: [], only: [only] }, uriOf);
}

describe('refactorings of texts', function () {
  this.timeout(600_000);
  const seed = testSeed();
  const all = [...styles.yaml, ...styles.javascript];

  /** Applies the actions that `ask` gets, and compares the SQL. Returns how many there were. */
  async function check(ask: (one: Sample, random: Random) => CodeAction[], random: Random): Promise<number> {
    let count = 0;
    for (const style of all) {
      for (let i = 0; i < someOf(60); i += 1) {
        const parts = expression(random);
        const one = sample(parts, style);
        if (!one) continue;
        const [action] = ask(one, random).filter(({ edit }) => edit);
        if (!action) continue;
        count += 1;
        const after = apply(indexOf(one.texts), action);
        const context = `seed ${seed}, ${style}: ${action.title}\n${one.texts[one.file]}\n→\n${Object.values(after).join('\n')}`;
        const before = await compiled(one.texts);
        assert.ok(
          before.every(([first]) => first === 'SELECT'),
          `${before.join('\n')}\n${context}`,
        );
        assert.deepEqual(await compiled(after), before, context);
      }
    }
    return count;
  }

  it('extract the same SQL', async () => {
    const count = await check((one, random) => {
      const operandsOf = one.parts.filter((_, i) => i % 2 === 0);
      const from = Math.floor(random() * operandsOf.length);
      const to = from + Math.floor(random() * (operandsOf.length - from));
      return actionsAt(one, operandsOf[from]!.start, operandsOf[to]!.end, 'refactor.extract');
    }, seeded(seed));
    assert.ok(count >= someOf(60), `${count} extractions`);
  });

  it('inline the same SQL', async () => {
    const count = await check((one) => {
      const at = one.texts[one.file]!.lastIndexOf('subject}');
      return actionsAt(one, at, at, 'refactor.inline');
    }, seeded(seed));
    assert.ok(count >= someOf(60), `${count} inlined`);
  });

  it('convert to the same SQL', async () => {
    const count = await check((one) => {
      const at = one.texts[one.file]!.search(/(?<=name: |cube\(`)a\b/);
      return actionsAt(one, at, at, 'refactor.rewrite');
    }, seeded(seed));
    assert.ok(count >= someOf(20), `${count} conversions`);
  });
});
