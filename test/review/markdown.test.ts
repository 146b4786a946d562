import assert from 'node:assert/strict';
import { startOfFile } from '../../src/model/source/problem.ts';
import { type CompiledReview, nothingCompiled } from '../../src/review/compiled/compiledReview.ts';
import type { FileChange } from '../../src/review/fileChanges.ts';
import { reviewMarkdown } from '../../src/review/markdown.ts';
import { reviewTexts } from '../../src/review/model/reviewTexts.ts';
import { type ModelChange, modelChanges } from '../../src/review/modelChanges.ts';
import type { Review, TestOutcome } from '../../src/review/review.ts';
import type { ValueChange } from '../../src/review/valueChanges.ts';
import { indexOf } from '../model/models.ts';

const empty: Review = { files: [], model: [], values: [], conflicts: null, compiled: nothingCompiled };

const measure = (name: string, type = 'sum') =>
  `cubes:\n  - name: orders\n    sql_table: o\n    measures:\n      - name: ${JSON.stringify(name)}\n        type: ${type}\n        sql: x\n`;

function changed(path: string, cells: [string, string]): ValueChange {
  const column = {
    key: 'orders.total',
    member: 'orders.total',
    title: 'Total',
    kind: 'measure',
    type: 'number',
  } as const;
  const row = { change: 'changed', before: [cells[0]], after: [cells[1]] } as const;
  const table = { columns: [column], rows: [row], added: 0, removed: 0, changed: 1 };
  return { path, query: {}, members: ['orders.total'], state: 'changed', table };
}

/** The text outside of inline code. */
function outsideCode(markdown: string): string {
  return markdown.replace(/(`+)(?!`)[\s\S]*?[^`]\1(?!`)/g, '');
}

/** Each part of what is known of the compiled models, with one name. */
function compiledWith(name: string): CompiledReview {
  const message = reviewTexts.message('refused', [name]);
  const by = { kind: 'test', name, place: { file: name, range: startOfFile, side: 'after' } } as const;
  return {
    errors: [],
    missing: [],
    compiledHere: [],
    affected: [{ name, previousName: name, effect: 'refused', message: name, causes: [name] }],
    failing: [{ by, reason: message.message, message }],
    consumers: [
      {
        kind: 'measure',
        name,
        change: 'renamed',
        newName: name,
        uses: [{ kind: 'report', name, content: { id: name, where: name } }],
      },
    ],
    contentNotRead: [reviewTexts.message('reports-not-read', [name])],
    compared: { members: 1, queries: 1 },
    notCompared: { members: 1, queries: 2, reasons: [name] },
  };
}

