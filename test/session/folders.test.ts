import assert from 'node:assert/strict';
import { Folders } from '../../src/session/folders.ts';

const never = () => Promise.reject(new Error('no session opens'));

function folderAt(projectFolder: string) {
  const binding = { connectionId: '', deploymentId: '', projectFolder, modelFolder: 'model' };
  return { workspaceFolder: '/repo', name: projectFolder, binding };
}

describe('the folder of a file', () => {
  it('is that of the innermost project', () => {
    const folders = new Folders(never);
    folders.set([folderAt('/repo'), folderAt('/repo/a')]);
    assert.equal(folders.of('/repo/a/model/x.yml')?.name, '/repo/a');
    assert.equal(folders.of('/repo/ab/model/x.yml')?.name, '/repo');
  });

  it('is undefined if a project inside has the file that is not bound', () => {
    const local = new Folders(never);
    const bound = new Folders(never, local);
    bound.set([folderAt('/repo')]);
    local.set([folderAt('/repo/a')]);
    assert.equal(bound.of('/repo/a/x.query.yml'), undefined);
    assert.equal(local.of('/repo/a/x.query.yml')?.name, '/repo/a');
    assert.equal(bound.of('/repo/x.query.yml')?.name, '/repo');
    bound.set([folderAt('/repo/a')]);
    assert.equal(bound.of('/repo/a/x.query.yml')?.name, '/repo/a');
  });
});
