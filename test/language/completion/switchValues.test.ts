import assert from 'node:assert/strict';
import { completion } from '../../../src/language/completion/completion.ts';
import { indexOf } from '../../model/models.ts';

const currencies = `cubes:
  - name: payments
    sql_table: payments
    dimensions:
      - name: currency
        type: switch
        values: [USD, EUR, "1"]
    measures:
      - name: rate
        type: number
        multi_stage: true
        case:
`;
const program = `cube(\`fees\`, {
  sql_table: \`fees\`,
  measures: {
    rate: { type: \`number\`, multi_stage: true, case: { switch: \`\${payments.currency}\`, when: [{ value: ▮ }] } },
  },
});
`;

/** The items that are offered at `▮`, as they are inserted. */
function offered(path: string, text: string): string[] {
  const position = text.indexOf('▮');
  const index = indexOf({ 'payments.yml': currencies, [path]: text.replace('▮', '') });
  const file = index.file(`model/${path}`)!;
  return completion(index, file.path, file.lines.positionAt(position)).items.map(({ textEdit }) => textEdit.newText);
}

describe('the values in a case', () => {
  const inCase = (lines: string) => offered('payments.yml', currencies + lines.replace(/^/gm, '          '));

  it('are those of the switch dimension', () => {
    const all = ['USD', 'EUR', '"1"'];
    assert.deepEqual(inCase('switch: "{CUBE.currency}"\nwhen:\n  - value: ▮'), all);
    assert.deepEqual(inCase('switch: "{currency}"\nwhen:\n  - value: ▮\n    sql: "1"'), all);
    assert.deepEqual(inCase('switch: "{payments.currency}"\nwhen:\n  - value: E▮'), all);
  });

  it('are written so that they stay the same, whatever is in them', () => {
    const model = `${currencies.replace('[USD, EUR, "1"]', `["it's", 'say "hi"', "a: b", 'back\\slash']`)}`;
    const lines = (value: string) =>
      offered(
        'payments.yml',
        model + `switch: "{CUBE.currency}"\nwhen:\n  - value: ${value}`.replace(/^/gm, '          '),
      );
    assert.deepEqual(lines('▮'), ["it's", 'say "hi"', '"a: b"', 'back\\slash']);
    assert.deepEqual(lines('"▮"'), ["it's", 'say \\"hi\\"', 'a: b', 'back\\\\slash']);
    assert.deepEqual(lines("'▮'"), ["it''s", 'say "hi"', 'a: b', 'back\\slash']);
  });

  it('have those that another line uses at the end', () => {
    const lines = 'switch: "{CUBE.currency}"\nwhen:\n  - value: USD\n    sql: "1"\n  - value: ▮\n    sql: "2"';
    assert.deepEqual(inCase(lines), ['EUR', '"1"', 'USD']);
  });

  it('are found in another cube from JavaScript', () => {
    assert.deepEqual(offered('fees.js', program).slice(0, 3), ['`USD`', '`EUR`', '`1`']);
  });

  it('are not offered for an unknown dimension or another key', () => {
    assert.deepEqual(inCase('switch: "{CUBE.other}"\nwhen:\n  - value: ▮'), []);
    assert.ok(!inCase('switch: "{CUBE.currency}"\nwhen:\n  - value: USD\n    sql: ▮').includes('EUR'));
  });
});
