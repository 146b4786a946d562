/** Templates: the local checks find no error if the compiler has none, and each rename leaves a model that compiles. */

import assert from 'node:assert/strict';
import { localProblems } from '../../../src/model/diagnose.ts';
import { definitionsIn, namesIn, templateOccurrences } from '../../../src/model/index/lookup.ts';
import { compile, indexOf, show, type Texts } from '../../model/models.ts';
import { edited, renameAt } from './edited.ts';

const models: Record<string, Texts> = {
  'a macro writes an item that the next lines continue': {
    'cubes/u.yml': `{%- macro dimension(column) -%}
      - name: {{ column | safe }}
        sql: "{CUBE}.{{ column | safe }}"
        type: string
{%- endmacro -%}
cubes:
  - name: u
    sql_table: u
    dimensions:
      {{ dimension('id') }}
        primary_key: true

      {{ dimension(column='city') }}
        title: City
      - name: country
        sql: country
        type: string
`,
  },
  'a macro has keyword arguments': {
    'cubes/o.yml': `{%- macro col(name, kind='string') %}
      - name: {{ name | safe }}
        sql: "{CUBE}.{{ name | safe }}"
        type: {{ kind | safe }}
{%- endmacro %}
cubes:
  - name: o
    sql_table: o
    dimensions:
      {{- col('a', kind='number') }}
      {{- col(name='b') }}
`,
  },
  'texts have tags': {
    'm.jinja':
      "{% macro ratio(part, whole='count') %}1.0 * {% raw %}{{% endraw %}{{ part | safe }}{% raw %}}{% endraw %} / NULLIF({% raw %}{{% endraw %}{{ whole | safe }}{% raw %}}{% endraw %}, 0){% endmacro %}\n",
    'trips.yml': `{%- import 'm.jinja' as m -%}
{%- set rate = 0.3 -%}
cubes:
  - name: trips
    sql: >
      SELECT * FROM trips WHERE {FILTER_PARAMS.trips.at.filter('at')} {% if rate > 0 %} AND rate > {{ rate }} {% endif %}
    joins:
      - name: users
        sql: "{CUBE.user_id} = {users.id} AND {{ rate }} > 0"
        relationship: many_to_one
    dimensions:
      - {name: id, sql: id, type: number, primary_key: true}
      - {name: user_id, sql: user_id, type: number}
      - {name: at, sql: at, type: time}
      - {name: km, sql: km, type: number}
      - {name: cost, sql: "{km} * {{ rate }} + {users.age}", type: number}
      {%- for unit in ['miles', 'yards'] %}
      - name: {{ unit | safe }}
        sql: "{km} * 0.6"
        type: number
      {%- endfor %}
    measures:
      - {name: count, type: count, drill_members: [km, {{ 'cost' | safe }}]}
      - {name: length, type: sum, sql: "{km}"}
      - {name: mean, type: number, sql: "{{ m.ratio('length') | safe }}"}
`,
    'users.yml': `cubes:
  - name: users
    sql_table: users
    dimensions:
      - {name: id, sql: id, type: number, primary_key: true}
      - {name: age, sql: age, type: number}
views:
  - name: v
    cubes:
      - join_path: "{{ 'trips' | safe }}.users"
        includes: [age]
      - join_path: trips
        includes: [count, km]
`,
  },
};

describe('renames in templates', () => {
  for (const [title, texts] of Object.entries(models)) {
    it(title, async () => {
      assert.deepEqual(await compile(texts), []);
      const index = indexOf(texts);
      assert.equal(show(index, localProblems(index)), '');
      for (const file of [...index.files]) {
        const names = [...definitionsIn(file).flatMap(namesIn), ...templateOccurrences(index, file)];
        assert.ok(names.length > 0, file.path);
        for (const { span } of names) {
          const name = file.text.slice(span.start, span.end);
          const place = { index, path: file.path, position: file.lines.positionAt(span.start) };
          const renamed = edited(texts, renameAt(place, `${name}_zq7`));
          const errors = (await compile(renamed)).map(({ message }) => message);
          assert.deepEqual(errors, [], `${name}: ${JSON.stringify(renamed, undefined, 2)}`);
        }
      }
    });
  }
});
