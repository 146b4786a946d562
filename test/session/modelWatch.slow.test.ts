import assert from 'node:assert/strict';
import { mkdirSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ProjectModel } from '../../src/model/project/projectModel.ts';
import { watchModel } from '../../src/session/modelWatch.ts';
import { waitFor } from '../run/waitFor.ts';
import { removeTemporaryFolders, temporaryFolder } from '../sync/temporary.ts';

describe('the watch of a model folder', () => {
  let project: string;
  let model: ProjectModel;
  let stop: () => void;

  const put = (file: string, text = `cubes:\n  - name: ${path.basename(file, '.yml')}\n    sql_table: t\n`) => {
    const target = path.join(project, file);
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, text);
  };
  const known = () => [...model.saved.files].map((file) => file.path).sort();
  const knows = (...files: string[]) => {
    return waitFor(`the model has ${files}`, () => String(known()) === String(files.sort()), known);
  };

  beforeEach(() => {
    project = temporaryFolder();
  });
  afterEach(() => {
    stop();
    model.dispose();
    removeTemporaryFolders();
  });
  const start = async (modelFolder = 'model') => {
    model = new ProjectModel({ projectFolder: project, modelFolder });
    const failures: unknown[] = [];
    const watch = watchModel(
      model,
      (paths) => void model.readChanged(paths),
      (failure) => failures.push(failure),
    );
    stop = () => {
      watch.dispose();
      assert.deepEqual(failures, []);
    };
    await model.load();
  };

  it('sees files of folders that are created at once, also where there was no model folder', async () => {
    await start();
    put('model/cubes/orders.yml');
    await knows('model/cubes/orders.yml');
    put('model/cubes/deep/er/customers.yml');
    put('model/views/sales.yml');
    await knows('model/cubes/deep/er/customers.yml', 'model/cubes/orders.yml', 'model/views/sales.yml');
    rmSync(path.join(project, 'model/cubes/orders.yml'));
    await knows('model/cubes/deep/er/customers.yml', 'model/views/sales.yml');
  });

  it('sees many files that another program writes, moves and deletes', async () => {
    put('model/cubes/one.yml');
    await start();
    for (let i = 0; i < 200; i += 1) put(`model/new/part${i % 7}/cube${i}.yml`);
    renameSync(path.join(project, 'model/new/part0'), path.join(project, 'model/moved'));
    rmSync(path.join(project, 'model/new/part1'), { recursive: true });
    const expected = Array.from({ length: 200 }, (_, i) => i)
      .filter((i) => i % 7 !== 1)
      .map((i) => (i % 7 === 0 ? `model/moved/cube${i}.yml` : `model/new/part${i % 7}/cube${i}.yml`));
    await knows('model/cubes/one.yml', ...expected);
  });

  it('sees what changes while it begins, and a copy with an old date', async () => {
    for (let i = 0; i < 50; i += 1) put(`model/cubes/cube${i}.yml`);
    const started = start();
    put('model/cubes/cube7.yml', 'cubes:\n  - name: other\n    sql_table: t\n');
    put('model/late/late.yml');
    const old = new Date(Date.now() - 1e9);
    utimesSync(path.join(project, 'model/late/late.yml'), old, old);
    await started;
    const files = Array.from({ length: 50 }, (_, i) => `model/cubes/cube${i}.yml`);
    await knows('model/late/late.yml', ...files);
    await waitFor('the new text', () => model.saved.definitions.some(({ name }) => name === 'other'));
  });

  it('sees a model folder that is deleted and written again, several times', async () => {
    put('model/cubes/a.yml');
    await start();
    for (let round = 0; round < 5; round += 1) {
      rmSync(path.join(project, 'model'), { recursive: true });
      if (round % 2) await knows();
      put(`model/cubes/b${round}.yml`);
      put(`model/views/c${round}.yml`);
      await knows(`model/cubes/b${round}.yml`, `model/views/c${round}.yml`);
      put(`model/cubes/d${round}.yml`);
      await knows(`model/cubes/b${round}.yml`, `model/cubes/d${round}.yml`, `model/views/c${round}.yml`);
    }
  });

  it('sees a model folder that was renamed away and back', async () => {
    put('model/cubes/a.yml');
    await start();
    renameSync(path.join(project, 'model'), path.join(project, 'other'));
    await knows();
    put('other/cubes/b.yml');
    renameSync(path.join(project, 'other'), path.join(project, 'model'));
    await knows('model/cubes/a.yml', 'model/cubes/b.yml');
    put('model/cubes/c.yml');
    await knows('model/cubes/a.yml', 'model/cubes/b.yml', 'model/cubes/c.yml');
  });

  it('leaves hidden folders and installed packages alone, and sees a model folder that is the project', async () => {
    await start('.');
    put('node_modules/some/model/a.yml');
    put('.git/b.yml');
    put('sub/orders.yml');
    await knows('sub/orders.yml');
  });
});
