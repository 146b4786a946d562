import assert from 'node:assert/strict';
import { diagnose } from '../../src/model/diagnose.ts';
import { kindOfName } from '../../src/model/documents/documentKind.ts';
import { rulesFileName } from '../../src/model/source/modelSource.ts';
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
  const paths = [...wrong!.keys()].filter((path) => path !== rulesFileName);
  const isModel = paths.length > 0 && !paths.some((path) => kindOfName(path) || !path.startsWith('model/'));
  return isModel ? [{ code, wrong: textsOf(wrong!), right: textsOf(right!), rules: wrong!.get(rulesFileName) }] : [];
});

function textsOf(files: ReadonlyMap<string, string>): Record<string, string> {
  const sources = [...files].filter(([path]) => path !== rulesFileName);
  return Object.fromEntries(sources.map(([path, text]) => [path.replace(/^model\//, ''), text]));
}

describe('the pages of problems, as the compiler sees them', () => {
  for (const { code, wrong, right, rules } of examples) {
    it(`${code}: the right example compiles, and each error of the wrong one is this problem`, async () => {
      assert.deepEqual(await compile(right), []);
      const index = indexOf(wrong);
      if (rules !== undefined) index.set(rulesFileName, rules);
      index.namedInDocuments = { tests: new Set(), queries: new Set() };
      if (ofDatabase.includes(code)) index.catalogs = new Map([['default', ordersCatalog]]);
      const found = diagnose(index, await compile(wrong));
      assert.deepEqual([...new Set(found.map((one) => one.code))], [code]);
    });
  }
});
