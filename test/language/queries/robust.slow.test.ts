/** Every feature in documents that end anywhere: nothing throws, and all ranges are inside of the document. */

import assert from 'node:assert/strict';
import { UserError } from '../../../src/base/errors.ts';
import { diagnosticOf } from '../../../src/language/diagnostic.ts';
import { queryCompletion } from '../../../src/language/queries/completion.ts';
import { documentReferences } from '../../../src/language/queries/documentUses.ts';
import { queryDefinition, queryHover, queryReferences, testSymbols } from '../../../src/language/queries/navigation.ts';
import { queryFixes, queryProblems } from '../../../src/language/queries/problems.ts';
import { documentRename, prepareDocumentRename } from '../../../src/language/rename/rename.ts';
import { LineIndex, type Position, type Range } from '../../../src/model/source/range.ts';
import { shop } from '../../model/documents/shop.ts';
import { pick, seeded } from '../../model/mutation/mutant.ts';
import { someOf, testSeed } from '../../run/testSeed.ts';
import { uriOf } from '../places.ts';

const query = `# A query
measures: [orders.count, "sales.turnover"]
dimensions:
  - orders.status
timeDimensions:
  - dimension: orders.created_at
    granularity: fiscal_year
    dateRange: [2024-01-01, "2024-12-31"]
filters:
  - { member: orders.status, operator: equals, values: [a, 'b', 3] }
  - or: [{ member: orders.count, operator: gt, values: [1] }, { and: [] }]
order: { orders.count: desc }
as: { securityContext: { a: &x [1], b: *x } }
`;
const json =
  '{\n  "measures": ["orders.count"],\n  "filters": [{ "member": "orders.status", "operator": "set" }],\n\t"limit": 10\n}\n';
const test = `tests:
  - name: "{city} has orders"
    query:
      measures: [sales.count]
      filters: [{ member: sales.customers_city, operator: equals, values: ["{city}"] }]
    expect:
      between: { sales.count: [1, 99] }
      row_count: { min: 1 }
      same_as: ../queries/a.query.yml
    each: [{ city: Paris }, { city: Rome }]
  - name: b
    query: top.query.yml
    expect: { error: "no { such" }
`;
const documents = [
  { path: 'queries/a.query.yml', text: query },
  { path: 'queries/b.query.yml', text: query.replace(/\n/g, '\r\n') },
  { path: 'queries/c.query.json', text: json },
  { path: 'tests/d.test.yml', text: test },
  { path: 'tests/e.test.yaml', text: `\ufeff${test}` },
];

/** The allowed answers of a rename. */
function orReason(action: () => Range | undefined): Range | undefined {
  try {
    return action();
  } catch (failure) {
    if (failure instanceof UserError) return undefined;
    throw failure;
  }
}

describe('features in documents that end anywhere', () => {
  it('neither throw nor answer with ranges outside of the document', function () {
    this.timeout(60_000);
    const random = seeded(testSeed());
    for (const { path, text } of documents) {
      for (let round = 0; round < someOf(300); round += 1) {
        const cut = Math.floor(random() * (text.length + 1));
        const rest =
          pick(random, ['', '', text.slice(Math.floor(random() * text.length)), ']', '\n  - ', '"', '{']) ?? '';
        const source = { path, text: text.slice(0, cut) + rest };
        const lines = new LineIndex(source.text);
        const lengths = source.text
          .replace(/^\ufeff/, '')
          .split(/\r\n|\n|\r/)
          .map(({ length }) => length);
        const check = (range: Range | undefined) => {
          for (const { line, character } of range ? [range.start, range.end] : [])
            assert.ok(
              character >= 0 && character <= (lengths[line] ?? -1),
              `${line}:${character} in ${JSON.stringify(source.text)}`,
            );
        };
        const elsewhere = round % 4 === 0 ? [Math.floor(random() * (source.text.length + 1))] : [];
        for (const offset of [cut, ...elsewhere]) {
          const at: Position = lines.positionAt(offset);
          for (const { textEdit } of queryCompletion(shop, source, at).items) {
            check(textEdit.range);
            assert.ok(textEdit.range.start.line === at.line && textEdit.range.end.line === at.line);
          }
          check(queryHover(shop, source, at, uriOf)?.range);
          for (const link of queryDefinition(shop, source, at, uriOf)) check(link.originSelectionRange);
          queryReferences(shop, source, at, { includeDeclaration: true }, uriOf);
          for (const { range } of documentReferences(shop, source, at, [source], uriOf)) check(range);
          check(orReason(() => prepareDocumentRename(shop, source, at).range));
          orReason(() => {
            const edit = documentRename(shop, source, at, 'new_name', uriOf, { savedQueries: [source] });
            for (const { textDocument, edits } of edit.documentChanges)
              if (textDocument.uri === uriOf(path)) for (const { range } of edits) check(range);
            return undefined;
          });
        }
        for (const symbol of testSymbols(source)) {
          check(symbol.range);
          for (const child of symbol.children ?? []) check(child.range);
        }
        const problems = queryProblems(shop, source);
        for (const { range } of problems) check(range);
        const diagnostics = problems.map((one) => diagnosticOf(one, uriOf, () => undefined));
        queryFixes(shop, source, { diagnostics }, uriOf);
      }
    }
  });
});
