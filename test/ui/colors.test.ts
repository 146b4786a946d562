import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { colorIds } from '../../src/ui/manifest/ids.ts';

const repository = path.resolve(import.meta.dirname, '../..');
const read = (file: string) => JSON.parse(readFileSync(path.join(repository, file), 'utf8'));

describe('theme colors', () => {
  const { colors } = (read('package.json') as { contributes: { colors: Color[] } }).contributes;
  interface Color {
    id: string;
    description: string;
    defaults: Record<string, string>;
  }

  it('are the same in package.json and in the code', () => {
    assert.deepEqual(colors.map(({ id }) => id).sort(), [...colorIds].sort());
  });

  it('have a description and a default for every kind of theme', () => {
    const texts = read('package.nls.json') as Record<string, string>;
    for (const { id, description, defaults } of colors) {
      assert.ok(texts[description.replaceAll('%', '')], id);
      assert.deepEqual(Object.keys(defaults).sort(), ['dark', 'highContrast', 'highContrastLight', 'light'], id);
    }
  });
});
