import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Compiler } from '../../src/compiler/compiler.ts';
import { operations } from '../../src/contract/operations.ts';
import { type RunningEmulator, startEmulator } from '../../src/emulator/emulator.ts';
import { placeErrors } from '../../src/model/placement/placeErrors.ts';
import type { Client } from '../../src/platform/client.ts';
import { repository } from '../vscode/locations.ts';
import { clientOf, Workbench } from './workbench.ts';

const corpus = path.join(repository, '../shared/corpus');
const fixtures = path.join(repository, 'test/model/fixtures');

interface Verdict {
  errors: string[];
  cubes: number;
}

/** A model as files on disk, by path relative to its model folder. */
function filesOf(folder: string): Map<string, Buffer> {
  const found = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'SOURCE.txt')
    .map((entry) => path.join(entry.parentPath, entry.name));
  return new Map(
    found.sort().map((file) => [path.relative(folder, file).split(path.sep).join('/'), readFileSync(file)]),
  );
}

describe('a model in a project', function () {
  this.timeout(120_000);
  let emulator: RunningEmulator;
  let client: Client;
  let compiler: Compiler;

  before(async () => {
    emulator = await startEmulator({ buildMs: 10 });
    client = clientOf(emulator);
    compiler = new Compiler({ bundlePath: path.join(repository, 'dist/compiler.cjs') });
  });
  after(async () => {
    client.dispose();
    compiler.dispose();
    await emulator.close();
  });

  /** Binds the model to a new deployment, opens dev mode, pushes and validates. */
  async function bring(name: string, files: ReadonlyMap<string, Buffer>, verdict: Verdict): Promise<void> {
    const { id } = await client.call(operations.createDeployment, { body: { name } });
    const bench = new Workbench(emulator, id);
    try {
      const project = new Map<string, Buffer>([['cube.js', Buffer.from('module.exports = {};\n')]]);
      for (const [file, bytes] of files) project.set(`model/${file}`, bytes);
      for (const [file, bytes] of project) bench.write(file, bytes);
      await bench.session.loadModel();
      assert.equal([...bench.session.model.index.files].length, files.size);

      const params = { deploymentId: id };
      const { deployBranchName } = await client.call(operations.getDeploymentSettings, { params });
      const engine = await bench.session.openDevMode(deployBranchName ?? 'main');
      const plan = await engine.refresh();
      assert.deepEqual(
        plan.pushes.map((entry) => entry.path),
        [...project.keys()].sort(),
      );
      const result = await engine.push({ plan, confirmed: true });
      assert.equal(result.halt, undefined);
      assert.ok(result.verified);
      const branchName = bench.session.branchName ?? '';
      const sha1 = (bytes: Buffer) => createHash('sha1').update(bytes).digest('hex');
      assert.deepEqual(
        await bench.hashes(branchName),
        new Map(Array.from(project, ([file, bytes]) => [file, sha1(bytes)] as const).sort()),
      );

      const answer = await client.call(operations.validate, { params, query: { branchName } });
      assert.deepEqual(answer.errors.map(({ message }) => message).sort(), [...verdict.errors].sort());
      assert.equal(answer.cubesCount, verdict.cubes);
      assert.equal(answer.valid, verdict.errors.length === 0);

      await bench.session.validate();
      const shown = [...bench.session.model.problems.value.values()].flat();
      for (const { file, range } of shown) {
        const text = file === '' ? '' : project.get(file)?.toString('utf8');
        assert.ok(text !== undefined, `${file} is no file of the model`);
        const lines = text.split('\n');
        assert.ok(
          range.start.line < lines.length && range.end.line < lines.length,
          `${file} has no line ${range.end.line}`,
        );
        assert.ok(range.end.character <= (lines[range.end.line]?.length ?? 0), `${file}:${range.end.line} is shorter`);
      }
      // Each reported error is placed or has a cause that is shown.
      const { index } = bench.session.model;
      for (const error of answer.errors) {
        const [placed] = placeErrors(index, [error], []);
        assert.ok(placed, `lost: ${error.message}`);
        assert.ok(project.has(placed.file) || placed.file === '', `${placed.file} is no file of the model`);
      }
      assert.equal(shown.some(({ severity }) => severity === 'error') || answer.valid, true);
      if (answer.valid)
        assert.deepEqual(
          shown.filter(({ severity }) => severity === 'error'),
          [],
        );
    } finally {
      bench.close();
    }
  }

  describe('from our own fixtures', () => {
    for (const name of readdirSync(fixtures)) {
      it(`${name}: is uploaded unchanged and gets the compiler’s result, each error at its location`, async () => {
        const files = filesOf(path.join(fixtures, name));
        const sources = Array.from(files, ([fileName, bytes]) => ({ fileName, content: bytes.toString('utf8') }));
        const { errors, cubes } = await compiler.compile({ files: sources });
        await bring(name, files, { errors: errors.map(({ message }) => message), cubes });
      });
    }
  });

  describe('from the corpus', () => {
    const verdicts = path.join(corpus, 'verdicts.json');
    if (!existsSync(verdicts)) {
      it(`skipped: there is no corpus at ${path.relative(repository, corpus)}`);
      return;
    }
    const { sets } = JSON.parse(readFileSync(verdicts, 'utf8')) as { sets: Record<string, Verdict> };
    for (const [name, verdict] of Object.entries(sets)) {
      it(`${name}: is uploaded unchanged and gets the compiler’s result, each error at its location`, () =>
        bring(name, filesOf(path.join(corpus, name)), verdict));
    }
  });
});
