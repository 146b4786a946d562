import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { Repository } from '../../../src/emulator/git/repository.ts';
import { temporaryFolder } from '../../vscode/process/temporaryFolder.ts';

describe('the repository of a deployment', () => {
  const folder = temporaryFolder('repository');
  after(() => folder.remove());

  it('keeps the bytes of the latest trees in memory, not those of every save', async () => {
    const gitdir = path.join(folder.path, 'repository.git');
    const repository = await Repository.open(gitdir, 'main');
    const shared = await repository.writeFile(Buffer.from('shared'));
    const save = async (number: number) => {
      const blob = await repository.writeFile(Buffer.from(`save ${number}`));
      await repository.writeTree(
        new Map([
          ['a.yml', blob],
          ['b.yml', shared],
        ]),
      );
      return blob;
    };
    const first = await save(0);
    assert.equal(Buffer.from(await repository.readFile(first)).toString(), 'save 0');
    let last = first;
    for (let number = 1; number <= 100; number += 1) last = await save(number);
    rmSync(path.join(gitdir, 'objects'), { recursive: true });
    assert.equal(Buffer.from(await repository.readFile(last)).toString(), 'save 100');
    assert.equal(Buffer.from(await repository.readFile(shared)).toString(), 'shared');
    await assert.rejects(repository.readFile(first));
  });
});
