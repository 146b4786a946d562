import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as esbuild from 'esbuild';
import { type BuildStep, buildChanged } from '../../build/buildChanged.mjs';
import { waitFor } from '../run/waitFor.ts';
import { filesBelow } from '../vscode/filesBelow.ts';
import { repository } from '../vscode/locations.ts';

describe('buildChanged', () => {
  let folder: string;
  let dist: string;
  let minify: boolean;
  let duringBuild: () => void;

  const at = (name: string) => join(folder, name);
  const write = (name: string, text: string) => {
    mkdirSync(join(at(name), '..'), { recursive: true });
    writeFileSync(at(name), text);
  };

  /** The change time of files has the resolution of the kernel's clock. */
  async function untilClockAdvanced(): Promise<void> {
    const now = () => {
      write('clock', '');
      return statSync(at('clock')).ctimeMs;
    };
    const start = now();
    await waitFor('the clock of the file system has advanced', () => now() > start);
  }

  function step(name: string): BuildStep {
    const options = { entryPoints: [at(`src/${name}.ts`)], bundle: true, format: 'esm' as const, minify };
    const build = async () => {
      const { metafile, outputFiles } = await esbuild.build({
        ...options,
        absWorkingDir: folder,
        outdir: join(dist, name),
        splitting: true,
        chunkNames: 'chunks/[hash]',
        metafile: true,
        write: false,
        logLevel: 'silent',
      });
      duringBuild();
      const inputs = Object.keys(metafile.inputs).map(at);
      return { inputs, files: outputFiles.map(({ path, contents }) => [path, contents] as const) };
    };
    return { name, key: options, owns: join(dist, name, 'chunks'), build };
  }

  async function run(options: { all?: boolean } = {}): Promise<string[]> {
    await untilClockAdvanced();
    return buildChanged([step('first'), step('second')], { dist, shared: [at('lock.json')], ...options });
  }

  const output = (name: string) => readFileSync(join(dist, name), 'utf8');

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'build changed '));
    dist = at('dist');
    minify = false;
    duringBuild = () => {};
    write('src/first.ts', "import { text } from './text.ts';\nconsole.log(text);\nimport('./lazy.ts');\n");
    write('src/text.ts', "export const text = 'one';\n");
    write('src/lazy.ts', "import { value } from 'library';\nconsole.log(value);\n");
    write('src/second.ts', "console.log('second');\n");
    write('node_modules/library/package.json', '{ "name": "library", "main": "main.js" }');
    write('node_modules/library/main.js', "exports.value = 'main';\n");
    write('node_modules/library/other.js', "exports.value = 'other';\n");
    write('lock.json', '{}');
    assert.deepEqual(await run(), ['first', 'second']);
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('builds nothing and writes nothing without a change', async () => {
    const states = () => filesBelow(dist).map((file) => [file, statSync(join(dist, file)).ctimeMs]);
    const before = states();
    assert.deepEqual(await run(), []);
    assert.deepEqual(states(), before);
  });

  it('builds what uses a changed source', async () => {
    write('src/text.ts', "export const text = 'two';\n");
    assert.deepEqual(await run(), ['first']);
    assert.match(output('first/first.js'), /two/);
    assert.deepEqual(await run(), []);
  });

  it('makes a program executable, which a linked command needs after each build', async function () {
    if (process.platform === 'win32') this.skip();
    write('src/first.ts', "#!/usr/bin/env node\nconsole.log('one');\n");
    await run();
    const isExecutable = (name: string) => (statSync(join(dist, name)).mode & 0o100) !== 0;
    assert.deepEqual([isExecutable('first/first.js'), isExecutable('second/second.js')], [true, false]);
  });

  it('sees a change of the same length that has the old time', async () => {
    const { atime, mtime } = statSync(at('src/text.ts'));
    write('src/text.ts', "export const text = 'two';\n");
    utimesSync(at('src/text.ts'), atime, mtime);
    assert.deepEqual(await run(), ['first']);
  });

  it('sees an older file that was moved to the place of a source', async () => {
    write('src/other.ts', "export const text = 'two';\n");
    await run({ all: true });
    renameSync(at('src/other.ts'), at('src/text.ts'));
    assert.deepEqual(await run(), ['first']);
    assert.match(output('first/first.js'), /two/);
  });

  it('fails when a source is gone, and builds when it is back', async () => {
    const text = readFileSync(at('src/text.ts'), 'utf8');
    rmSync(at('src/text.ts'));
    await assert.rejects(run(), /text\.ts/);
    await assert.rejects(run(), /text\.ts/);
    write('src/text.ts', text);
    assert.deepEqual(await run(), ['first']);
  });

  it('sees a changed file of a package, and changed settings of a package', async () => {
    write('node_modules/library/main.js', "exports.value = 'patched';\n");
    assert.deepEqual(await run(), ['first']);
    write('node_modules/library/package.json', '{ "name": "library", "main": "other.js" }');
    assert.deepEqual(await run(), ['first']);
    assert.match(output(`first/chunks/${readdirSync(join(dist, 'first/chunks'))[0]}`), /other/);
  });

  it('sees new settings next to a source', async () => {
    write('src/tsconfig.json', '{ "compilerOptions": { "target": "es5" } }');
    assert.deepEqual(await run(), ['first', 'second']);
  });

  it('builds everything when a shared input or the options changed', async () => {
    write('lock.json', '{ "library": 2 }');
    assert.deepEqual(await run(), ['first', 'second']);
    minify = true;
    assert.deepEqual(await run(), ['first', 'second']);
    assert.deepEqual(await run(), []);
    minify = false;
    assert.deepEqual(await run(), ['first', 'second']);
  });

  it('builds what is missing or not as it was written', async () => {
    rmSync(join(dist, 'second/second.js'));
    assert.deepEqual(await run(), ['second']);
    truncateSync(join(dist, 'first/first.js'), 10);
    assert.deepEqual(await run(), ['first']);
    rmSync(dist, { recursive: true });
    assert.deepEqual(await run(), ['first', 'second']);
    write(`dist/${readdirSync(dist).find((name) => name.endsWith('.json'))}`, '{ "first"');
    assert.deepEqual(await run(), ['first', 'second']);
  });

  it('keeps no chunk of an earlier build', async () => {
    const [before] = readdirSync(join(dist, 'first/chunks'));
    write('src/lazy.ts', "console.log('changed');\n");
    await run();
    const after = readdirSync(join(dist, 'first/chunks'));
    assert.equal(after.length, 1);
    assert.notEqual(after[0], before);
  });

  it('builds again what changed during its build', async () => {
    write('src/text.ts', "export const text = 'two';\n");
    duringBuild = () => write('src/text.ts', "export const text = 'three';\n");
    assert.deepEqual(await run(), ['first']);
    duringBuild = () => {};
    assert.deepEqual(await run(), ['first']);
    assert.match(output('first/first.js'), /three/);
    assert.deepEqual(await run(), []);
  });

  it('builds the right thing when builds run at the same time, with a change between them', async () => {
    write('src/text.ts', "export const text = 'two';\n");
    let second: Promise<string[]> | undefined;
    duringBuild = () => {
      duringBuild = () => {};
      write('src/text.ts', "export const text = 'three';\n");
      second = run();
    };
    await run();
    await second;
    await run();
    assert.match(output('first/first.js'), /three/);
    assert.deepEqual(await run(), []);
    assert.deepEqual(
      readdirSync(dist).filter((name) => name.startsWith('.build-')),
      [],
    );
  });
});

describe('esbuild.mjs', () => {
  it('writes nothing when nothing changed', async () => {
    const dist = join(repository, 'dist');
    const states = () => filesBelow(dist).map((file) => [file, statSync(join(dist, file)).ctimeMs]);
    const build = () => promisify(execFile)(process.execPath, ['esbuild.mjs', '--quiet'], { cwd: repository });
    await build();
    const before = states();
    await build();
    assert.deepEqual(states(), before);
  });
});
