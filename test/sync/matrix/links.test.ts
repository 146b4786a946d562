import { strict as assert } from 'node:assert';
import { readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { hashOf } from '../../../src/base/hash.ts';
import { filesIn, put, temporaryFolder } from '../temporary.ts';
import { useTransferFixture } from './transferFixture.ts';

describe('symbolic links', () => {
  const fixture = useTransferFixture();
  before(() => fixture.createBranch('links'));

  it('does not enter a linked folder, write through it, or treat it as deleted', async () => {
    const [folder, outside] = [temporaryFolder(), temporaryFolder()];
    put(folder, 'model/shared/a.yml', 'a\n');
    put(folder, 'model/own.yml', 'own\n');
    const engine = fixture.createEngine(folder);
    await fixture.transferAll(engine, 'push');
    rmSync(join(folder, 'model/shared'), { recursive: true });
    symlinkSync(outside, join(folder, 'model/shared'));
    put(outside, 'secret.yml', 'not for the platform\n');
    await fixture.callAsOtherClient('PUT', 'files', {
      branchName: fixture.branchName,
      files: [{ path: 'model/shared/b.yml', content: 'b\n' }],
    });
    const before = await fixture.listBranch();
    for (const direction of ['push', 'pull'] as const) {
      const result = await fixture.transferAll(engine, direction);
      assert.deepEqual(result.done, []);
      assert.match(result.refused.find(({ path }) => path === 'model/shared')!.reason.message, /link/);
      assert.match(result.refused.find(({ path }) => path === 'model/shared/b.yml')!.reason.message, /link/);
    }
    // The remaining plan after other work leaves it out, too.
    put(folder, 'model/own.yml', 'edited\n');
    await engine.save(['model/own.yml']);
    before.set('model/own.yml', hashOf(Buffer.from('edited\n')));
    assert.deepEqual(
      engine.state.value.plan!.entries.filter(({ kind }) => kind !== 'refused'),
      [],
    );
    await engine.save(['model/shared/secret.yml']);
    assert.match(fixture.refusalOf(engine, 'model/shared/secret.yml'), /link/);
    assert.deepEqual(await fixture.listBranch(), before);
    assert.deepEqual([...filesIn(outside).keys()], ['secret.yml']);
  });

  it('does not read a linked file, replace it, or treat it as deleted', async () => {
    const [folder, outside] = [temporaryFolder(), temporaryFolder()];
    put(outside, 'target.yml', 'target\n');
    put(folder, 'model/a.yml', 'a\n');
    const engine = fixture.createEngine(folder);
    await fixture.transferAll(engine, 'pull');
    await fixture.transferAll(engine, 'push');
    rmSync(join(folder, 'model/a.yml'));
    symlinkSync(join(outside, 'target.yml'), join(folder, 'model/a.yml'));
    await fixture.callAsOtherClient('PUT', 'files', {
      branchName: fixture.branchName,
      files: [{ path: 'model/a.yml', content: 'theirs\n' }],
    });
    const before = await fixture.listBranch();
    for (const direction of ['push', 'pull'] as const)
      assert.deepEqual((await fixture.transferAll(engine, direction)).done, []);
    assert.match(fixture.refusalOf(engine, 'model/a.yml'), /link/);
    assert.deepEqual(await fixture.listBranch(), before);
    assert.equal(readFileSync(join(outside, 'target.yml'), 'utf8'), 'target\n');
  });
});
