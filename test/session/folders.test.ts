import assert from 'node:assert/strict';
import { Folders } from '../../src/session/folders.ts';

const never = () => Promise.reject(new Error('no session opens'));

function folderAt(projectFolder: string) {
  const binding = { connectionId: '', deploymentId: '', projectFolder, modelFolder: 'model' };
  return { workspaceFolder: '/work', name: projectFolder, binding };
}

describe('the folder of a file', () => {
  it('is that of the innermost project', () => {
    const folders = new Folders(never);
    folders.set([folderAt('/work'), folderAt('/work/a')]);
    assert.equal(folders.of('/work/a/model/x.yml')?.name, '/work/a');
    assert.equal(folders.of('/work/ab/model/x.yml')?.name, '/work');
  });

  it('is undefined if a project inside has the file that is not bound', () => {
    const local = new Folders(never);
    const bound = new Folders(never, local);
    bound.set([folderAt('/work')]);
    local.set([folderAt('/work/a')]);
    assert.equal(bound.of('/work/a/x.query.yml'), undefined);
    assert.equal(local.of('/work/a/x.query.yml')?.name, '/work/a');
    assert.equal(bound.of('/work/x.query.yml')?.name, '/work');
    bound.set([folderAt('/work/a')]);
    assert.equal(bound.of('/work/a/x.query.yml')?.name, '/work/a');
  });
});
