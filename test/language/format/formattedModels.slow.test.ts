/** Formatting changes no model: of our fixtures, of public models, and of these in other layouts. */

import assert from 'node:assert/strict';
import { Document, isMap, isScalar, parse, visit } from 'yaml';
import { formatText } from '../../../src/language/format/formatText.ts';
import { formattedSql } from '../../../src/language/format/sqlLayout.ts';
import type { QueryObject } from '../../../src/model/documents/queryDocument.ts';
import type { QuerySql } from '../../../src/query/run/runQuery.ts';
import { publicParts } from '../../../src/review/compiled/publicParts.ts';
import { isSameSql } from '../../../src/review/compiled/sameSql.ts';
import { corpus, fixtures, type Texts } from '../../model/models.ts';
import { pick, type Random, seeded } from '../../model/mutation/mutant.ts';
import { CompiledModel } from '../../review/compiled/compiledModel.ts';
import { someOf, testSeed } from '../../run/testSeed.ts';

const publicModels = corpus();
const models = [...fixtures(), ...(publicModels ?? [])];

function formattedTexts(texts: Texts): { formatted: Texts; changed: number; kept: string[] } {
  const kept: string[] = [];
  let changed = 0;
  const formatted = Object.fromEntries(
    Object.entries(texts).map(([name, text]) => {
      const found = formatText(`model/${name}`, text, undefined);
      if (found.kept) kept.push(found.kept.code!);
      assert.deepEqual(formatText(`model/${name}`, found.text, undefined), found, `${name}: formatted twice`);
      assert.deepEqual(referencesIn(found.text), referencesIn(text), `${name}: references`);
      if (found.text !== text) changed += 1;
      return [name, found.text];
    }),
  );
  return { formatted, changed, kept };
}

/** Each `{…}` and template tag, as often as it is there. */
function referencesIn(text: string): string[] {
  return (text.match(/\$?\{[^{}\n]*\}/g) ?? []).filter((one) => /^\$?\{[\w.]+\}$/.test(one)).sort();
}

async function sqlOf(model: CompiledModel, query: QueryObject): Promise<QuerySql | string> {
  try {
    return await model.sql(query);
  } catch (failure) {
    return (failure as Error).message;
  }
}

async function requireSameModel(texts: Texts, formatted: Texts, title: string): Promise<number> {
  const [before, after] = [await CompiledModel.of(texts), await CompiledModel.of(formatted)];
  assert.equal(after === undefined, before === undefined, `${title}: compiles`);
  if (!before || !after) return 0;
  assert.deepEqual(after.meta, before.meta, `${title}: metadata`);
  let asked = 0;
  for (const { name, kind } of publicParts(before.meta).values()) {
    if (kind !== 'measure' && kind !== 'dimension' && kind !== 'segment') continue;
    const query = { [`${kind}s`]: [name] };
    const then: QuerySql | string = await sqlOf(before, query);
    const now: QuerySql | string = await sqlOf(after, query);
    asked += 1;
    if (typeof then === 'string' || typeof now === 'string') assert.equal(now, then, `${title}: ${name}`);
    else assert.ok(isSameSql(then, now, new Map()), `${title}: ${name}\n${then.text}\n${now.text}`);
  }
  return asked;
}

/** The same document with other quotes, indentation, brackets and order of keys. */
function otherLayout(text: string, random: Random): string {
  const document = new Document(undefined);
  document.contents = document.createNode(parse(text, { merge: true })) as never;
  visit(document, {
    Collection(_, node, path) {
      if (isMap(node)) node.items.sort(() => random() - 0.5);
      if (path.length > 6 && random() < 0.15) node.flow = true;
      return undefined;
    },
    Scalar(key, node) {
      if (key === 'key' || typeof node.value !== 'string') return;
      node.type = pick(random, ['PLAIN', 'QUOTE_SINGLE', 'QUOTE_DOUBLE'] as const)!;
    },
    Pair(_, { key }) {
      if (isScalar(key) && random() < 0.1) key.commentBefore = ` about ${String(key.value)}`;
    },
  });
  return document.toString({
    indent: pick(random, [2, 4])!,
    indentSeq: random() < 0.5,
    lineWidth: pick(random, [0, 40])!,
    flowCollectionPadding: random() < 0.5,
  });
}

