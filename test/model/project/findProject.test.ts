import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { projectsBelow } from '../../../src/model/project/findProject.ts';

describe('projects below a folder', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'projects '));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const write = (...names: string[]) => {
    for (const name of names) {
      mkdirSync(path.join(folder, path.dirname(name)), { recursive: true });
      writeFileSync(path.join(folder, name), '');
    }
  };
  const found = async (modelFolder = 'model') => {
    const all: string[] = [];
    for await (const one of projectsBelow(folder, modelFolder)) all.push(path.relative(folder, one) || '.');
    return all;
  };

  it('have a configuration file, or cubes or views in their model folder', async () => {
    write(
      'a/cube.js',
      'b/deep/cube.py',
      'c/model/cubes/x.yml',
      'd/model/views/x.yml',
      'e/model/x.yml',
      'f/cubes/x.yml',
    );
    assert.deepEqual(await found(), ['a', 'c', 'd', 'b/deep']);
  });

  it('may contain each other, but not in their models', async () => {
    write('cube.js', 'model/cubes/cube.js', 'packages/one/model/views/x.yml');
    assert.deepEqual(await found(), ['.', 'packages/one']);
  });

  it('are not those of packages, build results, hidden folders and links', async () => {
    write('node_modules/x/cube.js', '.git/cube.js', 'dist/cube.js', 'real/cube.js');
    symlinkSync(path.join(folder, 'real'), path.join(folder, 'link'), 'dir');
    assert.deepEqual(await found(), ['real']);
  });

  it('have the name of the model folder that is asked for', async () => {
    write('a/src/schema/cubes/x.yml', 'b/model/cubes/x.yml');
    assert.deepEqual(await found('src/schema'), ['a']);
  });

  it('are none in a folder that does not exist', async () => {
    rmSync(folder, { recursive: true });
    assert.deepEqual(await found(), []);
  });
});
