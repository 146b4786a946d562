/** The formatter changes nothing in what the product itself writes: samples, new files, snippets, generated models and fixes. */

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { codeActions } from '../../../src/language/codeActions/codeActions.ts';
import { newDefinition } from '../../../src/language/completion/newDefinition.ts';
import { formatText } from '../../../src/language/format/formatText.ts';
import { addToCube } from '../../../src/language/generate/addToCubes.ts';
import type { CodeAction } from '../../../src/language/protocol/protocol.ts';
import { newQueryDocument, newTestDocument } from '../../../src/language/queries/newDocument.ts';
import { counterexampleTest } from '../../../src/local/laws/counterexampleTest.ts';
import { lawsOf } from '../../../src/local/laws/lawsOf.ts';
import { diagnose } from '../../../src/model/diagnose.ts';
import { documentKind } from '../../../src/model/documents/documentKind.ts';
import { CubeDraft } from '../../../src/model/generate/cubeDraft.ts';
import { cubeYaml } from '../../../src/model/generate/cubeYaml.ts';
import type { ModelIndex } from '../../../src/model/index/modelIndex.ts';
import type { ValueNode } from '../../../src/model/source/tree.ts';
import { memberQuery } from '../../../src/session/query/memberQuery.ts';
import { convert } from '../../emulator/dbt/convertedCubes.ts';
import { jaffleShop, semanticShop } from '../../emulator/dbt/manifests.ts';
import { indexOf, type Texts } from '../../model/models.ts';
import { filesBelow } from '../../vscode/filesBelow.ts';
import { apply, changes, shownAs } from '../codeActions/actions.ts';
import { customers, yaml } from '../codeActions/fixModels.ts';
import { everything } from '../completion/everything.ts';
import { filledIn, itemsAt, textWith } from '../completion/typedCase.ts';
import { uriOf } from '../places.ts';
import { filesIn, pageOf, pagesFolder } from '../problemPage.ts';

/** The texts by their paths in a project. */
type Files = Readonly<Record<string, string>>;

const sample = path.join(import.meta.dirname, '../../../src/emulator/sample/project');
const orders = indexOf({ ...everything });

const named = (files: readonly { path: string; content: string }[]) =>
  Object.fromEntries(files.map(({ path, content }) => [path, content]));

/** A cube with everything that a table, dbt or a metric can give it. */
function draft(): CubeDraft {
  const texts = { title: 'A title', description: 'Described: once' };
  const cube = new CubeDraft({ name: 'visits', sourceId: 'shop.visits', relation: 'shop.visits', description: 'All' });
  cube.title = 'Visits';
  cube.dataSource = 'warehouse';
  cube.joins.push({ name: 'users', sql: '{CUBE}.user_id = {users}.id', relationship: 'many_to_one' });
  cube.dimensions.push(
    { name: 'visit_id', sql: '{CUBE}.id', type: 'number', primaryKey: true, title: null, description: null },
    { name: 'at', sql: '{CUBE}."at"', type: 'time', primaryKey: false, ...texts },
  );
  const measure = { sql: null, title: null, description: null, filters: [], window: null };
  cube.measures.push(
    { ...measure, name: 'row_count', type: 'count' },
    {
      ...measure,
      ...texts,
      name: 'sum',
      type: 'sum',
      sql: 'a',
      filters: ["{CUBE}.b = 'c'"],
      window: { trailing: '7 day' },
    },
    { ...measure, ...texts, name: 'month', type: 'sum', sql: 'a', window: { toDate: 'month' } },
  );
  return cube;
}

function addedTo(texts: Texts, name: string): Files {
  const index = indexOf(texts);
  const { joins, dimensions, measures } = draft();
  const added = new CubeDraft({ name, sourceId: '', relation: '', description: null });
  added.joins.push(...joins);
  added.dimensions.push(...dimensions);
  added.measures.push(...measures);
  assert.equal(addToCube(index, added), undefined);
  return Object.fromEntries([...index.files].map(({ path, text }) => [path, text]));
}

