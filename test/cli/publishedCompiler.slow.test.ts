import assert from 'node:assert/strict';
import { appendFileSync, cpSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { compilerVersion } from '../../src/compiler/compilerVersion.ts';
import { repository } from '../vscode/locations.ts';
import { temporaryFolder } from '../vscode/process/temporaryFolder.ts';
import { runBundle } from './runBundle.ts';

const project = path.join(repository, 'src/emulator/sample/project');
/** `default_filters` of a view are newer. */
const older = '1.6.7';

/** Installs the compiler from npm. */
describe('certify --compiler', () => {
  const folder = temporaryFolder('compilers');
  after(() => folder.remove());
  const certify = (...args: string[]) =>
    runBundle('certify', args, { cwd: folder.path, env: { DATA_MODEL_STATE: folder.path } });
  const bundle = path.join(folder.path, 'compilers', older, 'compiler.cjs');

  it('proves that two versions of the compiler make the same SQL of a model', async () => {
    const { code, stdout, stderr } = await certify(project, '--compiler', '1.6.7');
    assert.deepEqual([code, stderr], [0, '']);
    const { certificate, sentence, files } = JSON.parse(stdout);
    const { equal } = certificate.slices;
    assert.ok(equal > 100);
    assert.equal(sentence, `No number changes: ${equal} of ${equal} slices proved equal.`);
    assert.deepEqual([certificate.compiler, files], [`${older} → ${compilerVersion}`, []]);
  });

  it('shows what an older version does not compile, at its place', async () => {
    const copy = path.join(folder.path, 'copy');
    cpSync(project, copy, { recursive: true });
    const view = path.join(copy, 'model/views/sales.yml');
    const filters = '    default_filters: [{ member: status, operator: equals, values: [shipped] }]\n';
    writeFileSync(view, readFileSync(view, 'utf8').replace('    cubes:\n', `${filters}    cubes:\n`));
    const { mtimeMs } = statSync(bundle);
    const { code, stdout } = await certify(copy, '--compiler', older, '--format', 'text');
    assert.equal(code, 3);
    assert.match(
      stdout,
      /^model\/views\/sales\.yml:\d+:\d+ error compiler 1\.6\.7 does not compile: .*default_filters/m,
    );
    assert.equal(statSync(bundle).mtimeMs, mtimeMs, 'it is installed once');
    const text = await certify(project, '--compiler', older, '--format', 'text');
    assert.match(text.stdout, / The SQL is of the JavaScript planner, compiler 1\.6\.7 → [\d.]+\. Nothing breaks\.\n$/);
  });

  it('installs a compiler again that was changed on the disk', async () => {
    appendFileSync(bundle, '\nprocess.exit(1);');
    const { code, stderr } = await certify(project, '--compiler', older);
    assert.deepEqual([code, stderr], [0, '']);
    assert.doesNotMatch(readFileSync(bundle, 'utf8').slice(-100), /process\.exit\(1\)/);
  });

  it('refuses what is not a version, and says which ones there are not', async () => {
    for (const [version, message] of [
      ['file:..', /--compiler must be a version such as 1\.6\.x, not “file:\.\.”/],
      ['99.x', /npm has no version 99\.x/],
    ] as const) {
      const { code, stderr } = await certify(project, '--compiler', version);
      assert.equal(code, 2);
      assert.match(stderr, message);
    }
    assert.equal((await certify(project)).code, 2);
  });
});
