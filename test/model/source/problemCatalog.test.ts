import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { problemCatalog } from '../../../src/model/source/problemCatalog.ts';

const kinds = Object.entries(problemCatalog);

describe('the catalog of problems', () => {
  it('names each kind as its code', () => {
    const wrong = kinds.filter(
      ([name, { code }]) => name !== code.replace(/-(\w)/g, (_, letter) => letter.toUpperCase()),
    );
    assert.deepEqual(wrong, []);
  });

  it('is the only place in the sources with the code of a problem', () => {
    const found = readdirSync('src', { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts') && !path.endsWith('problemCatalog.ts'))
      .flatMap((path) => {
        const text = readFileSync(join('src', path), 'utf8');
        const written = [...text.matchAll(/\bcode\s*(?::|[!=]==)\s*'([\w-]+)'/g)].map(([, code]) => code);
        return kinds.filter(([, { code }]) => written.includes(code)).map(([, { code }]) => `${path}: ${code}`);
      });
    assert.deepEqual(found, []);
  });
});