/** Each snippet of each list in a text that is formatted, as its first item. */
function snippets(): Files {
  const file = 'model/cubes/orders.yml';
  const text = format(file, orders.file(file)!.text);
  const found: Record<string, string> = {};
  for (const match of text.matchAll(/\n( +)(\w+):\n( +)- name: /g)) {
    const indent = match[3]!;
    const offset = match.index + match[0].length - '- name: '.length;
    const index = indexOf({ ...everything });
    index.set(file, `${text.slice(0, offset)}\n${indent}${text.slice(offset)}`);
    const place = { index, path: file, position: index.file(file)!.lines.positionAt(offset) };
    for (const item of itemsAt(place).filter(({ kind }) => kind === 15))
      found[`model/${match[2]} ${item.label}.yml`] = textWith(place, item);
  }
  return found;
}

const laws = lawsOf(
  indexOf({
    ...customers,
    'orders.yml': `cubes:
  - name: orders
    sql_table: orders
    joins:
      - { name: customers, sql: "{CUBE}.customer_id = {customers.id}", relationship: many_to_one }
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: status, sql: status, type: string }
      - { name: created_at, sql: created_at, type: time }
    measures:
      - { name: count, type: count }
      - { name: open_count, type: count, filters: [{ sql: "{CUBE}.status = 'open'" }] }
      - { name: kinds, sql: status, type: count_distinct }
      - { name: total, sql: total, type: sum }
views:
  - name: sales
    cubes: [{ join_path: orders, includes: "*" }]
`,
  }),
);

const rows = { 'shop.orders': [{ id: 1, status: "it's", 'a b': null, created_at: '2024-01-01T00:00:00Z' }], users: [] };

const visits = {
  name: 'visits',
  members: [
    { name: 'count', kind: 'measure', type: 'count' },
    { name: 'status', kind: 'dimension', type: 'string' },
    { name: 'at', kind: 'dimension', type: 'time' },
    { name: 'open', kind: 'segment' },
  ],
};

/** What the product writes, by what writes it. */
const generators: Readonly<Record<string, () => Files>> = {
  'the sample': () =>
    Object.fromEntries(
      filesBelow(sample)
        .filter((file) => /\.ya?ml$/.test(file))
        .map((file) => [file, readFileSync(path.join(sample, file), 'utf8')]),
    ),
  'New Cube': () => ({ 'model/a.yml': filledIn(newDefinition(orders, 'cube', 'stores')) }),
  'New View': () => ({ 'model/a.yml': filledIn(newDefinition(orders, 'view', 'sales')) }),
  'New Query': () => ({ 'a.query.yml': filledIn(newQueryDocument(orders)) }),
  'New Test': () => ({
    'a.test.yml': filledIn(newTestDocument('All: x'), 'row_count: 1').replace(
      'query:\n      row_count: 1',
      'query:\n      measures: [orders.count]',
    ),
  }),
  snippets,
  'cubes of tables': () => ({ 'model/visits.yml': cubeYaml(draft()) }),
  'cubes of dbt': () => named([jaffleShop(), semanticShop()].flatMap((one) => convert(one).files)),
  'what is new in tables': () => ({
    ...addedTo(customers, 'customers'),
    ...addedTo({ 'a.yml': format('model/a.yml', everything['cubes/orders.yml']!) }, 'orders'),
    ...addedTo({ 'empty.yml': 'cubes:\n  - name: empty\n    sql_table: empty\n' }, 'empty'),
  }),
  'queries of members': () =>
    Object.fromEntries(
      [undefined, ...visits.members.map(({ name }) => name)].map((name) => [
        `${name}.query.yml`,
        memberQuery(visits, name),
      ]),
    ),
  'tests that break laws': () =>
    Object.fromEntries(
      laws.map((law, at) => [
        `${at} ${law.law}.test.yml`,
        counterexampleTest(law, rows, '2024-01-01T00:00:00Z', { left: '1', right: '2' }),
      ]),
    ),
};

