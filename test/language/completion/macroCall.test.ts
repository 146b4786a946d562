import assert from 'node:assert/strict';
import { completion } from '../../../src/language/completion/completion.ts';
import type { CompletionItem } from '../../../src/language/protocol/protocol.ts';
import { indexOf, type Texts } from '../../model/models.ts';

const macros = `{% macro other() %}{% endmacro %}
{% macro total(column) %}
      - name: total_{{ column }}
        ▮
{% endmacro %}
`;
const cube = `{%- import 'macros.jinja' as macros -%}
cubes:
  - name: orders
    sql_table: shop.orders
    measures:
      - name: count
        type: count
{{ macros.total('amount') }}
    dimensions:
      - name: status
        sql: status
        type: string
`;

/** The items that are offered at `▮` of a file, and the file after an item was inserted. */
function at(path: string, texts: Texts): { items: CompletionItem[]; after(label: string): string } {
  const given = texts[path]!;
  const index = indexOf({ ...texts, [path]: given.replace('▮', '') });
  const file = index.file(`model/${path}`)!;
  const { items } = completion(index, file.path, file.lines.positionAt(given.indexOf('▮')));
  const after = (label: string) => {
    const { textEdit } = items.find((one) => one.label === label) ?? assert.fail(`no ${label}`);
    const [start, end] = [textEdit.range.start, textEdit.range.end].map((one) => file.lines.offsetAt(one));
    return file.text.slice(0, start) + textEdit.newText + file.text.slice(end);
  };
  return { items, after };
}
const typed = (text: string) => macros.replace('▮', text);
const labels = ({ items }: { items: CompletionItem[] }) => items.map(({ label }) => label);

describe('completion in the body of a macro', () => {
  it('knows the keys of the place where another file calls it', () => {
    const found = at('macros.jinja', { 'macros.jinja': macros, 'orders.yml.jinja': cube });
    assert.ok(labels(found).includes('drill_members'), labels(found).join());
    assert.ok(!labels(found).includes('primary_key'));
    assert.match(found.after('type'), /\n {6}- name: total_\{\{ column \}\}\n {8}type: /);
  });

  it('knows the values of a key, and replaces the word that is typed', () => {
    const found = at('macros.jinja', { 'macros.jinja': typed('type: su▮'), 'orders.yml.jinja': cube });
    assert.equal(found.after('sum'), typed('type: sum'));
  });

  it('knows the members of the cube in which it is called', () => {
    const found = at('macros.jinja', { 'macros.jinja': typed('sql: "{▮}"'), 'orders.yml.jinja': cube });
    assert.ok(labels(found).includes('status'), labels(found).join());
    assert.equal(found.after('status'), typed('sql: "{status}"'));
  });

  it('works in the file that calls it, too', () => {
    const own = cube.replace(/^.*import.*$/m, macros.trimEnd()).replace('macros.total', 'total');
    assert.ok(labels(at('orders.yml.jinja', { 'orders.yml.jinja': own })).includes('drill_members'));
  });

  it('offers the names of the template in a tag', () => {
    const found = at('macros.jinja', { 'macros.jinja': typed('title: {{ ▮ }}'), 'orders.yml.jinja': cube });
    assert.deepEqual(labels(found).slice(0, 1), ['column']);
  });

  it('offers no keys if nothing calls it', () => {
    const found = at('macros.jinja', {
      'macros.jinja': macros,
      'orders.yml.jinja': cube.replace('.total(', '.other('),
    });
    assert.deepEqual(labels(found), []);
  });
});
