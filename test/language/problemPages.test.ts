import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { posix } from 'node:path';
import { codeActions } from '../../src/language/codeActions/codeActions.ts';
import { fixersByCode } from '../../src/language/codeActions/quickFixes.ts';
import { queryProblems } from '../../src/language/queries/problems.ts';
import { diagnose } from '../../src/model/diagnose.ts';
import { kindOfName } from '../../src/model/documents/documentKind.ts';
import { namesInDocuments, namesOfDocument } from '../../src/model/documents/documentNames.ts';
import { readQueryDocument } from '../../src/model/documents/queryDocument.ts';
import { ModelIndex } from '../../src/model/index/modelIndex.ts';
import { lintRules } from '../../src/model/lint/lintRules.ts';
import { problemCatalog } from '../../src/model/source/problemCatalog.ts';
import { isRuleName } from '../../src/model/source/ruleKinds.ts';
import { ordersCatalog } from '../model/catalog/ordersCatalog.ts';
import { apply, shownAs } from './codeActions/actions.ts';
import { uriOf } from './places.ts';
import { filesIn, pageOf, pagesFolder } from './problemPage.ts';

const kinds = Object.values(problemCatalog);

/** Their pages say why they have no example. */
const withoutExample: ReadonlySet<string> = new Set([
  problemCatalog.unread.code,
  problemCatalog.nestedTooDeep.code,
  problemCatalog.analysisFailed.code,
  problemCatalog.documentTooLarge.code,
  problemCatalog.compiler.code,
  problemCatalog.queryFailed.code,
  problemCatalog.notCompiled.code,
  problemCatalog.notComputed.code,
  problemCatalog.databaseError.code,
  problemCatalog.wrongRelationship.code,
  problemCatalog.repeatedKey.code,
  problemCatalog.changedTotal.code,
  problemCatalog.brokenLaw.code,
]);

/** The database behind the examples about tables and columns. */
const ofDatabase: ReadonlySet<string> = new Set([
  problemCatalog.unknownTable.code,
  problemCatalog.unknownColumn.code,
  problemCatalog.typeMismatch.code,
]);

/** The model behind the examples of query and test documents. */
const orders = `cubes:
  - name: orders
    sql_table: orders
    measures:
      - { name: count, type: count }
      - { name: secret, type: count, public: false }
    dimensions:
      - { name: status, sql: status, type: string }
      - { name: created_at, sql: created_at, type: time }
`;

function indexOf(files: ReadonlyMap<string, string>, code: string): ModelIndex {
  const index = new ModelIndex({ modelFolder: 'model' });
  if (ofDatabase.has(code)) index.catalogs = new Map([['default', ordersCatalog]]);
  const documents = [...files].filter(([path]) => kindOfName(path));
  for (const [path, text] of files) if (!kindOfName(path)) index.set(path, text);
  const named = documents.map(([path, text]) => [path, namesOfDocument(path, text)] as const);
  index.namedInDocuments = namesInDocuments(new Map(named));
  return index;
}

/** The codes that our checks find in an example, without repetitions. */
function codesIn(files: ReadonlyMap<string, string>, code: string): string[] {
  const index = indexOf(files, code);
  const documents = [...files].filter(([path]) => kindOfName(path));
  if (documents.length > 0 && documents.length === files.size) index.set('model/orders.yml', orders);
  const queryAt = (path: string) => {
    const text = files.get(posix.normalize(path));
    return text === undefined ? null : readQueryDocument(path, text);
  };
  const ofDocuments = documents.flatMap(([path, text]) => queryProblems(index, { path, text }, { queryAt }));
  return [...new Set([...diagnose(index, undefined), ...ofDocuments].map(({ code }) => code))];
}

describe('the pages of problems', () => {
  it('are one for each code of the catalog', () => {
    const pages = readdirSync(pagesFolder).sort();
    assert.deepEqual(pages, kinds.map(({ code }) => `${code}.md`).sort());
  });

  for (const { code, severity } of kinds) {
    it(`${code}: the page has the title, the usual severity and how to fix it`, () => {
      const { title, introduction, sections } = pageOf(code);
      assert.equal(title, `# \`${code}\``);
      const kind = isRuleName(code) ? `Rule, ${lintRules[code].level} by default` : severity;
      assert.match(introduction, new RegExp(`^\\*\\*${kind}\\.\\*\\* \\S`, 'i'));
      assert.deepEqual(
        [...sections.keys()],
        withoutExample.has(code) ? ['How to Fix'] : ['Wrong', 'Right', 'How to Fix'],
      );
    });

    if (withoutExample.has(code)) continue;
    it(`${code}: the wrong example has exactly this problem, the right one has none`, () => {
      const { sections } = pageOf(code);
      assert.deepEqual(codesIn(filesIn(sections.get('Wrong')!), code), [code]);
      assert.deepEqual(codesIn(filesIn(sections.get('Right')!), code), []);
    });

    if (!fixersByCode.has(code) && !ofDatabase.has(code)) continue;
    it(`${code}: each quick fix of the wrong example removes the problem`, () => {
      const files = filesIn(pageOf(code).sections.get('Wrong')!);
      const index = indexOf(files, code);
      const fixes = diagnose(index, undefined).flatMap((problem) => {
        const context = { diagnostics: [shownAs(problem)], only: ['quickfix'] };
        return codeActions(index, problem.file, problem.range, context, uriOf);
      });
      assert.ok(fixes.length > 0);
      // Its edit is in the file of rules.
      for (const fix of fixes.filter(({ title }) => !title.startsWith('Turn off'))) {
        const texts = Object.entries(apply(index, fix)).map(([name, text]): [string, string] => [
          `model/${name}`,
          text,
        ]);
        const others = [...files].filter(([path]) => !path.startsWith('model/'));
        const left = diagnose(indexOf(new Map([...others, ...texts]), code), undefined).filter(
          (one) => one.code === code,
        );
        assert.deepEqual(left, [], fix.title);
      }
    });
  }
});
