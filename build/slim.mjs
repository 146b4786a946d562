// esbuild plugins that drop the parts of libraries that the extension never uses.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { brotliCompressSync } from 'node:zlib';

/**
 * Parts of undici that are required but never used by our client: bodies of the fetch API, its HTTP/2 client (ours is
 * `http2Route.ts`), and the second build of the HTTP parser (it falls back to the portable one by itself). A third of its size.
 */
const slimUndici = {
  name: 'slim-undici',
  setup(build) {
    const leftOut = /undici\/lib\/(web\/fetch\/body|dispatcher\/client-h2|llhttp\/llhttp_simd-wasm)\.js$/;
    build.onLoad({ filter: leftOut }, ({ path }) => {
      const refuse = `throw new Error(${JSON.stringify(`${path.replace(/^.*undici\//, 'undici/')} is not part of this bundle`)})`;
      return { contents: path.endsWith('client-h2.js') ? `module.exports = () => { ${refuse} };` : `${refuse};` };
    });
    // The HTTP parser is a binary written as text: packed it is half as long, and unpacking it takes a millisecond.
    build.onLoad({ filter: /undici\/lib\/llhttp\/llhttp-wasm\.js$/ }, ({ path }) => {
      const packed = brotliCompressSync(createRequire(import.meta.url)(path)).toString('base64');
      const unpack = `require('node:zlib').brotliDecompressSync(Buffer.from('${packed}', 'base64'))`;
      return { contents: `module.exports = ${unpack};` };
    });
    // Its constants are tables of the whole protocol, of which the client reads a few.
    build.onLoad({ filter: /undici\/lib\/llhttp\/constants\.js$/ }, ({ path }) => {
      const client = readFileSync(resolve(path, '../../dispatcher/client-h1.js'), 'utf8');
      const used = new Set([...client.matchAll(/\bconstants\.(\w+)/g)].map(([, name]) => name));
      const all = createRequire(import.meta.url)(path);
      return {
        contents: JSON.stringify(Object.fromEntries([...used].map((name) => [name, all[name]]))),
        loader: 'json',
      };
    });
  },
};

/**
 * The YAML library as modules, of which only what is used stays; Node is given it in one piece. We read YAML and never write it,
 * but its documents can do both.
 */
const yamlModules = {
  name: 'yaml-modules',
  setup(build) {
    build.onResolve({ filter: /^yaml$/ }, () => ({
      path: resolve(import.meta.dirname, '../node_modules/yaml/browser/dist/index.js'),
    }));
    build.onLoad(
      {
        filter:
          /yaml\/browser\/dist\/(stringify\/stringify(Collection|Comment|Document|Pair|String|)|doc\/createNode)\.js$/,
      },
      ({ path }) => {
        const [, names] = /^export \{(.*)\};/m.exec(readFileSync(path, 'utf8'));
        const refuse = `() => { throw new Error('This bundle writes no YAML') }`;
        return {
          contents: names
            .split(',')
            .map((name) => `export const ${name.trim()} = ${refuse};`)
            .join('\n'),
        };
      },
    );
  },
};

export const slimming = [slimUndici, yamlModules];
