/** Folders of tenants next to each other are checked one by one; other duplicates stay what they are. */

import assert from 'node:assert/strict';
import { diagnose, localProblems } from '../../../src/model/diagnose.ts';
import type { ModelIndex } from '../../../src/model/index/modelIndex.ts';
import { compile, indexOf, show, type Texts } from '../models.ts';

const names = ['orders', 'users', 'items', 'shops', 'visits'];
const projectFile =
  "module.exports = {\n  repositoryFactory: ({ securityContext }) => new FileRepository('model/' + securityContext.tenant),\n};\n";

const cube = (name: string, dimension: string, more = '') =>
  `cubes:\n  - name: ${name}\n    sql_table: ${name}\n    dimensions:\n      - name: ${dimension}\n        sql: id\n        type: number\n        primary_key: true\n${more}`;

/** Each folder has its own dimension, which only its own view includes. */
function tenantTexts(folders: readonly string[], cubes: readonly string[] = names): Texts {
  const texts: Texts = {};
  for (const folder of folders) {
    const dimension = `id_${folder.replaceAll('/', '_')}`;
    for (const name of cubes) texts[`${folder}/cubes/${name}.yml`] = cube(name, dimension);
    texts[`${folder}/all.yml`] =
      `views:\n  - name: all_orders\n    cubes:\n      - join_path: orders\n        includes: [${dimension}]\n`;
  }
  return texts;
}

function project(texts: Texts, file = projectFile): ModelIndex {
  const index = indexOf(texts);
  if (file !== '') index.set('cube.js', file);
  return index;
}

const codes = (index: ModelIndex) => localProblems(index).map(({ file, code, severity }) => [file, code, severity]);

describe('tenants', () => {
  it('are one information on the project file that chooses the repository', () => {
    const index = project(tenantTexts(['a', 'b', 'c', 'd', 'e']));
    const problems = localProblems(index);
    assert.equal(problems.length, 1, show(index, problems));
    assert.deepEqual(codes(index), [['cube.js', 'tenant-folders', 'information']]);
    assert.match(problems[0]!.message, /`model\/a`, `model\/b`, `model\/c` and 2 more folders have 6 names in common/);
    assert.match(problems[0]!.message, /`repositoryFactory`.*--model-folder/);
  });

  it('are recognised below another folder, and by `repository_factory`', () => {
    const index = indexOf(tenantTexts(['tenants/a', 'tenants/b'], ['orders']));
    index.set(
      'cube.py',
      "@config('repository_factory')\ndef repository_factory(ctx: dict): return file_repository('x')\n",
    );
    assert.deepEqual(codes(index), [['cube.py', 'tenant-folders', 'information']]);
  });

  it('refer to their own cubes and to the files outside of their folders', () => {
    const use = (member: string) =>
      `views:\n  - name: few\n    cubes:\n      - join_path: orders\n        includes: [${member}]\n      - join_path: countries\n        includes: "*"\n        prefix: true\n`;
    const texts = { ...tenantTexts(['a', 'b']), 'countries.yml': cube('countries', 'id') };
    const good = project({ ...texts, 'b/few.yml': use('id_b') });
    assert.deepEqual(codes(good), [['cube.js', 'tenant-folders', 'information']]);
    // The other tenant has this member.
    const bad = project({ ...texts, 'b/few.yml': use('id_a') });
    assert.deepEqual(
      codes(bad).map(([file]) => file),
      ['cube.js', 'model/b/few.yml'],
    );
  });

  it('keep the duplicates that one of them has', () => {
    const texts = {
      ...tenantTexts(['a', 'b']),
      'b/again.yml': cube('orders', 'id_b'),
      'users.yml': cube('users', 'id'),
    };
    const found = codes(project(texts)).filter(([, code]) => code === 'duplicate-definition');
    assert.deepEqual(found.map(([file]) => file).sort(), [
      'model/b/cubes/orders.yml',
      'model/users.yml',
      'model/users.yml',
    ]);
  });

  it('follow changes of the project file and of the sources', () => {
    const index = project(tenantTexts(['a', 'b'], ['orders']), '');
    assert.deepEqual(
      codes(index).map(([, code]) => code),
      ['duplicate-definition', 'duplicate-definition'],
    );
    index.set('cube.js', projectFile);
    assert.deepEqual(codes(index), [['cube.js', 'tenant-folders', 'information']]);
    index.set('model/b/cubes/orders.yml', cube('orders', 'other'));
    assert.deepEqual(
      codes(index)
        .slice(1)
        .map(([file]) => file),
      ['model/b/all.yml'],
    );
    index.delete('model/b/all.yml');
    index.set('cube.js', `// repositoryFactory\n`);
    assert.deepEqual(codes(index), [['model/b/cubes/orders.yml', 'duplicate-definition', 'error']]);
  });

  it('are an error where no project file chooses between many duplicates', () => {
    const index = project(tenantTexts(['a', 'b']), '');
    assert.deepEqual(codes(index), [['model/b/all.yml', 'tenant-folders', 'error']]);
    assert.match(localProblems(index)[0]!.message, /already a view `all_orders` in `model\/a\/all\.yml`.*6 names/);
    // The platform accepts it, so it chooses.
    assert.deepEqual(diagnose(index, []), []);
  });

  it('are not recognised in few duplicates, or between folders that have little in common', () => {
    const few = project(tenantTexts(['a', 'b'], ['orders', 'users']), '');
    assert.ok(codes(few).every(([, code]) => code === 'duplicate-definition'));
    const own = Object.fromEntries(
      ['a', 'b'].flatMap((folder) =>
        [...Array(9).keys()].map((i) => [`${folder}/${i}.yml`, cube(`${folder}${i}`, 'id')]),
      ),
    );
    const little = project({ ...own, 'a/orders.yml': cube('orders', 'id'), 'b/orders.yml': cube('orders', 'id') });
    assert.deepEqual(codes(little), [['model/b/orders.yml', 'duplicate-definition', 'error']]);
  });

  it('become one error where the platform compiles all folders as one model', async () => {
    const texts = tenantTexts(['a', 'b']);
    const index = project(texts);
    const reported = await compile(texts);
    assert.ok(reported.length >= 6);
    const problems = diagnose(index, reported);
    assert.equal(problems.length, 1, show(index, problems));
    assert.deepEqual([problems[0]!.file, problems[0]!.severity], ['cube.js', 'error']);
    assert.match(problems[0]!.related![0]!.message, /The compiler reports: Found duplicate/);
  });
});
