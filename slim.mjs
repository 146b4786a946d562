// Leaves out of libraries what the extension never uses or the runtime has already: plugins for esbuild.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { brotliCompressSync } from 'node:zlib';

/**
 * Parts of undici that are required but never used by our client: bodies of the fetch API, HTTP/2, and the second build of the
 * HTTP parser (it falls back to the portable one by itself). Together a third of its size.
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
  },
};

/**
 * The JavaScript parser without its own tables of Unicode and its own reading of regular expressions: the runtime has both. A
 * release that is written otherwise fails the build.
 */
const slimAcorn = {
  name: 'slim-acorn',
  setup(build) {
    build.onLoad({ filter: /node_modules\/acorn\/dist\/acorn\.mjs$/ }, ({ path }) => {
      let contents = readFileSync(path, 'utf8');
      const put = (from, to, replacement) => {
        const start = contents.indexOf(from);
        const end = contents.indexOf(to, start);
        if (start < 0 || end < 0) throw new Error(`acorn has changed: ${JSON.stringify(from)} is not where it was`);
        contents = contents.slice(0, start) + replacement + contents.slice(end);
      };
      put('var astralIdentifierCodes = [', '\n', 'var astralIdentifierCodes = /\\p{ID_Continue}/u;');
      put('var astralIdentifierStartCodes = [', '\n', 'var astralIdentifierStartCodes = /\\p{ID_Start}/u;');
      put('var nonASCIIidentifierChars = "', '\n', 'var nonASCIIidentifierChars = "\\\\p{ID_Continue}\\u200c\\u200d";');
      put('var nonASCIIidentifierStartChars = "', '\n', 'var nonASCIIidentifierStartChars = "\\\\p{ID_Start}";');
      put(' + "]");\nvar nonASCIIidentifier =', '\nvar nonASCIIidentifier =', ' + "]", "u");');
      put(' + nonASCIIidentifierChars + "]");', '\n', ' + nonASCIIidentifierChars + "]", "u");');
      put(
        '  var pos = 0x10000;',
        '}\n\n// Test whether a given character code starts',
        '  return set.test(String.fromCodePoint(code));\n',
      );
      put(
        'var ecma9BinaryProperties',
        '// Object type used to represent tokens.',
        `var RegExpValidationState = function () {};
RegExpValidationState.prototype.reset = function (start, source, flags) { Object.assign(this, { start, source, flags }); };
Parser.prototype.validateRegExpFlags = function () {};
Parser.prototype.validateRegExpPattern = function ({ start, source, flags }) {
  try { new RegExp(source, flags); } catch (failure) { this.raiseRecoverable(start, failure.message); }
};
`,
      );
      return { contents };
    });
  },
};

/** The names of the HTTP parser that its client asks for; there are hundreds. */
const slimNames = {
  name: 'slim-names',
  setup(build) {
    build.onLoad({ filter: /undici\/lib\/llhttp\/constants\.js$/ }, ({ path }) => {
      const all = createRequire(import.meta.url)(path);
      const client = readFileSync(path.replace(/llhttp.constants\.js$/, 'dispatcher/client-h1.js'), 'utf8');
      const asked = new Set(Array.from(client.matchAll(/\bconstants\.([A-Z_]+)\b/g), ([, name]) => name));
      const kept = Object.fromEntries(Object.entries(all).filter(([name]) => asked.has(name)));
      return { contents: `module.exports = ${JSON.stringify(kept)};` };
    });
  },
};

/** The YAML library as modules, of which only what is used stays; Node is given it in one piece. */
const yamlModules = {
  name: 'yaml-modules',
  setup(build) {
    build.onResolve({ filter: /^yaml$/ }, () => ({
      path: resolve(import.meta.dirname, 'node_modules/yaml/browser/dist/index.js'),
    }));
  },
};

export const slimming = [slimUndici, slimNames, slimAcorn, yamlModules];
