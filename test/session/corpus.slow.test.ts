import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Compiler } from '../../src/compiler/compiler.ts';
import { operations } from '../../src/contract/operations.ts';
import type { RunningEmulator } from '../../src/emulator/emulator.ts';
import { placeErrors } from '../../src/model/placement/placeErrors.ts';
import type { Client } from '../../src/platform/client.ts';
import { startTestEmulator } from '../emulator/emulatorUnderTest.ts';
import { repository } from '../vscode/locations.ts';
import { clientOf, Workbench } from './workbench.ts';

const corpus = path.join(repository, '../shared/corpus');
const fixtures = path.join(repository, 'test/model/fixtures');

/** The expected result of the compiler. */
interface Expected {
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

describe('a model in a project', () => {
  let emulator: RunningEmulator;
  let client: Client;
  let compiler: Compiler;

  before(async () => {
    emulator = await startTestEmulator({ buildMs: 10 });
    client = clientOf(emulator);
    compiler = new Compiler({ bundlePath: path.join(repository, 'dist/compiler.cjs') });
  });
  after(async () => {
    client.dispose();
    compiler.dispose();
    await emulator.close();
  });

  /** Binds the model to a new deployment, opens dev mode, pushes and validates. */
  async function pushAndValidate(name: string, files: ReadonlyMap<string, Buffer>, expected: Expected): Promise<void> {
    const { id } = await client.call(operations.createDeployment, { body: { name } });
    const workbench = new Workbench(emulator, id);
    try {
      const project = new Map<string, Buffer>([['cube.js', Buffer.from('module.exports = {};\n')]]);
      for (const [file, bytes] of files) project.set(`model/${file}`, bytes);
      for (const [file, bytes] of project) workbench.write(file, bytes);
      await workbench.session.loadModel();
      assert.equal([...workbench.session.model.project.saved.files].length, files.size);

      const params = { deploymentId: id };
      const { deployBranchName } = await client.call(operations.getDeploymentSettings, { params });
      const engine = await workbench.session.openDevMode(deployBranchName ?? 'main');
      const plan = await engine.refresh();
      assert.deepEqual(
        plan.pushes.map((entry) => entry.path),
        [...project.keys()].sort(),
      );
      const result = await engine.push({ plan, confirmed: true });
      assert.equal(result.halt, undefined);
      assert.ok(result.verified);
      const branchName = workbench.session.branchName ?? '';
      const sha1 = (bytes: Buffer) => createHash('sha1').update(bytes).digest('hex');
      assert.deepEqual(
        await workbench.hashes(branchName),
        new Map(Array.from(project, ([file, bytes]) => [file, sha1(bytes)] as const).sort()),
      );

      const answer = await client.call(operations.validate, { params, query: { branchName } });
      assert.deepEqual(answer.errors.map(({ message }) => message).sort(), [...expected.errors].sort());
      assert.equal(answer.cubesCount, expected.cubes);
      assert.equal(answer.valid, expected.errors.length === 0);

      await workbench.session.validate();
      const shown = [...workbench.session.model.problems.value.values()].flat();
      for (const { file, range } of shown) {
        const text = file === '' ? '' : project.get(file)?.toString('utf8');
        assert.ok(text !== undefined, `${file} is not a file of the model`);
        const lines = text.split('\n');
        assert.ok(
          range.start.line < lines.length && range.end.line < lines.length,
          `${file} has no line ${range.end.line}`,
        );
        assert.ok(range.end.character <= (lines[range.end.line]?.length ?? 0), `${file}:${range.end.line} is shorter`);
      }
      // Each reported error is placed or has a cause that is shown.
      const { saved: index } = workbench.session.model.project;
      for (const error of answer.errors) {
        const [placed] = placeErrors(index, [error], []);
        assert.ok(placed, `not placed: ${error.message}`);
        assert.ok(project.has(placed.file) || placed.file === '', `${placed.file} is not a file of the model`);
      }
      assert.equal(shown.some(({ severity }) => severity === 'error') || answer.valid, true);
      if (answer.valid)
        assert.deepEqual(
          shown.filter(({ severity }) => severity === 'error'),
          [],
        );
    } finally {
      workbench.close();
    }
  }

  describe('from the fixtures', () => {
    for (const name of readdirSync(fixtures)) {
      it(`${name}: is uploaded unchanged and gets the compiler’s result, each error at its location`, async () => {
        const files = filesOf(path.join(fixtures, name));
        const sources = Array.from(files, ([fileName, bytes]) => ({ fileName, content: bytes.toString('utf8') }));
        const { errors, cubes } = await compiler.compile({ files: sources });
        await pushAndValidate(name, files, { errors: errors.map(({ message }) => message), cubes });
      });
    }
  });

  describe('from the corpus', () => {
    const results = existsSync(corpus) ? readdirSync(corpus).find((file) => file.endsWith('.json')) : undefined;
    if (results === undefined) {
      it(`skipped: there is no corpus at ${path.relative(repository, corpus)}`);
      return;
    }
    const { sets } = JSON.parse(readFileSync(path.join(corpus, results), 'utf8')) as { sets: Record<string, Expected> };
    for (const [name, expected] of Object.entries(sets)) {
      it(`${name}: is uploaded unchanged and gets the compiler’s result, each error at its location`, () =>
        pushAndValidate(name, filesOf(path.join(corpus, name)), expected));
    }
  });
});