/** Models that are formatted, with a problem or a place for a fix or refactoring. */
function models(): [name: string, texts: Texts][] {
  const pages = readdirSync(pagesFolder).flatMap((file) =>
    [...pageOf(file.replace('.md', '')).sections].map(([title, section]): [string, Files] => [
      `${file} ${title}`,
      Object.fromEntries([...filesIn(section)].filter(([path]) => /^model\/.*\.yml$/.test(path))),
    ]),
  );
  const parts = {
    'a key after a list': yaml(
      '    measures:\n      - name: total\n        type: sum\n        filters:\n          - sql: a\n',
    ),
    'a join without SQL': {
      ...customers,
      ...yaml('    joins:\n      - name: customers\n        relationship: many_to_one\n'),
    },
    'no type': yaml('      - name: kind\n        sql: kind\n        format: percent\n'),
    'a member that is missing': yaml(
      '    measures:\n      - name: share\n        sql: "{paid_count} / {paid}"\n        type: number\n    pre_aggregations:\n      - name: all\n        type: original_sql\n',
    ),
  };
  const own = Object.entries(parts).map(([name, texts]): [string, Files] => [
    name,
    Object.fromEntries(Object.entries(texts).map(([file, text]) => [`model/${file}`, text])),
  ]);
  return [...pages, ...own].map(([name, files]) => [
    name,
    Object.fromEntries(
      Object.entries(files).map(([file, text]) => [file.replace('model/', ''), formatText(file, text, undefined).text]),
    ),
  ]);
}

/** The user types the reason at the end of the line. */
const asksForReason = /^Exempt this place/;

/** Each action at each problem and each name, and the value of each member's keys. */
function actionsIn(texts: Texts): { index: ModelIndex; actions: CodeAction[] } {
  const index = indexOf(texts);
  const names = index.definitions.flatMap(({ file, nameSpan, node, members }) =>
    [nameSpan, node, ...members.flatMap((one) => [one.nameSpan, ...valuesOf(one.node)])].map((span) => ({
      file,
      range: index.rangeOf(file, span),
      diagnostics: [],
    })),
  );
  const problems = diagnose(index, undefined).map((one) => ({ ...one, diagnostics: [shownAs(one)] }));
  const actions = [...problems, ...names].flatMap(({ file, range, diagnostics }) =>
    codeActions(index, file, range, { diagnostics }, uriOf).filter(
      ({ edit, title }) => edit && !asksForReason.test(title),
    ),
  );
  return { index, actions };
}

function valuesOf(node: ValueNode): ValueNode[] {
  return node.kind === 'map' ? node.entries.map(({ value }) => value) : [];
}

function format(file: string, text: string): string {
  const found = formatText(file, text, documentKind(file, 'model'));
  assert.equal(found.kept?.describe(), undefined, `${file}\n${text}`);
  return found.text;
}

describe('the formatter changes nothing in', () => {
  for (const [name, write] of Object.entries(generators)) {
    it(name, () => {
      const files = Object.entries(write());
      assert.notEqual(files.length, 0);
      for (const [file, text] of files) assert.equal(format(file, text), text, file);
    });
  }

  it('what a fix or a refactoring adds', () => {
    const titles = new Set<string>();
    const wrong: string[] = [];
    for (const [name, texts] of models()) {
      const { index, actions } = actionsIn(texts);
      for (const action of actions) {
        for (const [file, text] of Object.entries(apply(index, action))) {
          const before = texts[file];
          if (before === text || (before !== undefined && formatText(file, before, undefined).kept)) continue;
          titles.add(action.title.replace(/'[^']*'/g, "'…'"));
          const after = formatText(file, text, undefined);
          if (!after.kept && after.text !== text)
            wrong.push(`${name}: ${action.title}`, ...changes({ file: text }, { file: after.text }));
        }
      }
    }
    assert.deepEqual(wrong, []);
  });
});
