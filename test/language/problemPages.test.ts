import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { queryProblems } from '../../src/language/queries/problems.ts';
import { diagnose } from '../../src/model/diagnose.ts';
import { kindOfName } from '../../src/model/documents/documentKind.ts';
import { readQueryDocument } from '../../src/model/documents/queryDocument.ts';
import { ModelIndex } from '../../src/model/index/modelIndex.ts';
import { problemCatalog } from '../../src/model/source/problemCatalog.ts';

const folder = join(import.meta.dirname, '../../docs/problems');
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

interface Page {
  title: string;
  introduction: string;
  sections: ReadonlyMap<string, string>;
}

function pageOf(code: string): Page {
  const [head = '', ...sections] = readFileSync(join(folder, `${code}.md`), 'utf8').split(/^## /m);
  const [title = '', introduction = ''] = head.split('\n\n');
  const byTitle = sections.map((one): [string, string] => {
    const end = one.indexOf('\n');
    return [one.slice(0, end), one.slice(end).trim()];
  });
  return { title, introduction, sections: new Map(byTitle) };
}

/** The fenced blocks of a section, by the path behind their language. */
function filesIn(section: string): Map<string, string> {
  const blocks = section.matchAll(/^```\w+ (\S+)\n([\s\S]*?)^```$/gm);
  return new Map([...blocks].map(([, path, text]) => [path!, text!]));
}

/** The codes that our checks find in an example, without repetitions. */
function codesIn(files: ReadonlyMap<string, string>): string[] {
  const index = new ModelIndex({ modelFolder: 'model' });
  const documents = [...files].filter(([path]) => kindOfName(path));
  if (documents.length > 0) index.set('model/orders.yml', orders);
  for (const [path, text] of files) if (!kindOfName(path)) index.set(path, text);
  const queryAt = (path: string) => {
    const text = files.get(posix.normalize(path));
    return text === undefined ? null : readQueryDocument(path, text);
  };
  const ofDocuments = documents.flatMap(([path, text]) => queryProblems(index, { path, text }, { queryAt }));
  return [...new Set([...diagnose(index, undefined), ...ofDocuments].map(({ code }) => code))];
}

describe('the pages of problems', () => {
  it('are one for each code of the catalog', () => {
    const pages = readdirSync(folder).sort();
    assert.deepEqual(pages, kinds.map(({ code }) => `${code}.md`).sort());
  });

  for (const { code, severity } of kinds) {
    it(`${code}: the page has the title, the usual severity and how to fix it`, () => {
      const { title, introduction, sections } = pageOf(code);
      assert.equal(title, `# \`${code}\``);
      assert.match(introduction, new RegExp(`^\\*\\*${severity}\\.\\*\\* \\S`, 'i'));
      assert.deepEqual(
        [...sections.keys()],
        withoutExample.has(code) ? ['How to Fix'] : ['Wrong', 'Right', 'How to Fix'],
      );
    });

    if (withoutExample.has(code)) continue;
    it(`${code}: the wrong example has exactly this problem, the right one has none`, () => {
      const { sections } = pageOf(code);
      assert.deepEqual(codesIn(filesIn(sections.get('Wrong')!)), [code]);
      assert.deepEqual(codesIn(filesIn(sections.get('Right')!)), []);
    });
  }
});
