/** The fast reader of plain YAML sees exactly what the full parser sees, or refuses. */

import assert from 'node:assert/strict';
import { parseAnyYaml } from '../../../src/model/source/parseYaml.ts';
import type { ValueNode } from '../../../src/model/source/tree.ts';
import { readPlainYaml } from '../../../src/model/source/yamlFast.ts';
import { corpus, fixtures, type Texts } from '../models.ts';
import { mutate, seeded } from '../mutate.ts';

/** Text folded by `>` is only looked at for being there: its blanks do not count. */
function comparable(node: ValueNode): unknown {
  if (node.kind === 'map')
    return { ...node, entries: node.entries.map((entry) => ({ ...entry, value: comparable(entry.value) })) };
  if (node.kind === 'list') return { ...node, items: node.items.map(comparable) };
  if (node.kind === 'scalar' && typeof node.value === 'string')
    return { ...node, value: node.value.replace(/\s+/g, ' ').trim() };
  return node;
}

function isYaml(name: string, text: string): boolean {
  return /\.ya?ml$/.test(name) && !/\{%|%\}|\{\{|\}\}/.test(text);
}

/** Whether the fast reader took the text. */
function compare(text: string, hint: string): boolean {
  const fast = readPlainYaml(text);
  if (fast === undefined) return false;
  const full = parseAnyYaml(text, false);
  assert.deepEqual(full.problems, [], `${hint}\n${text}`);
  assert.deepEqual(fast && comparable(fast), full.root ? comparable(full.root) : null, `${hint}\n${text}`);
  return true;
}

describe('fast reader of plain YAML', () => {
  const models: { name: string; texts: Texts }[] = [...fixtures(), ...(corpus() ?? [])];

  it('reads what people write', () => {
    const refused: string[] = [];
    let taken = 0;
    for (const { name, texts } of models) {
      for (const [file, text] of Object.entries(texts)) {
        if (!isYaml(file, text)) continue;
        if (compare(text, `${name}/${file}`)) taken += 1;
        else refused.push(`${name}/${file}`);
      }
    }
    assert.ok(taken >= refused.length * 5, `${taken} taken, refused: ${refused.join(', ')}`);
  });

  it('agrees with the full parser on broken texts', function () {
    this.timeout(60_000);
    const seed = 4711;
    const random = seeded(seed);
    for (let i = 0; i < 1500; i += 1) {
      const model = models[Math.floor(random() * models.length)]!;
      const mutant = mutate(random, model.texts);
      if (!mutant) continue;
      for (const [file, text] of Object.entries(mutant.texts)) {
        if (text !== model.texts[file] && isYaml(file, text))
          compare(text, `seed ${seed}, ${mutant.kind}: ${mutant.note}`);
      }
    }
  });

  const values = [
    'a',
    '"a"',
    "'a'",
    '1',
    '-1',
    '1.5',
    'true',
    'True',
    'yes',
    'null',
    '~',
    '2024-01-01',
    '2024-01-01 10:00:00',
    'a b',
    'a, b',
    'a # c',
    'a#c',
    '-a',
    '- a',
    '{CUBE}.x',
    '$x',
    '%x',
    '@x',
    '*x',
    '&x y',
    '!x',
    '`x`',
    '[a, b]',
    '[a, "b"]',
    '[]',
    '{}',
    '{a: b}',
    '{a: b, c: [d]}',
    '[a b, c]',
    '[a,]',
    '{a}',
    '0x1F',
    '0o17',
    '.5',
    '1e3',
    'a: b',
    'a:b',
    'http://x/y',
    "it's",
    'a "b"',
    '"a\\n"',
    "'a''b'",
    '"a" b',
    '|',
    '>',
    '=x',
    '<x',
    '(a)',
    'a\n    b',
    '"a',
    'x ',
    'a\t',
    '?x',
    ':x',
    ',x',
    ']',
    '- ',
  ];
  for (const value of values) {
    it(`value ${JSON.stringify(value)}`, () => {
      compare(`k: ${value}\n`, 'after a key');
      compare(`k:\n  - ${value}\n  - z\n`, 'in a list');
      compare(`a:\n  b: ${value}\n  c: d\n`, 'nested');
      compare(`a: |\n  ${value}\n\n   more\nb: >-\n  x\n  y\n`, 'block text');
    });
  }
});
