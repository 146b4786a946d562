import assert from 'node:assert/strict';
import { referenceCompletion } from '../../../src/language/completion/referenceCompletion.ts';
import { indexOf } from '../../model/models.ts';
import { type Case, check, type Frame, offeredIn } from './completionCases.ts';

const macros = `{% macro money(column, digits=2) %}
ROUND({{ column }}, {{ digits }})
{% endmacro %}
{% macro _key(column) %}{{ column }}{% endmacro %}
`;

const head = `{%- import 'macros.jinja' as tools -%}
{%- from 'macros.jinja' import money as euros -%}
{%- set regions = ["north", "south"] -%}
cubes:
  - name: orders
    sql_table: shop.orders
    measures:
`;

const file: Frame = {
  indent: '      ',
  texts: (typed) => ({ 'macros.jinja': macros, 'orders.yml': `${head}      ${typed}\n` }),
};

const cases: readonly Case[] = [
  ['- name: {{ ▮ }}', 'regions tools euros COMPILE_CONTEXT env_var ! money region', '- name: {{ regions }}'],
  ['- name: {{ ▮', 'regions tools euros', '- name: {{ regions'],
  ['- name: {{ reg▮ions }}', '… regions', '- name: {{ regions }}'],
  ['- name: a_{{ ▮ }}_b', 'regions', '- name: a_{{ regions }}_b'],
  ['- sql: "{{ eu▮ }}"', '… euros', '- sql: "{{ euros(|) }}"'],
  ['- sql: "{{ eu▮(\'x\') }}"', '… euros', '- sql: "{{ euros(\'x\') }}"'],
  ['- sql: "{{ tools.▮ }}"', '_key money', '- sql: "{{ tools._key(|) }}"'],
  ['- sql: "{{ tools.mo▮', '… money', '- sql: "{{ tools.money(|)'],
  ['- sql: "{{ other.▮ }}"', ''],
  ['{% for region in ▮ %}\n- name: x\n{% endfor %}', 'regions', '{% for region in regions %}\n- name: x\n{% endfor %}'],
  [
    '{% for region in regions %}\n- name: {{ ▮ }}\n{% endfor %}',
    'region regions',
    '{% for region in regions %}\n- name: {{ region }}\n{% endfor %}',
  ],
  [
    '{% for region in regions %}\n- name: {{ loop.▮ }}\n{% endfor %}',
    'first index index0',
    '{% for region in regions %}\n- name: {{ loop.first }}\n{% endfor %}',
  ],
  ['{% for region in regions %}\n{% endfor %}\n- name: {{ ▮ }}', 'regions ! region'],
  ['- name: {{ regions | ▮ }}', 'abs … upper join', '- name: {{ regions | abs }}'],
  ['- name: {{ regions | up▮', '… upper', '- name: {{ regions | upper'],
  ['- name: {{ "▮" }}', ''],
  ['{% ▮ %}', 'none'],
  ['{% se▮', 'none'],
  ['{% if ▮ %}\n{% endif %}', 'regions', '{% if regions %}\n{% endif %}'],
  ['{% set ▮ = 1 %}', ''],
  ['{% set x = ▮ %}', 'regions ! x', '{% set x = regions %}'],
  ["{% from 'macros.jinja' import ▮ %}", '_key money', "{% from 'macros.jinja' import _key %}"],
  [
    '{% macro x(first, second) %}{{ ▮ }}{% endmacro %}',
    'first regions second tools',
    '{% macro x(first, second) %}{{ first }}{% endmacro %}',
  ],
  ['- name: {{ COMPILE_CONTEXT.▮ }}', 'security_context', '- name: {{ COMPILE_CONTEXT.security_context }}'],
  ['- name: x{# ▮ #}', 'none'],
  [
    '- name: x\n  sql: "{CUBE.▮} {{ regions }}"\n- name: other\n  type: count',
    '… other',
    '- name: x\n  sql: "{CUBE.other} {{ regions }}"\n- name: other\n  type: count',
  ],
];

describe('completion of names in templates', () => {
  for (const one of cases) it(`${one[0].replaceAll('\n', '⏎')} → ${one[1]}`, () => check(file, one));

  it('offers the functions that globals.py gives to templates', () => {
    const text = `${head}      - name: {{  }}\n`;
    const index = indexOf({ 'orders.yml': text });
    index.set(
      'model/globals.py',
      '@template.function("load")\ndef _load(x):\n    pass\n\n@template.function\ndef tables():\n    pass\n\ndef own():\n    pass\n',
    );
    const items = referenceCompletion(index, 'model/orders.yml', text.lastIndexOf('{{') + 3);
    const functions = items?.filter(({ detail }) => detail === 'function of globals.py');
    assert.deepEqual(
      functions?.map(({ label }) => label),
      ['load', 'tables'],
    );
    assert.match(functions?.[1]?.documentation?.value ?? '', /```python\ndef tables\(\):\n```/);
  });

  it('shows the declaration of a macro', () => {
    const { items } = offeredIn(file.texts('- sql: "{{ ▮ }}"'));
    const shown = items?.find(({ label }) => label === 'euros')?.documentation?.value;
    assert.equal(shown, '**macro** `money`\n\n```jinja\n{% macro money(column, digits=2) %}\n```');
  });
});
