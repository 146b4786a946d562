import assert from 'node:assert/strict';
import { codeActions } from '../../../src/language/codeActions/codeActions.ts';
import { completion } from '../../../src/language/completion/completion.ts';
import { documentSymbols } from '../../../src/language/navigation/documentSymbols.ts';
import { workspaceSymbols } from '../../../src/language/navigation/workspaceSymbols.ts';
import type { CodeAction } from '../../../src/language/protocol/protocol.ts';
import { queryCompletion } from '../../../src/language/queries/completion.ts';
import { queryFixes, queryProblems } from '../../../src/language/queries/problems.ts';
import { diagnose } from '../../../src/model/diagnose.ts';
import type { ModelIndex } from '../../../src/model/index/modelIndex.ts';
import { rulesFileName } from '../../../src/model/source/modelSource.ts';
import { LineIndex } from '../../../src/model/source/range.ts';
import { indexOf, type Texts } from '../../model/models.ts';
import { tokensOf } from '../annotations/tokens.ts';
import { uriOf } from '../places.ts';
import { apply, shownAs } from './actions.ts';

const rulesUri = uriOf(rulesFileName);

function actionsFor(texts: Texts, rules?: string): { index: ModelIndex; actions: CodeAction[] } {
  const index = indexOf(texts);
  if (rules !== undefined) index.set(rulesFileName, rules);
  index.namedInDocuments = { tests: new Set(), queries: new Set() };
  const actions = diagnose(index, undefined)
    .filter(({ file }) => file !== rulesFileName)
    .flatMap((one) =>
      codeActions(index, one.file, one.range, { diagnostics: [shownAs(one)], only: ['quickfix'] }, uriOf),
    );
  return { index, actions };
}

/** The source after the first action, and its title. */
function fixed(rule: string, text: string, name = 'a.yml'): [title: string, text: string] {
  const { index, actions } = actionsFor({ [name]: text }, `rules: { ${rule}: warning }`);
  const [first] = actions;
  assert.ok(first, 'no action');
  return [first.title, apply(index, first)[name]!];
}

const cube = (...lines: string[]) =>
  `${['cubes:', '  - name: orders', '    sql_table: orders', ...lines.map((one) => `    ${one}`)].join('\n')}\n`;

describe('quick fixes of rules', () => {
  const cases: readonly (readonly [rule: string, before: string, after: string, title: string])[] = [
    [
      'missing-title',
      cube('measures:', '  - name: total_amount', '    type: count', 'title: x'),
      cube('measures:', '  - name: total_amount', '    title: Total Amount', '    type: count', 'title: x'),
      "Add 'title: Total Amount'",
    ],
    [
      'missing-description',
      cube(
        'description: x',
        'measures:',
        '  # All orders,',
        '  # also open ones.',
        '  - name: count',
        '    type: count',
      ),
      cube(
        'description: x',
        'measures:',
        '  # All orders,',
        '  # also open ones.',
        '  - name: count',
        '    description: "All orders, also open ones."',
        '    type: count',
      ),
      "Add 'description: All orders, also open ones.'",
    ],
    [
      'missing-ai-context',
      'views:\n  # Sales, for questions: of the shop\n  - name: sales\n    description: Other text\n    cubes: []\n',
      'views:\n  # Sales, for questions: of the shop\n  - name: sales\n    description: Other text\n    meta:\n      ai_context: "Sales, for questions: of the shop"\n    cubes: []\n',
      "Add 'ai_context: Sales, for questions: of the shop'",
    ],
    [
      'missing-ai-context',
      'views:\n  - name: sales\n    description: Sales\n    meta:\n      a: 1\n    cubes: []\n',
      'views:\n  - name: sales\n    description: Sales\n    meta:\n      a: 1\n      ai_context: Sales\n    cubes: []\n',
      "Add 'ai_context: Sales'",
    ],
    [
      'missing-format',
      cube('measures:', '  - { name: conversion_rate, type: number, sql: "1.0" }'),
      cube('measures:', '  - { name: conversion_rate, type: number, sql: "1.0", format: percent }'),
      "Add 'format: percent'",
    ],
    [
      'public-primary-key',
      cube('dimensions:', '  - { name: id, sql: id, type: number, primary_key: true, public: true }'),
      cube('dimensions:', '  - { name: id, sql: id, type: number, primary_key: true }'),
      "Remove 'public'",
    ],
    [
      'unused-member',
      cube(
        'dimensions:',
        '  - { name: a, sql: a, type: string }',
        '  - { name: b, sql: b, type: string, public: false }',
      ),
      cube('dimensions:', '  - { name: a, sql: a, type: string }'),
      "Remove 'b'",
    ],
    [
      'duplicated-sql',
      cube(
        'dimensions:',
        '  - { name: a, sql: "lower(x)", type: string }',
        '  - name: b',
        '    type: string',
        '    sql: >-',
        '      lower(x)',
      ),
      cube(
        'dimensions:',
        '  - { name: a, sql: "lower(x)", type: string }',
        '  - name: b',
        '    type: string',
        '    sql: "{a}"',
      ),
      "Use 'a'",
    ],
    ['deprecated-key', cube('shown: true'), cube('public: true'), "Change to 'public'"],
    [
      'naming',
      cube('measures:', '  - { name: count, type: count } # rule-off naming: known'),
      cube('measures:', '  - { name: count, type: count }'),
      'Remove the exemption',
    ],
    [
      'naming',
      cube('# rule-off naming: known', 'measures:', '  - { name: count, type: count }'),
      cube('measures:', '  - { name: count, type: count }'),
      'Remove the exemption',
    ],
  ];
  for (const [rule, before, after, title] of cases) {
    it(`${rule}: ${title}`, () => assert.deepEqual(fixed(rule, before), [title, after]));
  }

  it('write the replacement of what is deprecated, in its cube, in other cubes and in views', () => {
    const orders = (use: string) =>
      cube(
        'measures:',
        `  - { name: total, type: sum, sql: t, meta: { deprecated: { use: ${use} } } }`,
        '  - { name: revenue, type: sum, sql: t }',
        '  - { name: half, type: number, sql: "{CUBE.total} / 2" }',
        'dimensions:',
        '  - { name: id, sql: id, type: number, primary_key: true }',
      );
    assert.deepEqual(
      fixed('deprecated-member', orders('revenue'))[1],
      orders('revenue').replace('{CUBE.total}', '{CUBE.revenue}'),
    );
    const view = (name: string) =>
      `views:\n  - name: sales\n    cubes:\n      - { join_path: orders, includes: [${name}] }\n`;
    const texts = { 'a.yml': orders('orders.revenue').replace('{CUBE.total}', '{revenue}'), 'v.yml': view('total') };
    const { index, actions } = actionsFor(texts, 'rules: { deprecated-member: warning }');
    assert.equal(apply(index, actions[0]!)['v.yml'], view('revenue'));
  });

  it('say that a replacement does not exist', () => {
    const text = cube('measures:', '  - { name: total, type: sum, sql: t, meta: { deprecated: { use: gone } } }');
    assert.deepEqual(
      diagnose(indexOf({ 'a.yml': text }), undefined).map(({ code, severity }) => [code, severity]),
      [['unknown-member', 'warning']],
    );
  });
});