/** Names, references, literals, operators and brackets, with any white space. */
function randomSql(random: Random): string {
  const words = [
    'a',
    '{CUBE}',
    '{orders.count}',
    '${x}',
    "'x  y'",
    '"b  c"',
    '1e-5',
    '2.5',
    '`d`',
    'SELECT',
    'FROM',
    'WHERE',
  ];
  const signs = [
    '.',
    '(',
    ')',
    ',',
    '+',
    '-',
    '*',
    '/',
    '=',
    '<>',
    '->>',
    '::',
    '||',
    '@>',
    '[1,  2]',
    'CASE WHEN',
    'END',
    'AND',
  ];
  const comments = ['-- c\n', '/* d  e */', 'IN (', 'count(', ' AS '];
  const spaces = ['', ' ', '  ', '\n'];
  const some = (all: readonly string[]) => pick(random, all)!;
  return Array.from({ length: 1 + Math.floor(random() * 14) }, () => {
    const kind = random();
    return some(kind < 0.5 ? words : kind < 0.9 ? signs : comments) + some(spaces);
  }).join('');
}

describe('formatted models', () => {
  const seed = testSeed();

  it(`are the same models (${publicModels ? 'fixtures and public models' : 'fixtures only: no public models here'})`, async function () {
    this.timeout(600_000);
    const counts = { files: 0, changed: 0, kept: 0, asked: 0 };
    for (const { name, texts } of models) {
      const { formatted, changed, kept } = formattedTexts(texts);
      counts.files += Object.keys(texts).length;
      counts.changed += changed;
      counts.kept += kept.length;
      assert.ok(!kept.includes('changed') && !kept.includes('form'), `${name}: ${kept}`);
      counts.asked += await requireSameModel(texts, formatted, name);
    }
    const { files, changed, asked } = counts;
    assert.ok(changed > files / 4 && asked > 100, JSON.stringify(counts));
  });

  it('are the same models after a change of their layout', async function () {
    this.timeout(600_000);
    const random = seeded(seed);
    const plain = models.filter(({ texts }) =>
      Object.entries(texts).every(([name, text]) => /\.ya?ml$/.test(name) && !/\{[%#{]/.test(text)),
    );
    for (let round = 0; round < someOf(100); round += 1) {
      const { name, texts } = pick(random, plain)!;
      const title = `TEST_SEED=${seed} round ${round}, ${name}`;
      const mangled = Object.fromEntries(
        Object.entries(texts).map(([file, text]) => [file, otherLayout(text, random)]),
      );
      const { formatted, kept } = formattedTexts(mangled);
      assert.deepEqual(kept, [], `${title}\n${Object.values(mangled).join('\n')}`);
      await requireSameModel(mangled, formatted, title);
    }
  });

  it('have SQL with the same tokens, and no other layout after a second run', () => {
    const random = seeded(seed);
    let done = 0;
    const squeezed = (text: string) => text.replaceAll(/\s+/g, '');
    for (let round = 0; round < someOf(5_000); round += 1) {
      const sql = randomSql(random);
      for (const isBlock of [true, false]) {
        const once = formattedSql(sql, { isBlock });
        if (once === undefined) continue;
        done += 1;
        const title = `TEST_SEED=${seed} round ${round}: ${JSON.stringify(sql)} → ${JSON.stringify(once)}`;
        assert.equal(squeezed(once), squeezed(sql), title);
        assert.deepEqual(literalsIn(once), literalsIn(sql), title);
        assert.equal(formattedSql(once, { isBlock }), once, title);
      }
    }
    assert.ok(done > 100, `only ${done}`);
  });
});

function literalsIn(sql: string): string[] {
  return (sql.match(/--[^\n]*|'[^']*'|"[^"]*"|\[[^\]]*\]|\/\*.*?\*\/|->>|::|\d+e-\d+|\{[^}]*\}/g) ?? []).map((one) =>
    one.trimEnd(),
  );
}
