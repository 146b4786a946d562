/** The query and test documents of the sample project. */

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { checkQueryDocument } from '../../../src/model/documents/checkQueryDocument.ts';
import { checkTestDocument } from '../../../src/model/documents/checkTestDocument.ts';
import { documentKind } from '../../../src/model/documents/documentKind.ts';
import { readQueryDocument } from '../../../src/model/documents/queryDocument.ts';
import { readTestDocument } from '../../../src/model/documents/testDocument.ts';
import { ModelIndex } from '../../../src/model/index/modelIndex.ts';

const root = path.join(import.meta.dirname, '../../../src/emulator/sample/project');

describe('documents of the sample', () => {
  it('have no problems', () => {
    const index = new ModelIndex();
    const texts = new Map<string, string>();
    for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const file = path.join(entry.parentPath, entry.name);
      const name = path.relative(root, file).replaceAll('\\', '/');
      const text = readFileSync(file, 'utf8');
      if (documentKind(name, 'model')) texts.set(name, text);
      else index.set(name, text);
    }
    assert.ok(texts.size >= 2);
    for (const [name, text] of texts) {
      const queryAt = (named: string) => {
        const found = path.posix.join(path.posix.dirname(name), named);
        return texts.has(found) ? readQueryDocument(found, texts.get(found)!) : null;
      };
      const problems =
        documentKind(name, 'model') === 'query'
          ? checkQueryDocument(index, readQueryDocument(name, text))
          : checkTestDocument(index, readTestDocument(name, text), queryAt);
      assert.deepEqual(problems, [], name);
    }
  });
});