describe('deprecated names in query and test documents', () => {
  const index = indexOf({
    'a.yml': cube(
      'measures:',
      '  - { name: total, type: sum, sql: t, meta: { deprecated: { since: 1.2, use: revenue } } }',
      '  - { name: revenue, type: sum, sql: t }',
      '  - { name: count, type: count }',
    ),
    'v.yml':
      'views:\n  - name: sales\n    cubes:\n      - { join_path: orders, prefix: true, includes: [revenue, total, { name: count, meta: { deprecated: true } }] }\n',
  });

  it('are struck through, with the name in the same view or cube as a fix', () => {
    const text = 'measures: [orders.total, sales.orders_total, sales.orders_count, orders.count]\n';
    const document = { path: 'a.query.yml', text };
    const problems = queryProblems(index, document);
    const found = problems.map((one) => [
      text.slice(one.range.start.character, one.range.end.character),
      one.message,
      one.fix?.kind === 'replace' ? one.fix.texts : undefined,
    ]);
    assert.deepEqual(found, [
      ['orders.total', '`orders.total` is deprecated since 1.2. Use `revenue` instead.', ['orders.revenue']],
      [
        'sales.orders_total',
        '`sales.orders_total` is deprecated since 1.2. Use `revenue` instead.',
        ['sales.orders_revenue'],
      ],
      ['sales.orders_count', '`sales.orders_count` is deprecated.', undefined],
    ]);
    assert.ok(problems.every((one) => shownAs(one).tags?.includes(2)));
    const titles = queryFixes(index, document, { diagnostics: [shownAs(problems[0]!)] }, uriOf).map(
      ({ title }) => title,
    );
    assert.deepEqual(titles, [
      "Change to 'orders.revenue'",
      "Exempt this place from 'deprecated-member'…",
      "Turn off the rule 'deprecated-member'",
    ]);
  });

  it('can be exempted in YAML', () => {
    assert.deepEqual(
      queryProblems(index, {
        path: 'a.query.yml',
        text: '# rule-off deprecated-member: we compare both\nmeasures: [orders.total]\n',
      }),
      [],
    );
    const unused = queryProblems(index, {
      path: 'a.query.yml',
      text: '# rule-off deprecated-member: old\nmeasures: [orders.count]\n',
    });
    assert.deepEqual(
      unused.map(({ code }) => code),
      ['unused-exemption'],
    );
  });
});

