/** The check of a model by the data API of the emulator, whose database is a real DuckDB. */

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { checkPlatform } from '../../../src/local/check/checkPlatform.ts';
import { Client } from '../../../src/platform/client.ts';
import { QueryRunner } from '../../../src/query/run/runQuery.ts';
import { type EmulatorUnderTest, emulatorUnderTest } from '../../emulator/emulatorUnderTest.ts';
import { indexOf, markedText } from '../../model/models.ts';
import { temporaryFolder } from '../../vscode/process/temporaryFolder.ts';

const tables = `
CREATE TABLE orders (id INTEGER, status VARCHAR, amount DECIMAL(10,2), created_at TIMESTAMP, user_id INTEGER);
CREATE TABLE users (id INTEGER, city VARCHAR);
INSERT INTO orders VALUES (1, 'paid', 2.5, '2026-01-01', 7);
INSERT INTO users VALUES (7, 'Riga');
`;

const model = `cubes:
  - name: orders
    sql_table: orders
    joins:
      - { name: users, sql: "{CUBE}.usr_id = {users}.id", relationship: many_to_one }
    segments:
      - { name: paid, sql: "{CUBE}.status = 'paid'" }
      - { name: open, sql: "lower({CUBE}.sttus) = 'open'" }
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true, public: true }
      - { name: state, sql: "upper({CUBE}.statuss)", type: string }
      - { name: shown, sql: "{state} || '!'", type: string }
      - { name: loud, sql: "shout({CUBE}.status)", type: string }
      - { name: hidden, sql: "upper(secrt)", type: string, public: false }
    measures:
      - { name: count, type: count }
      - { name: total, sql: amout, type: sum }
      - { name: staged, sql: "{count}", type: sum, multi_stage: true, rolling_window: { trailing: 1 day } }
  - name: users
    sql_table: users
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: city, sql: city, type: string }
  - name: gone
    sql_table: gonee
    measures:
      - { name: count, type: count }
      - { name: most, sql: id, type: max }
views:
  - name: sales
    cubes: [{ join_path: orders, includes: [count] }]
`;

describe('the check of a model by the data API of the emulator', () => {
  const folder = temporaryFolder('check-platform');
  let under: EmulatorUnderTest;
  before(async () => {
    const source = path.join(folder.path, 'tables.sql');
    writeFileSync(source, tables);
    under = await emulatorUnderTest({ source, sample: false });
  });
  after(async () => {
    await under.close();
    folder.remove();
  });

  const check = async (text: string) => {
    const deployment = await under.newDeployment({ 'model/model.yml': text });
    assert.equal((await deployment.status('main', true)).errorText, null);
    const client = new Client({ baseUrl: under.emulator.url, credential: { token: under.emulator.apiKey } });
    const runner = new QueryRunner({ client, deploymentId: deployment.id });
    const index = indexOf({ 'model.yml': text });
    try {
      const { problems, ...counts } = await checkPlatform(index, runner);
      const shown = problems.map((one) => `${one.code} ${markedText(index, one)}`);
      return { shown: shown.toSorted(), messages: problems.map(({ message }) => message), ...counts };
    } finally {
      runner.dispose();
      client.dispose();
    }
  };

  it('marks each mistake once, at the SQL of the model', async () => {
    const { shown, messages, checked, notChecked } = await check(model);
    assert.deepEqual(shown, [
      'database-error shout',
      'unknown-column amout',
      'unknown-column statuss',
      'unknown-column sttus',
      'unknown-column usr_id',
      'unknown-table gonee',
    ]);
    assert.match(messages.join('\n'), /has no column `amout`: .*amout/);
    assert.match(messages.join('\n'), /refuses this SQL: .*shout/);
    assert.deepEqual(
      notChecked.map(({ name, reason }) => `${name}: ${reason}`),
      [
        "orders.staged: The emulator cannot calculate 'orders.staged': it is a multi-stage measure with a `rolling_window`",
        'orders.hidden: it is not public, or you may not see it',
        'users.id: it is not public, or you may not see it',
      ],
    );
    assert.equal(checked, 12);
  });

  it('finds nothing in a model without mistakes', async () => {
    const text = model
      .replace('usr_id', 'user_id')
      .replace('sttus', 'status')
      .replace('statuss', 'status')
      .replace('shout', 'lower')
      .replace('amout', 'amount')
      .replace('gonee', 'users');
    assert.deepEqual((await check(text)).shown, []);
  });
});
