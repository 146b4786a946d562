/** Renames in templates: texts of which tags write a part, arguments of macros, and their parameters. */

import assert from 'node:assert/strict';
import { definition } from '../../../src/language/navigation/definition.ts';
import { references } from '../../../src/language/navigation/references.ts';
import { localProblems } from '../../../src/model/diagnose.ts';
import { indexOf } from '../../model/models.ts';
import { type Place, placeIn, shown, uriOf } from '../places.ts';
import { changedLines, groups, renameAt } from './edited.ts';

const trips = `{%- set rate = 0.3 %}
cubes:
  - name: trips
    sql_table: trips
    joins:
      - name: users
        sql: "{CUBE}.user_id = {users.id} AND {{ rate }} > 0"
        relationship: many_to_one
    dimensions:
      - {name: id, sql: id, type: number, primary_key: true}
      - {name: km, sql: km, type: number}
      - name: cost
        sql: "{km} * {{ rate }} + {CUBE.{{ 'k' | safe }}m} + {users.age}"
        type: number
      {%- for unit in ['miles'] %}
      - name: {{ unit | safe }}
        sql: "{km} * 0.6"
        type: number
      {%- endfor %}
`;
const users = `cubes:
  - name: users
    sql_table: users
    dimensions:
      - {name: id, sql: id, type: number, primary_key: true}
      - {name: age, sql: age, type: number}
`;

function uses({ index, path, position }: Place): string[] {
  return references(index, path, position, { includeDeclaration: false }, uriOf).map(({ uri, range }) =>
    shown(index, uri, range),
  );
}

describe('a text with template tags', () => {
  const model = (text: string) => ({ 'trips.yml': text, 'users.yml': users });

  it('has definitions and references', () => {
    const place = placeIn(model(trips.replace('"{km} * {{', '"{k▮m} * {{')));
    const [target] = definition(place.index, place.path, place.position, uriOf);
    assert.equal(
      shown(place.index, target!.targetUri, target!.targetSelectionRange),
      'trips.yml: - {name: «km», sql: km, type: number}',
    );
    assert.deepEqual(
      uses(place).map((line) => line.replace('trips.yml: ', '')),
      ['sql: "{«km»} * {{ rate }} + {CUBE.{{ \'k\' | safe }}m} + {users.age}"', 'sql: "{«km»} * 0.6"'],
    );
  });

  it('is changed by a rename without a question', () => {
    const place = placeIn(model(trips.replace('name: km', 'name: ▮km')));
    assert.deepEqual(changedLines(place, 'length'), [
      'trips.yml: - {name: km, sql: km, type: number} → - {name: length, sql: km, type: number}',
      'trips.yml: sql: "{km} * {{ rate }} + {CUBE.{{ \'k\' | safe }}m} + {users.age}" → sql: "{length} * {{ rate }} + {CUBE.{{ \'k\' | safe }}m} + {users.age}"',
      'trips.yml: sql: "{km} * 0.6" → sql: "{length} * 0.6"',
    ]);
    assert.deepEqual(groups(renameAt(place, 'length')), ['Definition and References']);
  });

  it('has problems', () => {
    const problems = localProblems(
      indexOf(model(trips.replace('"{km} * {{', '"{kmm} * {{').replace('{users.id}', '{users.ids}'))),
    );
    assert.deepEqual(
      problems.map(({ message }) => message.replace(/ The compiler.*/, '')),
      [
        'There is no `ids` in cube `users`. Did you mean `id`?',
        '`kmm` is neither a member of cube `trips` nor a cube. Did you mean `km`?',
      ],
    );
  });

  it('names cubes in a join path behind a generated name', () => {
    const view = `views:
  - name: v
    cubes:
      - join_path: "{{ 'trips' | safe }}.users"
        includes: [age]
      - join_path: trips.{{ 'users' | safe }}
        includes: [id]
`;
    const place = placeIn({
      ...model(trips),
      'users.yml': users.replace('name: users', 'name: ▮users'),
      'v.yml': view,
    });
    assert.deepEqual(
      changedLines(place, 'people').filter((line) => line.startsWith('v.yml')),
      [
        'v.yml: - join_path: "{{ \'trips\' | safe }}.users" → - join_path: "{{ \'trips\' | safe }}.people"',
        "v.yml: - join_path: trips.{{ 'users' | safe }} → - join_path: trips.{{ 'people' | safe }}",
      ],
    );
    const byGroup = renameAt(place, 'people').documentChanges.flatMap(({ edits }) => edits);
    assert.deepEqual(
      byGroup.filter(({ annotationId }) => annotationId === 'template').map(({ range }) => range.start.line),
      [5],
    );
    assert.equal(localProblems(place.index).length, 0);
  });
});

describe('an argument of a macro', () => {
  const macros = '{% macro share(of) %}{{ of | safe }}{% endmacro %}\n';

  it('that names a member of the cube is changed after a question', () => {
    const text = (name: string, cube: string) =>
      `{% import 'm.jinja' as m %}\ncubes:\n  - name: ${cube}\n    sql_table: t\n    measures:\n      - {name: ${name}, type: count}\n      - {name: other, type: number, sql: "{{ m.share('n') }}"}\n`;
    const place = placeIn({ 'm.jinja': macros, 'a.yml': text('▮n', 'a'), 'b.yml': text('x', 'b') });
    assert.deepEqual(changedLines(place, 'total'), [
      'a.yml: - {name: n, type: count} → - {name: total, type: count}',
      'a.yml: - {name: other, type: number, sql: "{{ m.share(\'n\') }}"} → - {name: other, type: number, sql: "{{ m.share(\'total\') }}"}',
    ]);
    assert.ok(groups(renameAt(place, 'total')).some((group) => group.endsWith('?')));
  });

  it('that names its parameter changes with it', () => {
    const file = (text: string) => `${text}cubes:\n  - name: o\n    dimensions:\n`;
    const macro = `{%- macro col(na▮me, kind='string') %}\n      - name: {{ name | safe }}\n        type: {{ kind | safe }}\n{%- endmacro %}\n`;
    const calls = `      {{- m.col('a', kind='number') }}\n      {{- m.col(name='b', kind=other(name='x')) }}\n`;
    const models = { 'm.jinja': macro, 'o.yml': `{% import 'm.jinja' as m %}\n${file('')}${calls}` };
    assert.deepEqual(changedLines(placeIn(models), 'column'), [
      "m.jinja: {%- macro col(name, kind='string') %} → {%- macro col(column, kind='string') %}",
      'm.jinja: - name: {{ name | safe }} → - name: {{ column | safe }}',
      "o.yml: {{- m.col(name='b', kind=other(name='x')) }} → {{- m.col(column='b', kind=other(name='x')) }}",
    ]);
    const atUse = {
      'm.jinja': macro.replace('▮', ''),
      'o.yml': models['o.yml'].replace("kind='number'", "k▮ind='number'"),
    };
    assert.deepEqual(changedLines(placeIn(atUse), 'type_of').length, 4);
  });
});
