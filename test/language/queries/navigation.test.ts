/** Hover, definition, references, rename, outline, problems and quick fixes in query and test documents. */

import assert from 'node:assert/strict';
import { documentReferences } from '../../../src/language/queries/documentUses.ts';
import { queryDefinition, queryHover, queryReferences, testSymbols } from '../../../src/language/queries/navigation.ts';
import { queryFixes, queryProblems } from '../../../src/language/queries/problems.ts';
import { documentRename, prepareDocumentRename } from '../../../src/language/rename/rename.ts';
import { LineIndex, type Range } from '../../../src/model/source/range.ts';
import { shop } from '../../model/documents/shop.ts';
import { placeAt, shown, uriOf } from '../places.ts';
import { applied, type DocumentPlace, placeIn } from './documents.ts';

const testPath = 'tests/shop.test.yml';

function textAt({ source }: DocumentPlace, range: Range): string {
  const lines = new LineIndex(source.text);
  return source.text.slice(lines.offsetAt(range.start), lines.offsetAt(range.end));
}

function hoverAt(text: string, path?: string): string | undefined {
  const place = placeIn(text, path);
  const found = queryHover(shop, place.source, place.position, uriOf);
  return found && `${textAt(place, found.range)}: ${found.contents.value}`;
}

function definitionsAt(text: string, path?: string): string[] {
  const place = placeIn(text, path);
  return queryDefinition(shop, place.source, place.position, uriOf).map(({ targetUri, targetSelectionRange }) =>
    targetUri.includes('.query.') ? targetUri.replace('test:/', '') : shown(shop, targetUri, targetSelectionRange),
  );
}

/** `file: text → new text` */
function renamed(text: string, newName: string, others: DocumentPlace['source'][] = []): string[] {
  const { source, position } = placeIn(text);
  const savedQueries = [source, ...others];
  const edit = documentRename(shop, source, position, newName, uriOf, { savedQueries });
  return edit.documentChanges.flatMap(({ textDocument, edits }) => {
    const path = textDocument.uri.replace('test:/', '');
    const before = shop.text(path)?.text ?? savedQueries.find((one) => one.path === path)?.text ?? assert.fail(path);
    const lines = new LineIndex(before);
    return edits.map(({ range, newText, annotationId }) => {
      const { needsConfirmation } = edit.changeAnnotations[annotationId]!;
      const old = before.slice(lines.offsetAt(range.start), lines.offsetAt(range.end));
      return `${path}: ${old} → ${newText}${needsConfirmation ? '?' : ''}`;
    });
  });
}

describe('hover in documents', () => {
  it('is that of the member, as in the model', () => {
    assert.match(
      hoverAt('measures: [orders.co▮unt]')!,
      /^count: \*\*measure\*\* `orders.count`[\s\S]*Number of orders/,
    );
    assert.match(
      hoverAt('measures: [sales.turn▮over]')!,
      /`sales.turnover` is `orders.revenue` through `orders`, as `turnover`/,
    );
    assert.match(hoverAt('measures: [or▮ders.count]')!, /^orders: \*\*cube\*\* `orders`/);
    assert.match(hoverAt('measures: ["orders.revenue▮"]')!, /^revenue: \*\*measure\*\*/);
    assert.match(hoverAt('order: { orders.created_at.fiscal▮_year: asc }')!, /^fiscal_year: \*\*granularity\*\*/);
    assert.match(
      hoverAt('timeDimensions: [{ dimension: sales.created_at, granularity: fiscal▮_year }]')!,
      /^fiscal_year: \*\*granularity\*\*/,
    );
    assert.match(hoverAt('tests:\n  - expect: { unique: [orders.co▮unt] }', testPath)!, /^count: \*\*measure\*\*/);
  });

  it('is the meaning of a key or value', () => {
    assert.match(hoverAt('lim▮it: 10')!, /^limit: \*\*key\*\* `limit`\n\nThe largest number of rows/);
    assert.match(hoverAt('filters: [{ operator: not▮Set }]')!, /^notSet: [\s\S]*The member is null/);
    assert.match(hoverAt('{ "tim▮ezone": "UTC" }', 'a.query.json')!, /IANA/);
    assert.match(hoverAt('tests:\n  - expect:\n      toler▮ance: 1', testPath)!, /how far a number may differ/);
    assert.equal(hoverAt('limit: 1▮0'), undefined);
    assert.equal(hoverAt('unkn▮own: 10'), undefined);
  });
});

