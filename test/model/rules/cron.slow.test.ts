/** Schedules are valid or not as in the library that the compiler checks them with. */

import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { isCron } from '../../../src/model/rules/cron.ts';
import { testSeed } from '../../run/testSeed.ts';
import { pick, seeded } from '../mutation/mutant.ts';

const ofCompiler = createRequire(import.meta.resolve('@cubejs-backend/schema-compiler'));
const { parseExpression } = ofCompiler('cron-parser') as { parseExpression(text: string): unknown };

function isAccepted(text: string): boolean {
  try {
    parseExpression(text);
    return true;
  } catch {
    return false;
  }
}

const parts = [
  '*',
  '?',
  'L',
  '0',
  '1',
  '5',
  '7',
  '12',
  '13',
  '23',
  '24',
  '31',
  '59',
  '60',
  '61',
  'jan',
  'Feb',
  'fri',
  'x',
];
const joints = ['', '', '', ',', '-', '/', '#', '*/', '/2', '-5', ',3', '#2', '/0', '-'];

describe('schedules', () => {
  const seed = testSeed();
  it(`are checked as the compiler does (seed ${seed})`, () => {
    const random = seeded(seed);
    const field = () => {
      const joint = pick(random, joints)!;
      return `${pick(random, parts)!}${joint}${joint === '' || random() < 0.3 ? '' : pick(random, parts)!}`;
    };
    const schedules = Array.from({ length: 20_000 }, () => {
      const usual = ['0', '*', '1', '1', '*'].slice(Math.floor(random() * 2));
      const given = usual.map((one) => (random() < 0.35 ? field() : one));
      return random() < 0.05 ? [...given, field()].join(' ') : given.join(' ');
    });
    const wrong = schedules.filter((one) => isCron(one) !== isAccepted(one));
    assert.deepEqual(wrong, []);
    assert.ok(schedules.filter(isCron).length > 1000);
  });
});
