import assert from 'node:assert/strict';
import { randomFrom } from '../../run/randomFrom.ts';
import { testSeed } from '../../run/testSeed.ts';
import { found, projectOf } from './ruleExamples.ts';

describe('comments that exempt a place', () => {
  const on = 'rules: { missing-title: warning, naming: warning }';
  const lines = (...more: string[]) =>
    [
      'cubes:',
      '  - name: orders # rule-off missing-title: known',
      '    sql_table: orders',
      '    measures:',
      ...more,
    ].join('\n');
  const codes = (text: string, rules = on) => found(projectOf({ 'a.yml': text }, rules)).map(({ code }) => code);

  it('count on the line before, over other comments, and on the line itself', () => {
    assert.deepEqual(
      codes(
        lines(
          '      # rule-off missing-title: known',
          '      # Another comment.',
          '      - { name: count, type: count }',
        ),
      ),
      [],
    );
    assert.deepEqual(codes(lines('      - { name: count, type: count } # rule-off missing-title: known')), []);
    assert.deepEqual(
      codes(lines('      # rule-off missing-title: known', '', '      - { name: count, type: count }')),
      ['unused-exemption', 'missing-title'],
    );
  });

  it('need a reason', () => {
    for (const comment of ['rule-off missing-title', 'rule-off missing-title:', 'rule-off missing-title:  '])
      assert.deepEqual(codes(lines(`      # ${comment}`, '      - { name: count, type: count }')), [
        'exemption-without-reason',
      ]);
  });

  it('name a rule', () => {
    assert.deepEqual(
      codes(lines('      # rule-off missing-titel: known', '      - { name: count, type: count, title: x }')),
      ['unknown-rule'],
    );
    assert.deepEqual(codes(lines('      # rule-off', '      - { name: count, type: count, title: x }')), [
      'unknown-rule',
    ]);
  });

  it('are a problem where they exempt nothing, unless the rule is off', () => {
    const unused = lines('      # rule-off naming: known', '      - { name: count, type: count, title: x }');
    assert.deepEqual(codes(unused), ['unused-exemption']);
    assert.deepEqual(codes(unused, 'rules: { missing-title: warning }'), []);
  });

  it('are not in texts', () => {
    assert.deepEqual(
      codes(
        lines(
          '      - { name: count, type: count, title: "x # rule-off naming: y" }',
          '      - name: other',
          '        type: count',
          '        title: x',
          '        description: |',
          '          # rule-off naming: y',
          '          text',
        ),
      ),
      [],
    );
  });

  it('are comments of programs in programs', () => {
    const program = (comment: string) =>
      `cube(\`orders\`, { // rule-off missing-title: known\n  sql_table: \`// rule-off naming: x\`,\n  measures: {\n    ${comment}\n    count: { type: \`count\` },\n  },\n});\n`;
    assert.deepEqual(found(projectOf({ 'a.js': program('// rule-off missing-title: known') }, on)), []);
    assert.deepEqual(found(projectOf({ 'a.js': program('/* rule-off missing-title: known */') }, on)), []);
  });

  it('exempt exactly the places that they stand at (random)', () => {
    const seed = testSeed();
    const random = randomFrom(seed);
    const below = (limit: number) => Math.floor(random() * limit);
    for (let round = 0; round < 100; round += 1) {
      const members = Array.from({ length: 1 + below(8) }, (_, i) => ({
        name: `m${i}`,
        hasTitle: below(3) === 0,
        exempt: below(3) as 0 | 1 | 2,
      }));
      const text = lines(
        ...members.flatMap(({ name, hasTitle, exempt }) => [
          ...(exempt === 1 ? ['      # rule-off missing-title: known'] : []),
          `      - { name: ${name}, type: count${hasTitle ? ', title: x' : ''} }${exempt === 2 ? ' # rule-off missing-title: known' : ''}`,
        ]),
      );
      const expected = members.flatMap(({ hasTitle, exempt }) =>
        hasTitle && exempt > 0 ? ['unused-exemption'] : !hasTitle && exempt === 0 ? ['missing-title'] : [],
      );
      assert.deepEqual(codes(text), expected, `seed ${seed}\n${text}`);
    }
  });
});

it('an exemption of a name in SQL of several lines is at the key', () => {
  const text = `cubes:
  - name: orders
    sql_table: orders
    measures:
      - { name: total, type: sum, sql: t, meta: { deprecated: true } }
      - name: half
        type: number
        # rule-off deprecated-member: it goes with the next version
        sql: |
          1.0
          * {total} / 2
`;
  assert.deepEqual(found(projectOf({ 'a.yml': text })), []);
  const other = text.replace(/ *# rule-off.*\n/, '');
  assert.deepEqual(
    found(projectOf({ 'a.yml': other })).map(({ code, range }) => [code, range.start.line]),
    [['deprecated-member', 9]],
  );
});
