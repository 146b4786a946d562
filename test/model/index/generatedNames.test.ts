/** Names that programs and templates may generate are not reported; other names are, also next to them. */

import assert from 'node:assert/strict';
import { diagnose, localProblems } from '../../../src/model/diagnose.ts';
import { edit } from '../marked.ts';
import { fixture, indexOf, markedText, type Texts } from '../models.ts';

const clinic = fixture('clinic');
const ferry = fixture('ferry');
const fleet = fixture('fleet');

function warnings(texts: Texts): string[] {
  const index = indexOf(texts);
  return localProblems(index).map((one) => `${one.severity} ${markedText(index, one)}`);
}

describe('members of generated definitions', () => {
  it('are reported if nothing in the template can write them', () => {
    assert.deepEqual(warnings(edit(clinic, 'views/care.yml', '- count', '- countx')), ['warning countx']);
    assert.deepEqual(warnings(edit(ferry, 'views/boarding.yml', '- total_cars', '- total_car')), ['warning total_car']);
  });

  it('are reported if nothing in the program can write them', () => {
    assert.deepEqual(warnings(edit(clinic, 'cubes/visits.yml', '{patients.id}', '{patients.number_of}')), [
      'warning number_of',
    ]);
  });

  it('are not reported if they are made of texts of the template or program', () => {
    assert.deepEqual(warnings(edit(clinic, 'views/care.yml', '- total_fee', '- refund_total')), []);
    assert.deepEqual(warnings(edit(clinic, 'cubes/visits.yml', '{patients.id}', '{patients.insurer}')), []);
  });

  it('are not reported if the model compiles', () => {
    const files = {
      ...clinic,
      'cubes/tiny.js': 'const short = (name) => name.slice(0, 3);\n',
      'cubes/patients.js': clinic['cubes/patients.js']!.replace('(name) => [name,', '(name) => [short(name),'),
    };
    const texts = edit(files, 'views/care.yml', '- total_fee', '- total_fe');
    assert.deepEqual(warnings(texts), ['warning total_fe']);
    assert.deepEqual(diagnose(indexOf(texts), []), []);
  });

  it('are not reported if they come from outside', () => {
    const texts = edit(clinic, 'cubes/visits.yml', '["fee", "refund"]', "env_var('AMOUNTS').split(',')");
    assert.deepEqual(warnings(edit(texts, 'views/care.yml', '- count', '- countx')), []);
  });
});

describe('members of a definition with errors', () => {
  it('are reported if the text does not have them', () => {
    const broken = edit(fleet, 'cubes/Trips.js', 'sql: `id`,', 'sql: `id,');
    const texts = edit(broken, 'views/Delivery.js', 'includes: [`count`, `distance`] }', 'includes: [`cost`] }');
    assert.deepEqual(warnings(texts), ['error `id,', 'warning cost']);
  });

  it('are reported as joins if the text does not have them', () => {
    const bakery = fixture('bakery');
    const broken = edit(bakery, 'cubes/customers.yml', 'type: number', 'type number');
    const texts = edit(broken, 'views/sales.yml', 'join_path: orders.stores', 'join_path: customers.stores');
    assert.deepEqual(warnings(texts), ['error type number', 'warning stores']);
  });

  it('are looked up once in views that include each other', () => {
    const view = (name: string, other: string) =>
      `  - name: ${name}\n    cubes:\n      - join_path: ${other}\n        includes: "*"\n`;
    const texts = {
      'a.yml': `views:\n${view('a', 'b')}${view('b', 'a')}    folders:\n      - { name: Main, includes: [c] }\n`,
    };
    assert.deepEqual(warnings(texts), ['warning c']);
  });
});
