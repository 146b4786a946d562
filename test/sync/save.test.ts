import { strict as assert } from 'node:assert';
import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import { doneIn, useFixtures } from './engineFixture.ts';
import { FakeFailure } from './fakeBranch.ts';

describe('save', () => {
  const createFixture = useFixtures();

  it('takes one guarded listing, one write and one verifying listing', async () => {
    const fixture = createFixture();
    const engine = await fixture.synced();
    fixture.put('model/a.yml', 'a: 2\n');
    const result = await engine.save(['model/a.yml']);
    assert.deepEqual(doneIn(result), ['push edit model/a.yml']);
    assert.deepEqual(fixture.branch.calls, ['probe', 'hashes', 'put', 'hashes']);
  });

  it('sends no request for unchanged bytes', async () => {
    const fixture = createFixture();
    const engine = await fixture.synced();
    utimesSync(join(fixture.folder, 'model/a.yml'), new Date(), new Date());
    await engine.save(['model/a.yml']);
    assert.deepEqual(fixture.branch.calls, []);
  });

  it('joins saves during a push', async () => {
    const fixture = createFixture();
    const engine = await fixture.synced();
    fixture.put('model/a.yml', 'a: 2\n');
    const first = engine.save(['model/a.yml']);
    fixture.put('model/b.yml', 'b: 2\n');
    fixture.put('cube.js', '2');
    await Promise.all([first, engine.save(['model/b.yml']), engine.save(['cube.js'])]);
    assert.equal(fixture.branch.calls.filter((call) => call === 'put').length, 2);
    assert.deepEqual(fixture.branch.texts(), fixture.local);
  });

  it('leaves a conflict to the user', async () => {
    const fixture = createFixture();
    const engine = await fixture.synced();
    fixture.branch.write('model/a.yml', 'a: theirs\n');
    fixture.put('model/a.yml', 'a: mine\n');
    const result = await engine.save(['model/a.yml']);
    assert.equal(result.conflicts.length, 1);
    assert.equal(fixture.branch.texts()['model/a.yml'], 'a: theirs\n');
  });

  it('keeps files that could not be sent, and pushes them when the platform is reachable', async () => {
    const fixture = createFixture();
    const waits: (() => void)[] = [];
    const clock = {
      now: () => Date.now(),
      delay: (_: number, signal?: AbortSignal) =>
        new Promise<void>((resolve, reject) => {
          waits.push(resolve);
          signal?.addEventListener('abort', () => reject(new Error('aborted')));
        }),
      every: () => () => {},
    };
    const engine = await fixture.synced({ clock });
    fixture.put('model/a.yml', 'a: 2\n');
    fixture.branch.before = () => {
      throw new FakeFailure('refused', 'not-sent');
    };
    await assert.rejects(engine.save(['model/a.yml']));
    assert.equal(engine.state.value.phase, 'offline');
    fixture.branch.before = () => {};
    const sent = new Promise<readonly string[]>((resolve) => engine.onDidPush(({ paths }) => resolve(paths)));
    waits[0]!();
    assert.deepEqual(await sent, ['model/a.yml']);
  });

  it('gives the reason why a file is not synced', async () => {
    const fixture = createFixture();
    const engine = await fixture.synced();
    fixture.put('README.md', 'x');
    const result = await engine.save(['README.md']);
    assert.match(result.refused[0]?.reason.message ?? '', /Only/);
    assert.deepEqual(fixture.branch.calls, []);
  });
});
