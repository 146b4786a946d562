import assert from 'node:assert/strict';
import { BodyBudget } from '../../../src/emulator/server/bodyBudget.ts';

describe('BodyBudget', () => {
  it('never grants more than it has, and grants in the order of the calls', async () => {
    const budget = new BodyBudget(10);
    const granted: string[] = [];
    const take = (name: string, bytes: number) =>
      budget.take(bytes).then((release) => {
        granted.push(name);
        return release;
      });
    const first = take('first', 6);
    const second = take('second', 6);
    const third = take('third', 4);
    const release = await first;
    // The third would fit, but must not starve the second.
    assert.deepEqual(granted, ['first']);
    release();
    await Promise.all([second, third]);
    assert.deepEqual(granted, ['first', 'second', 'third']);
    (await second)();
    (await third)();
    await take('whole', 10);
  });
});