describe('the actions that every rule has', () => {
  const text = cube('measures:', '  - { name: count, type: count, title: x }');
  const off = (rules: string | undefined) => {
    const { actions } = actionsFor({ 'a.yml': text }, rules);
    const edit = actions.find(({ title }) => title === "Turn off the rule 'missing-title'")?.edit;
    const changes = edit?.documentChanges ?? [];
    assert.ok(changes.every((one) => ('uri' in one ? one.uri : one.textDocument.uri) === rulesUri));
    const lines = new LineIndex(rules ?? '');
    let after = rules ?? '';
    for (const one of changes)
      for (const { range, newText } of 'edits' in one ? one.edits : [])
        after = after.slice(0, lines.offsetAt(range.start)) + newText + after.slice(lines.offsetAt(range.end));
    return { after, isCreated: changes.some((one) => 'kind' in one) };
  };

  it('exempt a place, and ask for the reason', () => {
    const { index, actions } = actionsFor({ 'a.yml': text }, 'rules: { missing-title: error }');
    const action = actions.find(({ title }) => title.startsWith('Exempt'))!;
    const after = apply(index, action)['a.yml']!;
    assert.equal(after, text.replace('  - name: orders', '  # rule-off missing-title: \n  - name: orders'));
    index.set('model/a.yml', after);
    assert.deepEqual(
      diagnose(index, undefined).map(({ code }) => code),
      ['exemption-without-reason'],
    );
  });

  it('turn a rule off in the file, whatever its style', () => {
    for (const rules of [
      'rules: { missing-title: error }',
      'rules:\n  naming: info\n  missing-title: "error"\n',
      'rules: { missing-title: { level: error } }',
    ]) {
      const { after } = off(rules);
      assert.equal(after.includes('error'), false);
      assert.deepEqual(actionsFor({ 'a.yml': text }, after).actions, []);
    }
  });

  it('create the file, or add the rule to it', () => {
    const deprecated = cube(
      'measures:',
      '  - { name: t, type: count, meta: { deprecated: true } }',
      '  - { name: s, type: number, sql: "{t}" }',
    );
    for (const rules of [
      undefined,
      '',
      '# Rules of us',
      'rules: {}',
      'rules: { naming: off }',
      'rules:\n  # Names\n  naming: off\n',
    ]) {
      const { actions } = actionsFor({ 'a.yml': deprecated }, rules);
      const edit = actions.find(({ title }) => title.startsWith('Turn off'))!.edit!;
      const lines = new LineIndex(rules ?? '');
      let after = rules ?? '';
      for (const one of edit.documentChanges)
        for (const { range, newText } of 'edits' in one ? one.edits : [])
          after = after.slice(0, lines.offsetAt(range.start)) + newText + after.slice(lines.offsetAt(range.end));
      assert.deepEqual(actionsFor({ 'a.yml': deprecated }, after).actions, [], after);
      assert.equal(
        edit.documentChanges.some((one) => 'kind' in one),
        rules === undefined,
        String(rules),
      );
    }
  });
});

it('what is deprecated is struck through in completion, in the outline and in colors', () => {
  const text = `${cube('measures:', '  - { name: total, type: sum, sql: t, meta: { deprecated: true } }', '  - { name: half, type: number, sql: "{to} / 2" }')}`;
  const index = indexOf({ 'a.yml': text });
  const at = index.rangeOf('model/a.yml', { start: text.indexOf('{to}') + 3, end: 0 }).start;
  const tagsOf = (items: readonly { label: string; tags?: unknown }[]) =>
    items.flatMap(({ label, tags }) => (tags ? [label] : []));
  assert.deepEqual(tagsOf(completion(index, 'model/a.yml', at).items), ['total']);
  const query = 'measures: [orders.]\n';
  const inQuery = queryCompletion(
    index,
    { path: 'a.query.yml', text: query },
    { line: 0, character: query.indexOf(']') },
  );
  assert.deepEqual(tagsOf(inQuery.items), ['orders.total']);
  const [outline] = documentSymbols(index, 'model/a.yml');
  assert.deepEqual(
    outline!.children!.map(({ name, tags }) => [name, tags]),
    [
      ['total', [1]],
      ['half', undefined],
    ],
  );
  assert.ok(workspaceSymbols(index, 'total', uriOf).every(({ tags }) => tags?.includes(1)));
  index.set('model/a.yml', text.replace('{to}', '{total}'));
  const tokens = tokensOf(index, 'model/a.yml');
  assert.deepEqual(
    tokens.map(({ type }) => type).filter((one) => one.includes('deprecated')),
    ['function.declaration.deprecated', 'function.deprecated'],
  );
});
