import assert from 'node:assert/strict';
import { shareOf, testSeed } from '../../../run/testSeed.ts';
import { runTask } from './runTasks.ts';
import { tasks } from './tasks.ts';

describe('an agent with the tools for assistants and nothing else', function () {
  this.timeout(300_000);
  const seed = testSeed();

  it('has 40 tasks', () => assert.equal(tasks.length, 40));

  for (const task of shareOf(tasks, seed)) {
    it(`does what it is asked for: ${task.kind}: ${task.title} (seed ${seed})`, async () => {
      const { failure, broken } = await runTask(task, 'tools');
      assert.equal(failure, undefined);
      assert.equal(broken, 0);
    });
  }
});
