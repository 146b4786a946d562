/** Names inside the tags of templates. */

import assert from 'node:assert/strict';
import { hover } from '../../src/language/hover/hover.ts';
import { definition } from '../../src/language/navigation/definition.ts';
import { references } from '../../src/language/navigation/references.ts';
import { fixture, indexOf } from '../model/models.ts';
import { type Place, placeAt, placeIn, shown, uriOf } from './places.ts';

const ferry = indexOf(fixture('ferry'));
const crossings = 'model/cubes/crossings.yml';

function define({ index, path, position }: Place): string[] {
  return definition(index, path, position, uriOf).map(({ targetUri, targetSelectionRange }) =>
    targetUri.endsWith('.py') ? targetUri : shown(index, targetUri, targetSelectionRange),
  );
}

function uses({ index, path, position }: Place): string[] {
  return references(index, path, position, { includeDeclaration: true }, uriOf).map(({ uri, range }) =>
    shown(index, uri, range),
  );
}

describe('names of templates', () => {
  it('lead to macros in other files, also when they are imported by name', () => {
    assert.deepEqual(define(placeAt(ferry, crossings, 'macros.key', 8)), ['macros.jinja: {%- macro «key»(column) %}']);
    assert.deepEqual(define(placeAt(ferry, crossings, 'macros.key', 2)), [
      "cubes/crossings.yml: {%- import 'macros.jinja' as «macros» -%}",
    ]);
    const macros = '{% macro one(a) %}{{ a }}{% endmacro %}\n';
    const user = "{% from 'm.jinja' import one as first %}\ncubes: []\n# {{ ▮first(1) }}\n";
    assert.deepEqual(define(placeIn({ 'm.jinja': macros, 'a.yml': user })), [
      'm.jinja: {% macro «one»(a) %}{{ a }}{% endmacro %}',
    ]);
  });

  it('are found from the macro, in all files', () => {
    assert.deepEqual(uses(placeAt(ferry, 'model/macros.jinja', 'macro totals', 8)), [
      'macros.jinja: {%- macro «totals»(columns) %}',
      "cubes/crossings.yml: {{ macros.«totals»(['passengers', 'cars']) }}",
    ]);
  });

  it('keep apart the variables of loops and macros', () => {
    const [first, ...rest] = uses(placeAt(ferry, 'model/macros.jinja', 'for column in', 5));
    assert.equal(first, 'macros.jinja: {%- for «column» in columns %}');
    assert.deepEqual(rest, [
      'macros.jinja: - name: total_{{ «column» | safe }}',
      'macros.jinja: sql: {{ «column» | safe }}',
    ]);
    assert.deepEqual(define(placeAt(ferry, 'model/cubes/tickets.yml', 'in ports', 4)), [
      'cubes/tickets.yml: {%- set «ports» = ["north", "south"] -%}',
    ]);
  });

  it('lead to functions of globals.py', () => {
    const place = placeIn({ 'a.yml': 'cubes: []\n# {{ ▮tables(x=1) | safe }}\n' });
    place.index.set('model/globals.py', '@template.function("tables")\ndef tables():\n    return []\n');
    assert.deepEqual(define(place), ['test:/model/globals.py']);
    const text = hover(place.index, place.path, place.position, uriOf)?.contents.value ?? '';
    assert.match(text, /^\*\*function\*\* `tables`\n\n```python\ndef tables\(\):\n```/);
  });

  it('show the first line of their declaration', () => {
    const { index, path, position } = placeAt(ferry, crossings, 'macros.totals', 9);
    assert.equal(
      hover(index, path, position, uriOf)?.contents.value.split('\n\nDefined')[0],
      '**macro** `totals`\n\n```jinja\n{%- macro totals(columns) %}\n```',
    );
  });

  it('are not attributes, filters, texts or keyword arguments', () => {
    const text = "{% set safe = 1 %}{% set b = 2 %}\ncubes: []\n# {{ x.b | ▮safe }} {{ f(b=3, c='b') }}\n";
    const place = placeIn({ 'a.yml': text });
    assert.deepEqual(define(place), []);
    assert.equal(uses(placeAt(place.index, place.path, 'set b', 4)).length, 1);
  });
});
