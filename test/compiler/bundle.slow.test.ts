/** The compiler as it is shipped: size, licences, and no paths of the build machine. */

import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import * as esbuild from 'esbuild';
import { thirdPartyNotices } from '../../build/notices.mjs';
import { compilerBundle } from '../../src/compiler/bundle.mjs';
import { asFiles, findings, makeCompiler } from './compilerUnderTest.ts';
import { validModel } from './errorTable.ts';

describe('compiler bundle', () => {
  let folder: string;
  let metafile: esbuild.Metafile;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'compiler bundle '));
    const common = { bundle: true, platform: 'node', target: 'node20', format: 'esm', minify: true, logLevel: 'error' };
    const options = { ...compilerBundle(common), outfile: join(folder, 'compiler.cjs'), metafile: true as const };
    ({ metafile } = await esbuild.build(options));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  it('consists of two files below the size limits', () => {
    assert.deepEqual(readdirSync(folder).sort(), ['compiler.cjs', 'minijinja_js_bg.wasm']);
    const script = readFileSync(join(folder, 'compiler.cjs'));
    const packed = gzipSync(script).length + gzipSync(readFileSync(join(folder, 'minijinja_js_bg.wasm'))).length;
    console.log(`    (${kB(script.length)} of script, ${kB(packed)} packed with the template engine)`);
    assert.ok(script.length < 2_700_000);
    assert.ok(packed < 1_300_000);
    assert.ok(statSync(join(folder, 'minijinja_js_bg.wasm')).size < 1_200_000);
  });

  it('contains no path of the build machine', () => {
    const script = readFileSync(join(folder, 'compiler.cjs'), 'utf8');
    assert.ok(!script.includes(join(import.meta.dirname, '../..')));
  });

  it('lists the packages it contains with their licences', () => {
    const notices = thirdPartyNotices([metafile]);
    assert.match(notices, /^\| @cubejs-backend\/schema-compiler \| 1\.7\.43 \| Apache-2\.0 \| /m);
    assert.match(
      notices,
      /^\| minijinja-js \| \S+ \| Apache-2\.0 \| .*\| https:\/\/github\.com\/mitsuhiko\/minijinja \|$/m,
    );
    assert.match(notices, /^## .*\bjoi\b/m);
    // Packages that stubs replace are not shipped.
    assert.doesNotMatch(notices, /\| (workerpool|shelljs|cross-spawn|@cubejs-backend\/native) \|/);
    const rows = notices.match(/^\| .* \|$/gm) ?? [];
    assert.ok(rows.length > 40, String(rows.length));
    for (const row of rows.slice(2)) assert.match(row, /^\| \S+ \| \d[^|]* \| [^|]+ \| [^|]*\| https:\/\/\S+ \|$/);
  });

  it('compiles models and templates from any folder', async () => {
    const compiler = makeCompiler({ bundlePath: join(folder, 'compiler.cjs') });
    const files = asFiles({ ...validModel, 'j.yml': "cubes:\n  - name: {{ 'a' }}\n    sql_table: t\n" });
    assert.deepEqual(findings(await compiler.compile({ files })), { errors: [], cubes: 3, views: 1 });
    compiler.dispose();
  });
});

const kB = (bytes: number) => `${Math.round(bytes / 1000)} kB`;