describe('definition and references in documents', () => {
  it('lead to the member, cube, view and granularity', () => {
    assert.deepEqual(definitionsAt('measures: [orders.co▮unt]'), [
      'orders.yml: - { name: «count», type: count, description: Number of orders }',
    ]);
    assert.deepEqual(definitionsAt('measures: [sales.turn▮over]'), [
      'orders.yml: - { name: «revenue», sql: amount, type: sum, title: Revenue }',
    ]);
    assert.deepEqual(definitionsAt('measures: [sal▮es.turnover]'), ['sales.yml: - name: «sales»']);
    assert.deepEqual(definitionsAt('measures: [orders.noth▮ing]'), []);
  });

  it('lead to the query document that a test names', () => {
    assert.deepEqual(definitionsAt('tests:\n  - query: ../queries/t▮op.query.yml', testPath), [
      'queries/top.query.yml',
    ]);
    assert.deepEqual(definitionsAt('tests:\n  - expect: { same_as: b▮.query.yml }', testPath), ['tests/b.query.yml']);
    assert.deepEqual(definitionsAt('tests:\n  - query: ../../▮x.query.yml', testPath), []);
  });

  it('are in the model and in other documents', () => {
    const other = { path: 'b.query.yml', text: 'dimensions: [orders.status]\nmeasures: [sales.turnover]\n' };
    const { source, position } = placeIn('measures: [orders.reve▮nue]');
    const context = { includeDeclaration: true };
    const inModel = queryReferences(shop, source, position, context, uriOf).map(({ uri, range }) =>
      shown(shop, uri, range),
    );
    assert.equal(inModel.length, 3);
    const inDocuments = (found: ReturnType<typeof documentReferences>) => found.map(({ uri }) => uri);
    const both = [uriOf(source.path), uriOf(other.path)];
    assert.deepEqual(inDocuments(documentReferences(shop, source, position, [source, other], uriOf)), both);
    const inSource = placeAt(shop, 'model/orders.yml', 'revenue', 1);
    assert.deepEqual(
      inDocuments(documentReferences(shop, { path: inSource.path }, inSource.position, [source, other], uriOf)),
      both,
    );
  });
});

describe('rename in documents', () => {
  it('changes the model, and asks about documents', () => {
    const other = { path: 'tests/a.test.yml', text: 'tests:\n  - query: { measures: [orders.count, sales.count] }\n' };
    assert.deepEqual(renamed('measures: [orders.co▮unt] # orders.count\n', 'number', [other]).sort(), [
      'model/orders.yml: count → number',
      'model/sales.yml: count → number?',
      'queries/top.query.yml: count → number?',
      'queries/top.query.yml: count → number?',
      'tests/a.test.yml: count → number?',
      'tests/a.test.yml: count → number?',
    ]);
  });

  it('changes the alias of a view, a cube, and a granularity', () => {
    assert.deepEqual(renamed('measures: [sales.turn▮over]', 'income'), [
      'model/sales.yml: turnover → income',
      'queries/top.query.yml: turnover → income?',
    ]);
    assert.ok(renamed('measures: [or▮ders.count]', 'purchases').includes('queries/top.query.yml: orders → purchases?'));
    assert.deepEqual(
      renamed(
        'timeDimensions: [{ dimension: sales.created_at, granularity: fiscal▮_year }]\norder: [[sales.created_at.fiscal_year, asc]]',
        'fy',
      ),
      [
        'model/orders.yml: fiscal_year → fy',
        'queries/top.query.yml: fiscal_year → fy?',
        'queries/top.query.yml: fiscal_year → fy?',
      ],
    );
  });

  it('starts with the name, in a view without its prefix', () => {
    const at = (text: string) => {
      const place = placeIn(text);
      const { range, placeholder } = prepareDocumentRename(shop, place.source, place.position);
      return [textAt(place, range), placeholder];
    };
    assert.deepEqual(at('measures: [orders.co▮unt]'), ['count', 'count']);
    assert.deepEqual(at('dimensions: [sales.customers_ci▮ty]'), ['city', 'city']);
    assert.throws(() => at('lim▮it: 1'), /can be renamed/);
    assert.throws(() => renamed('measures: [orders.co▮unt]', 'revenue'), /already has a member/);
  });
});

describe('outline, problems and quick fixes of documents', () => {
  it('are the tests with what they expect', () => {
    const text = 'tests:\n  - name: a\n    expect: { scalar: 1, tolerance: 2 }\n  - expect: {}\n    each: [{}, {}]\n';
    assert.deepEqual(
      testSymbols({ path: testPath, text }).map(({ name, detail, children }) => [
        name,
        detail,
        children!.map((one) => one.name),
      ]),
      [
        ['a', undefined, ['scalar', 'tolerance']],
        ['?', '2 runs', []],
      ],
    );
    assert.deepEqual(testSymbols({ path: 'a.query.yml', text: 'limit: 1' }), []);
  });

  it('have the ranges of the editor, and a fix for each name that was probably meant', () => {
    const place = placeIn('limit: 1\r\nmeasures: [orders.cuont]▮\r\n');
    const [problem] = queryProblems(shop, place.source);
    assert.deepEqual(problem!.range, { start: { line: 1, character: 18 }, end: { line: 1, character: 23 } });
    assert.deepEqual([problem!.source, problem!.file], ['data-model', place.source.path]);
    const diagnostics = [{ range: problem!.range, message: problem!.message, code: problem!.code }];
    const [fix] = queryFixes(shop, place.source, { diagnostics }, uriOf);
    assert.deepEqual([fix!.title, fix!.isPreferred], ["Change to 'count'", true]);
    const [change] = fix!.edit!.documentChanges;
    const textEdit = 'edits' in change! ? change.edits[0]! : assert.fail();
    const fixed = applied(place, { label: '', kind: 10, textEdit });
    assert.equal(fixed, 'limit: 1\r\nmeasures: [orders.count]\r\n');
    assert.deepEqual(queryFixes(shop, place.source, { diagnostics: [] }, uriOf), []);
    assert.deepEqual(queryFixes(shop, place.source, { diagnostics, only: ['refactor'] }, uriOf), []);
  });
});
