import assert from 'node:assert/strict';
import * as esbuild from 'esbuild';
import * as yaml from 'yaml';
import { slimming } from '../../build/slim.mjs';
import { repository } from '../vscode/locations.ts';

async function bundledYaml(): Promise<typeof yaml> {
  const { outputFiles } = await esbuild.build({
    stdin: { contents: `export * from 'yaml';`, resolveDir: repository },
    bundle: true,
    platform: 'node',
    format: 'cjs',
    write: false,
    plugins: slimming,
    logLevel: 'error',
  });
  const module = { exports: {} };
  new Function('module', 'exports', outputFiles[0]!.text)(module, module.exports);
  return module.exports as typeof yaml;
}

describe('slimmed libraries', () => {
  it('read YAML as the whole library does', async () => {
    const bundled = await bundledYaml();
    const sources = [
      'a: 1\nb: [x, "y", {z: ~}]\n',
      'a: &x {k: v}\nb: *x\n',
      'a: b: c\n',
      '- |\n  text\n- >-\n  more\n',
    ];
    for (const source of sources) {
      const [one, other] = [bundled, yaml].map((library) => {
        const document = library.parseDocument(source, { keepSourceTokens: true });
        const errors = document.errors.map(({ message, pos, code }) => ({ message, pos, code }));
        return {
          errors,
          value: errors.length > 0 ? undefined : JSON.stringify(document.toJS()),
          text: JSON.stringify(document.contents?.range),
        };
      });
      assert.deepEqual(one, other, source);
    }
  });
});