describe('a review as Markdown', () => {
  it('says that nothing differs', () => {
    assert.equal(reviewMarkdown(empty), '## Data model review\n\nNo differences.\n');
  });

  it('names the planner and the compilers of a certificate', () => {
    const slices = { equal: 2, same: 0, differs: 0, refused: 0, added: 0, removed: 0, notCompared: 0 };
    const certificate = { slices, differences: [], refused: [], notCompared: [], compiler: '1.6.7 → 1.7.43' };
    assert.equal(
      reviewMarkdown({ ...empty, certificate: { ...certificate, planner: 'javascript' } })
        .split('\n\n')
        .at(-1),
      'The SQL is of the JavaScript planner, compiler 1.6.7 → 1.7.43.\n',
    );
    assert.doesNotMatch(
      reviewMarkdown({ ...empty, certificate: { ...certificate, planner: null, compiler: null } }),
      /The SQL is of/,
    );
  });

  it('names the values of dimensions, and segments that have none', () => {
    const slices = { equal: 2, same: 0, differs: 2, refused: 0, added: 0, removed: 0, notCompared: 0 };
    const differences = [
      { measure: 'a.total', by: 'a.paid', before: '1', after: '2', rows: 1 },
      { measure: 'a.total', by: 'a.city', before: '1', after: null, value: null, rows: 3 },
      { measure: 'a.total', by: 'a.town', before: null, after: null, only: 'before' as const, value: 'x', rows: 1 },
      { measure: null, by: 'a.town', before: null, after: 'y', only: 'after' as const, value: 'y', rows: 2 },
    ];
    const certificate = { slices, differences, refused: [], notCompared: [], compiler: null, planner: null };
    assert.match(
      reviewMarkdown({ ...empty, certificate }),
      /\| `a\.total` \| `a\.paid` \| `1` \| `2` \|\n\| `a\.total` \| `a\.city` \*null\*, one of 3 rows \| `1` \| \*null\* \|\n\| `a\.total` \| `a\.town` `x` \| \*null\* \| \*no row\* \|\n\| {2}\| `a\.town` `y`, one of 2 rows \| \*no row\* \| `y` \|/,
    );
  });

  it('says why slices are not compared, and how many', () => {
    const slices = { equal: 1, same: 0, differs: 0, refused: 0, added: 0, removed: 0, notCompared: 9 };
    const open = (measure: string, reason: string) => ({ measure, by: null, reason });
    const notCompared = [open('a.x', 'sql-differs'), open('a.y', 'No `range`'), open('a.z', 'No `range`')];
    const certificate = { slices, differences: [], refused: [], notCompared, compiler: null, planner: null };
    assert.ok(
      reviewMarkdown({ ...empty, certificate }).endsWith(
        '### Numbers that are not compared\n\n- 2 slices: `` No `range` ``\n' +
          '- 1 slice: their SQL differs, and their values were not asked for\n- 6 slices for other reasons\n',
      ),
    );
  });

  it('names the causes of other SQL, but not the member itself', () => {
    const member = (name: string, ...causes: string[]) => ({ name, effect: 'changed' as const, causes });
    const affected = [member('a.x', 'a.x'), member('a.y', 'a.x'), member('a.z')];
    assert.match(
      reviewMarkdown({ ...empty, compiled: { ...nothingCompiled, affected } }),
      /- `a\.x`: other SQL\n- `a\.y`: other SQL, by `a\.x`\n- `a\.z`: other SQL, no changed definition explains it\n/,
    );
  });

  it('has files, the model with what breaks first, and values', () => {
    const texts = {
      'orders.yml': `${measure('total').trimEnd()}\n        title: T\n    dimensions:\n      - name: a\n        sql: a\n        type: string\n`,
    };
    const after = {
      'orders.yml': texts['orders.yml'].replace('type: sum', 'type: string').replace('sql: a', 'sql: b'),
    };
    const uses = [{ path: 'q.query.yml', text: 'measures: [orders.total]\n' }];
    const markdown = reviewMarkdown({
      ...empty,
      files: [
        { path: 'model/orders.yml', status: 'changed' },
        { path: 'b.yml', status: 'renamed', previousPath: 'a.yml' },
      ],
      model: modelChanges(indexOf(texts), indexOf(after), uses),
      values: [
        changed('q.query.yml', ['1', '2']),
        { path: 'r.query.yml', query: {}, members: ['orders.a'], state: 'not-run' },
      ],
      conflicts: ['model/orders.yml'],
    });
    assert.equal(
      markdown,
      `## Data model review

2 files differ, 2 changes of the model, **1** breaking.

### Merge conflicts

- \`model/orders.yml\`

### Files

- changed: \`model/orders.yml\`
- renamed: \`b.yml\` from \`a.yml\`

### Model

**Breaking:**

- measure \`orders.total\`: changed (type), \`model/orders.yml:5\`; used by 1 saved query
  - breaks query \`q.query.yml\`, \`q.query.yml:1\`: \`orders.total\` is now of type \`string\` instead of \`number\`.

**Other changes:**

- dimension \`orders.a\`: changed (sql), \`model/orders.yml:10\`

### Values

1 query was run on both sides, 1 with other values. 1 more query was not run.

\`q.query.yml\`, for \`orders.total\`: 1 changed, 0 added, 0 removed rows

|  | \`orders.total\` |
| --- | --- |
| changed | \`1\` → \`2\` |
`,
    );
  });

  it('has the tests that failed or have not run, and counts those that passed', () => {
    const range = { start: { line: 4, character: 0 }, end: { line: 4, character: 9 } };
    const place = { file: 'a.test.yml', range, side: 'after' } as const;
    const result = { file: 'a.test.yml', name: '', line: 5, message: '', ms: 1, broken: [] };
    const at = new Date();
    const tests: TestOutcome[] = [
      { name: 'passes', place, result: { ...result, status: 'passed' }, at },
      { name: 'waits', place, result: undefined, at: undefined },
      { name: '# fails', place, result: { ...result, status: 'failed', message: 'expected 1, found 2.' }, at },
      { name: 'is refused', place, result: { ...result, status: 'error', message: 'no such column' }, at },
    ];
    assert.ok(
      reviewMarkdown({ ...empty, tests }).endsWith(`### Tests

2 failed, 1 not run on these files, 1 passed.

- \`# fails\`, \`a.test.yml:5\`: failed, \`expected 1, found 2.\`
- \`is refused\`, \`a.test.yml:5\`: error, \`no such column\`
- \`waits\`, \`a.test.yml:5\`: not run
`),
    );
  });

  const hostile = [
    '<img src=x onerror=alert(1)>',
    '[link](https://example.org) ![image](https://example.org/x.png)',
    '@everyone #1 https://example.org www.example.org a@example.org',
    'a | b \\| c \\\\| d',
    '``` `` ` code',
    '`',
    'line one\n\n# Heading\r\n- item\u2028x',
    '\u202eevil\u0007\u001b[31m',
    '**bold** _it_ ~~no~~ &amp; &#64;user',
    '--><script>',
    '   ',
    '\\',
  ];
  for (const name of hostile) {
    it(`shows ${JSON.stringify(name)} as inline code only`, () => {
      const files: FileChange[] = [
        { path: name, status: 'added' },
        { path: 'x', status: 'renamed', previousPath: name },
      ];
      const model = modelChanges(indexOf({ 'a.yml': measure(name) }), indexOf({ 'a.yml': measure(name, 'string') }), [
        { path: `${name}.query.yml`, text: `measures: [${JSON.stringify(`orders.${name}`)}]\n` },
      ]);
      assert.equal(model.length, 1);
      const values: ValueChange[] = [
        changed(name, [name, 'y']),
        {
          path: 'x',
          test: name,
          query: {},
          members: [name],
          state: 'failed',
          failure: { side: 'after', message: name, isRefusal: true },
        },
      ];
      const markdown = reviewMarkdown({ files, model, values, conflicts: [name], compiled: compiledWith(name) });
      const plain = reviewMarkdown({
        compiled: compiledWith('x'),
        files: files.map((one) => ({
          ...one,
          path: 'x',
          ...(one.previousPath === undefined ? {} : { previousPath: 'x' }),
        })),
        model: model.map((one): ModelChange => ({ ...one, name: 'x' })),
        values: [
          changed('x', ['x', 'y']),
          { ...values[1]!, test: 'x', members: ['x'], failure: { side: 'after', message: 'x', isRefusal: true } },
        ],
        conflicts: ['x'],
      });
      // Without the code, the same text is left as with a plain name.
      const normal = (text: string) => outsideCode(text).replaceAll('(empty)', '');
      assert.equal(normal(markdown), normal(plain));
      assert.equal(markdown.split('\n').length, plain.split('\n').length);
      assert.doesNotMatch(markdown, /[\p{Bidi_Control}\u0007\u001b\u2028]/u);
      // A cell ends at a bar that follows an even number of backslashes.
      const row = markdown.split('\n').find((one) => one.startsWith('| changed'))!;
      assert.equal(row.match(/(?<!\\)(?:\\\\)*\|/g)!.length, 3, row);
    });
  }

  const summaryOf = (compiled: Partial<CompiledReview>, more: Partial<Review> = {}) => {
    const files: FileChange[] = [{ path: 'model/macros.jinja', status: 'changed' }];
    return reviewMarkdown({ ...empty, files, ...more, compiled: { ...nothingCompiled, ...compiled } });
  };

  it('says which branch does not compile, and claims nothing', () => {
    const range = { start: { line: 6, character: 2 }, end: { line: 6, character: 5 } };
    const error = { side: 'after', branch: 'dev', file: 'model/a.yml', range, message: 'x is not defined' } as const;
    assert.equal(
      summaryOf({ errors: [error, { ...error, side: 'before', branch: 'main', file: '' }] }),
      `## Data model review

1 file differs, 0 changes of the model. **\`dev\` and \`main\` do not compile, so it is not known what breaks.**

### Compile errors

- \`dev\`, \`model/a.yml:7\`: \`x is not defined\`
- \`main\` (before): \`x is not defined\`

### Files

- changed: \`model/macros.jinja\`
`,
    );
    const missing = summaryOf({ missing: [reviewTexts.message('not-built', ['main'])] });
    assert.match(
      missing,
      /compiled models are not compared, so it is not known what breaks[\s\S]*- `main` is not built\./,
    );
    assert.doesNotMatch(missing, /none breaking/);
  });

  it('lists what consumers may miss and the members with other SQL, and says what was not compared', () => {
    const compiled = compiledWith('sales.total');
    const text = summaryOf({ ...compiled, failing: [] });
    assert.match(
      text,
      /1 member with other SQL, none breaking here, but \*\*1 public name is gone or of another type\*\*\./,
    );
    assert.match(
      text,
      /### Affects consumers\n\n- `sales\.total` is now named `sales\.total`\.\n {2}- used by report `sales\.total`, `sales\.total`\n\n- Reports were not searched: `sales\.total`\n/,
    );
    assert.match(text, /- `sales\.total` \(before `sales\.total`\): refused now: `sales\.total`/);
    assert.match(text, /The SQL of 1 member and of 2 saved queries and tests was not compared\./);
    assert.match(summaryOf(compiled), /\*\*1\*\* breaking\.[\s\S]*\*\*Breaking:\*\*\n\n- breaks test `sales\.total`/);
    const unexplained = compiled.affected.map((one) => ({ ...one, effect: 'changed' as const, causes: [] }));
    assert.match(summaryOf({ affected: unexplained }), /other SQL, no changed definition explains it/);
  });

  it('names the planner of the values, if the platform does', () => {
    const value: ValueChange = { path: 'a', query: {}, members: ['a.b'], state: 'same' };
    assert.doesNotMatch(summaryOf({}, { values: [value] }), /planner/);
    const text = summaryOf({}, { values: [value, { ...value, planner: 'javascript' }] });
    assert.match(text, /0 with other values\. The SQL is of the planner `javascript`\./);
  });

  it('counts as run on both sides only what was', () => {
    const state = (path: string, one: Partial<ValueChange>): ValueChange => {
      return { path, query: {}, members: ['a.b'], state: 'same', ...one };
    };
    const failure = (side: 'before' | 'after' | 'both') => ({ side, message: 'no such member', isRefusal: true });
    const text = summaryOf(
      {},
      {
        values: [
          state('a', {}),
          state('b', { state: 'failed', failure: failure('before') }),
          state('c', { state: 'failed', failure: failure('both') }),
          state('d', { state: 'refused' }),
          state('e', { state: 'not-run' }),
        ],
      },
    );
    assert.match(
      text,
      /1 query was run on both sides, 0 with other values\. 2 queries failed\. 1 query is refused, as its test expects\. 1 more query was not run\./,
    );
    assert.match(text, /`b`, for `a\.b`: failed before the change, `no such member`\n/);
    assert.match(text, /`c`, for `a\.b`: failed on both sides/);
    assert.match(text, /none breaking/);
    assert.match(
      summaryOf({}, { values: [state('b', { state: 'failed', failure: failure('after') })] }),
      /\*\*1\*\* breaking/,
    );
  });

  it('never exceeds the length of a comment, and says what it leaves out', () => {
    const files = Array.from(
      { length: 5_000 },
      (_, i): FileChange => ({ path: `${'x'.repeat(100_000)}${i}`, status: 'added' }),
    );
    const [change] = modelChanges(indexOf({ 'a.yml': measure('a') }), indexOf({ 'a.yml': measure('a', 'max') }), []);
    const breaking = {
      ...change!,
      name: 'the.breaking',
      breaking: [
        { by: { kind: 'view', name: 'v' }, reason: '', message: { text: { message: '' }, args: [], message: '' } },
      ],
    } as ModelChange;
    const model = [...Array.from({ length: 3_000 }, (_, i) => ({ ...change!, name: `orders.m${i}` })), breaking];
    const markdown = reviewMarkdown({ ...empty, files, model, values: [changed('q', ['1', '2'])] });
    assert.ok(markdown.length <= 65_536, String(markdown.length));
    assert.ok(markdown.length > 60_000);
    assert.match(markdown, /`the\.breaking`[\s\S]*`orders\.m0`/);
    const [, missingFiles, missingChanges] =
      /Not shown, because the text is limited to 65536 characters: (\d+) files, (\d+) other changes/.exec(markdown)!;
    assert.equal(Number(missingFiles) + (markdown.match(/^- added/gm) ?? []).length, 5_000);
    assert.equal(Number(missingChanges) + (markdown.match(/^- measure `orders/gm) ?? []).length, 3_000);
  });

  it('does not cut a character of two units', () => {
    const markdown = reviewMarkdown({ ...empty, files: [{ path: '😀'.repeat(300), status: 'added' }] });
    assert.ok(markdown.isWellFormed());
  });
});
