/** Ways to write templates that compile: our own checks find no error in them, also without the compiler. */

import assert from 'node:assert/strict';
import { diagnose, localProblems } from '../../../src/model/diagnose.ts';
import { compile, indexOf, show } from '../models.ts';

const head = 'cubes:\n  - name: t\n    sql_table: t\n';
const id = '      - {name: id, sql: id, type: number, primary_key: true}\n';

const idioms: Record<string, string> = {
  'items then key': `{% macro d(n) %}      - name: {{ n|safe }}\n        sql: x\n        type: string\n{% endmacro %}\n${head}    dimensions:\n${id}{{ d('a') }}{{ d('b') }}\n    measures:\n      - {name: c, type: count}\n`,
  'item at col 6, then items': `{%- macro d(n) -%}\n- name: {{ n|safe }}\n        sql: x\n        type: string\n{%- endmacro -%}\n${head}    dimensions:\n      {{ d('a') }}\n${id}      {{ d('b') }}\n    measures:\n      - {name: c, type: count}\n`,
  'header macro': `{%- macro h() -%}\nmeasures:\n{%- endmacro -%}\n${head}    dimensions:\n${id}    {{ h() }}\n      - {name: c, type: count}\n`,
  'meta header macro': `{%- macro h() -%}\nmeta:\n{%- endmacro -%}\n${head}    {{ h() }}\n      a: 1\n    dimensions:\n${id}`,
  'block scalar': `{%- macro h() -%}\nselect\n{%- endmacro -%}\ncubes:\n  - name: t\n    sql: |\n      {{ h() }}\n        id: x\n      from t\n    dimensions:\n${id}`,
  'filters in sql text': `{%- macro h() -%}\nselect 1 as id\n{%- endmacro -%}\ncubes:\n  - name: t\n    sql: >\n      filters:\n        {{ h() }}\n          name: x\n    dimensions:\n${id}`,
  'first key': `{%- macro f(n) -%}\nname: {{ n|safe }}\n{%- endmacro -%}\n${head}    dimensions:\n      - {{ f('a') }}\n        sql: a\n        type: string\n        primary_key: true\n`,
  'fields in item': `{%- macro f() -%}\nsql: a\n        type: string\n{%- endmacro -%}\n${head}    dimensions:\n      - name: a\n        {{ f() }}\n        primary_key: true\n`,
  'empty call in item': `{%- macro f() -%}\n{%- endmacro -%}\n${head}    dimensions:\n      - name: a\n      {{ f() }}\n        sql: a\n        type: string\n        primary_key: true\n`,
  'raw braces': `${head}    dimensions:\n${id}      - name: a\n        sql: "{% raw %}{id}{% endraw %} + 1"\n        type: number\n`,
  'brace from tag': `${head}    dimensions:\n${id}      - name: a\n        sql: "{{ '{id}' | safe }} + 1"\n        type: number\n`,
  'loop members refer to each other': `${head}    dimensions:\n${id}      {%- for x in ['a','b'] %}\n      - name: {{ x|safe }}\n        sql: {{ x|safe }}\n        type: number\n      {%- endfor %}\n      - name: s\n        sql: "{a} + {b} + {{ 1 }}"\n        type: number\n`,
  'loop member uses generated': `${head}    dimensions:\n${id}      {%- for x in ['a','b'] %}\n      - name: {{ x|safe }}\n        sql: {{ x|safe }}\n        type: number\n      - name: {{ x|safe }}_2\n        sql: "{ {{- x|safe -}} } * 2 + {id}"\n        type: number\n      {%- endfor %}\n`,
  'dollar dict': `{%- set d = {'a': 'id'} -%}\n${head}    dimensions:\n${id}      - name: a\n        sql: "{CUBE}.{{ d['a']|safe }} + {{ d.a|safe }}"\n        type: number\n`,
  'if in sql': `${head}    dimensions:\n${id}      - name: a\n        sql: "{% if true %}{id}{% else %}{nope}{% endif %} + 1"\n        type: number\n`,
  'never loop': `${head}    dimensions:\n${id}      {%- for x in [] %}\n      - name: {{ x|safe }}\n        sql: "{nope}"\n        type: number\n      {%- endfor %}\n`,
  policy: `${head}    dimensions:\n${id}    access_policy:\n      {%- for g in ['a','b'] %}\n      - group: {{ g|safe }}\n        row_level:\n          filters:\n            - {member: "{CUBE.id}", operator: equals, values: ["{{ g|safe }}"]}\n      {%- endfor %}\n`,
  'join generated 2': `${head}    joins:\n      {%- for j in ['u'] %}\n      - name: {{ j|safe }}\n        sql: "{CUBE.id} = { {{- j|safe -}} .id}"\n        relationship: many_to_one\n      {%- endfor %}\n    dimensions:\n${id}  - name: u\n    sql_table: u\n    dimensions:\n${id}`,
  'uses generated join': `${head}    joins:\n      {%- for j in ['u'] %}\n      - name: {{ j|safe }}\n        sql: "{CUBE.id} = {u.id}"\n        relationship: many_to_one\n      {%- endfor %}\n    dimensions:\n${id}    measures:\n      - {name: m, type: number, sql: "{n} + {u.c}"}\n      - {name: n, type: count}\n  - name: u\n    sql_table: u\n    dimensions:\n${id}    measures:\n      - {name: c, type: count}\n`,
  'view generated': `${head}    dimensions:\n${id}views:\n  - name: v\n    cubes:\n      - join_path: {{ 't'|safe }}\n        includes: [id]\n        prefix: {{ true }}\n      {%- for p in ['t'] %}\n      - join_path: {{ p|safe }}\n        includes: [id]\n        alias: x\n        prefix: true\n      {%- endfor %}\n`,
  'meta with braces': `${head}    meta:\n      x: "{{ 1 }} items"\n    dimensions:\n${id}`,
  'col 0': `{%- macro d(n) %}\n      - name: {{ n|safe }}\n        sql: x\n        type: string\n{%- endmacro -%}\n${head}    dimensions:\n{{ d('a') }}\n        primary_key: true\n      - {name: z, sql: z, type: string}\n`,
  'title json': `${head}    title: "{{ 'A'|safe }} of {{ 'B'|safe }}"\n    dimensions:\n${id}`,
  'case in loop': `${head}    dimensions:\n${id}      - name: a\n        type: string\n        case:\n          when:\n            {%- for i in [1,2] %}\n            - sql: "{id} = {{ i }}"\n              label: L{{ i }}\n            {%- endfor %}\n          else: {label: X}\n`,
  'pre agg list': `${head}    dimensions:\n${id}    measures:\n      - {name: c, type: count}\n    pre_aggregations:\n      - name: p\n        measures: [{% for m in ['c'] %}{{ m|safe }}{% if not loop.last %}, {% endif %}{% endfor %}]\n        dimensions: ["{{ 'id'|safe }}"]\n`,
  'loop over letters F': `${head}    dimensions:\n${id}      - name: a\n        type: string\n        sql: "{{ 'x'|safe }}"\n        title: F{{ ''|safe }}x\n`,
};

describe('templates that compile', () => {
  for (const [title, text] of Object.entries(idioms)) {
    it(title, async () => {
      const texts = { 'a.yml': text };
      assert.deepEqual(await compile(texts), []);
      const index = indexOf(texts);
      assert.equal(show(index, diagnose(index, [])), '');
      // Before the compiler answers, a doubt is a warning.
      const errors = localProblems(index).filter(({ severity }) => severity === 'error');
      assert.equal(show(index, errors), '');
    });
  }
});
