import assert from 'node:assert/strict';
import { diagnose } from '../../src/model/diagnose.ts';
import { kindOfName } from '../../src/model/documents/documentKind.ts';
import { problemCatalog } from '../../src/model/source/problemCatalog.ts';
import { ordersCatalog } from '../model/catalog/ordersCatalog.ts';
import { compile, indexOf } from '../model/models.ts';
import { filesIn, pageOf } from './problemPage.ts';

/** The database says these, not the compiler. */
const ofDatabase: readonly string[] = [
  problemCatalog.unknownTable.code,
  problemCatalog.unknownColumn.code,
  problemCatalog.typeMismatch.code,
];

/** The examples of sources in the model folder, without those of several tenants. */
const examples = Object.values(problemCatalog).flatMap(({ code }) => {
  const { sections } = pageOf(code);
  const [wrong, right] = ['Wrong', 'Right'].map((title) => filesIn(sections.get(title) ?? ''));
  const paths = [...wrong!.keys()];
  const isModel = paths.length > 0 && !paths.some((path) => kindOfName(path) || !path.startsWith('model/'));
  return isModel ? [{ code, wrong: textsOf(wrong!), right: textsOf(right!) }] : [];
});

function textsOf(files: ReadonlyMap<string, string>): Record<string, string> {
  return Object.fromEntries([...files].map(([path, text]) => [path.replace(/^model\//, ''), text]));
}

describe('the pages of problems, as the compiler sees them', () => {
  for (const { code, wrong, right } of examples) {
    it(`${code}: the right example compiles, and each error of the wrong one is this problem`, async () => {
      assert.deepEqual(await compile(right), []);
      const index = indexOf(wrong);
      if (ofDatabase.includes(code)) index.catalogs = new Map([['default', ordersCatalog]]);
      const found = diagnose(index, await compile(wrong));
      assert.deepEqual([...new Set(found.map((one) => one.code))], [code]);
    });
  }
});
