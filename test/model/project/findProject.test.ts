import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findProject, projectsBelow } from '../../../src/model/project/findProject.ts';

const cube = 'cubes:\n  - name: orders\n    sql_table: orders\n';

describe('finding projects', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'projects '));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  function write(...files: (string | [name: string, text: string])[]): void {
    for (const file of files) {
      const [name, text] = typeof file === 'string' ? [file, ''] : file;
      mkdirSync(path.join(folder, path.dirname(name)), { recursive: true });
      writeFileSync(path.join(folder, name), text);
    }
  }

  describe('projects below a folder', () => {
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

    for (const [what, name, text] of [
      ['YAML', 'orders.yml', cube],
      ['YAML with another ending', 'orders.yaml', `# Orders\n---\n${cube}`],
      ['views', 'sales.yml', 'views:\n  - name: sales\n'],
      ['a template', 'orders.yml', '{%- set names = ["a"] %}\ncubes:\n{% for name in names %}\n'],
      ['JavaScript', 'orders.js', 'import { x } from "./x";\n\ncube(`orders`, {\n  sql_table: `orders`,\n});\n'],
      ['a subfolder', 'finance/orders.yml', cube],
    ] as const) {
      it(`have a source that defines cubes or views: ${what}`, async () => {
        write([`a/b/model/${name}`, text]);
        assert.deepEqual(await found(), ['a/b']);
      });
    }

    for (const [what, name, text] of [
      ['YAML of other tools', 'user.yml', 'components:\n  cubes:\n    - a\n'],
      ['JavaScript of other tools', 'user.js', "view('home');\nexport const cube = (x) => x ** 3;\n"],
      ['a text', 'readme.md', cube],
      ['a hidden folder', '.cache/orders.yml', cube],
      ['a package', 'node_modules/x/orders.yml', cube],
    ] as const) {
      it(`are not folders with ${what} in “model”`, async () => {
        write([`a/model/${name}`, text]);
        assert.deepEqual(await found(), []);
      });
    }

    it('may contain each other, but not in their models', async () => {
      write('cube.js', 'model/cubes/cube.js', ['model/cubes/model/x.yml', cube], 'packages/one/model/views/x.yml');
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

    it('can be their own model folder', async () => {
      write(['a/orders.yml', cube], ['a/finance/x.yml', cube], 'b/cubes/x.yml', ['c/deep/orders.yml', cube]);
      assert.deepEqual(await found('.'), ['a', 'b', 'c/deep']);
    });

    it('are none in a folder that does not exist', async () => {
      rmSync(folder, { recursive: true });
      assert.deepEqual(await found(), []);
    });
  });

  describe('the project of a file', () => {
    const projectOf = async (file: string, modelFolder = 'model') => {
      const project = await findProject(path.join(folder, file), folder, modelFolder);
      return project && (path.relative(folder, project.projectFolder) || '.');
    };

    it('is the nearest folder whose model has the file', async () => {
      write('cube.js', ['model/orders.yml', cube], ['packages/one/model/orders.yml', cube]);
      assert.equal(await projectOf('packages/one/model/orders.yml'), 'packages/one');
      assert.equal(await projectOf('model/orders.yml'), '.');
    });

    it('is the one that a search finds: a model contains no project', async () => {
      write('model/cubes/a.yml', ['model/views/model/b.yml', cube]);
      assert.equal(await projectOf('model/views/model/b.yml'), '.');
    });

    it('is undefined for a file of another tool, and for one outside of the workspace folder', async () => {
      write(['a/model/user.yml', 'components: {}\n'], ['b/model/orders.yml', cube]);
      assert.equal(await projectOf('a/model/user.yml'), undefined);
      assert.equal(
        await findProject(path.join(folder, 'b/model/orders.yml'), path.join(folder, 'a'), 'model'),
        undefined,
      );
    });
  });
});
