/** How often one completion reads its source again. */

import assert from 'node:assert/strict';
import { completion } from '../../../src/language/completion/completion.ts';
import { ModelIndex } from '../../../src/model/index/modelIndex.ts';
import { maskJinja } from '../../../src/model/source/jinja.ts';
import { placeIn } from '../places.ts';

/** An index that counts the texts that are read for a question. */
class CountingIndex extends ModelIndex {
  reads = 0;

  override withText(path: string, text: string): ModelIndex {
    this.reads += 1;
    return super.withText(path, text);
  }
}

function readsIn(name: string, marked: string): number {
  const { path, position } = placeIn({ [name]: marked });
  const index = new CountingIndex();
  index.set(path, marked.replace('▮', ''));
  const { items } = completion(index, path, position);
  assert.ok(items.length > 0, marked);
  return index.reads;
}

const yaml = (typed: string) =>
  `cubes:\n  - name: a\n    sql_table: t\n    dimensions:\n      - name: x\n        ${typed}\n      - name: y\n        sql: y\n        type: string\n`;
const javaScript = (typed: string) =>
  `cube(\`a\`, {\n  sqlTable: \`t\`,\n  dimensions: {\n    x: { ${typed} },\n    y: { sql: \`y\`, type: \`string\` },\n  },\n});\n`;

describe('reads of a source by completion', () => {
  for (const typed of ['sql: "{▮}"', 'sql: "{▮', 'sql: {▮', 'sql: {▮}', 'sql: "{CUBE}.▮"', 'type: ▮', '▮', '▮: y']) {
    it(`is one in YAML: ${typed}`, () => {
      assert.ok(readsIn('a.yml', yaml(typed)) <= 1);
    });
    it(`is one in a template: ${typed}`, () => {
      assert.ok(readsIn('a.yml.jinja', `{% set a = 1 %}\n${yaml(typed)}`) <= 1);
    });
  }

  for (const typed of ['sql: `${▮}`', 'sql: `${▮', 'sql: `${CUBE}.▮`', 'type: `▮`', '▮', '▮: `y`']) {
    it(`is one in JavaScript: ${typed}`, () => {
      assert.ok(readsIn('a.js', javaScript(typed)) <= 1);
    });
  }

  it('finds the tags of a template once for all features, and again for a changed text', () => {
    const text = `{% set a = 1 %}\n${yaml('sql: "{{ a }}"')}`;
    assert.equal(maskJinja(text), maskJinja(text));
    assert.deepEqual(maskJinja(`${text}{{ a }}`).tags.length, maskJinja(text).tags.length + 1);
    for (let at = 0; at < 20; at += 1) maskJinja(`${text}# ${at}\n`);
    assert.deepEqual(maskJinja(text).tags.length, 2);
  });
});
