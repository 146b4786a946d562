/** Compares two folders as CI does, without a platform. */

import assert from 'node:assert/strict';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { repository } from '../vscode/locations.ts';
import { temporaryFolder } from '../vscode/process/temporaryFolder.ts';
import { runBundle } from './runBundle.ts';

const project = path.join(repository, 'src/emulator/sample/project');
const data = path.join(repository, 'src/emulator/sample/data');

describe('certify', () => {
  const folder = temporaryFolder('certify');
  after(() => folder.remove());
  let count = 0;

  /** A copy of the sample with other texts, by file. */
  const edited = (edits: Readonly<Record<string, (text: string) => string>>) => {
    count += 1;
    const copy = path.join(folder.path, String(count));
    cpSync(project, copy, { recursive: true });
    for (const [file, edit] of Object.entries(edits)) {
      const before = readFileSync(path.join(copy, file), 'utf8');
      const after = edit(before);
      assert.notEqual(after, before, file);
      writeFileSync(path.join(copy, file), after);
    }
    return copy;
  };
  const certify = async (head: string, ...options: string[]) => {
    const { code, stdout, stderr } = await runBundle('certify', [project, head, ...options]);
    assert.equal(stderr, '');
    return { code, result: stdout.startsWith('{') ? JSON.parse(stdout) : undefined, text: stdout };
  };
  const orders = 'model/cubes/orders.yml';
  const sales = 'model/views/sales.yml';

  it('proves that no number changes', async () => {
    const { code, result } = await certify(edited({ [orders]: (text) => text.replace('title: Orders', 'title: All') }));
    assert.equal(code, 0);
    const { equal } = result.certificate.slices;
    assert.ok(equal > 100);
    assert.equal(result.sentence, `No number changes: ${equal} of ${equal} slices proved equal.`);
    assert.deepEqual([result.certificate.planner, result.access], ['javascript', []]);
    assert.match(result.certificate.compiler, /^\d+\.\d+\.\d+$/);
  });

  it('compares a model in a folder of its own with one that is the whole project', async () => {
    const base = path.join(folder.path, 'flat');
    cpSync(path.join(project, 'model'), base, { recursive: true });
    const { stdout, stderr, code } = await runBundle('certify', [base, project]);
    assert.equal(stderr, '');
    const { model, certificate, conclusion } = JSON.parse(stdout);
    assert.deepEqual([code, conclusion, model], [0, 'fine', []]);
    assert.ok(certificate.slices.equal > 100);
  });

  it('compares values where the SQL differs, if it has a source', async () => {
    const head = edited({
      [orders]: (text) => text.replace("{CUBE}.status <> 'canceled'", "{CUBE}.status = 'shipped'"),
    });
    const without = await certify(head);
    assert.equal(without.code, 0);
    assert.equal(without.result.certificate.slices.differs, 0);
    assert.deepEqual(without.result.certificate.notCompared[0].reason, 'sql-differs');
    const { code, result } = await certify(head, '--source', data);
    assert.equal(code, 0);
    const net = result.certificate.differences.filter(
      ({ measure }: { measure: string }) => measure === 'orders.net_amount',
    );
    assert.equal(net.length, result.certificate.differences.length);
    // Computed from the sample's rows by hand.
    assert.deepEqual(net[0], { measure: 'orders.net_amount', by: null, before: '695397', after: '60203' });
    const text = await certify(head, '--source', data, '--format', 'text');
    assert.match(
      text.text,
      /^model\/cubes\/orders\.yml:40:15 information orders\.net_amount: 695397 before, 60203 now; by .*; and in \d+ more slices\nNumbers change: .* Nothing breaks\.\n$/,
    );
    const { text: unknown } = await certify(head, '--format', 'text');
    assert.match(unknown, /\d+ slices are not compared: their SQL differs, and their values were not asked for\n/);
  });

  it('says that what the database refuses now is broken, and groups it by what the database says', async () => {
    const head = edited({ [orders]: (text) => text.replaceAll('{CUBE}.amount"', '{CUBE}.amuont"') });
    const { code, result } = await certify(head, '--source', data);
    const { slices, refused } = result.certificate;
    assert.deepEqual([code, result.conclusion], [1, 'breaking']);
    assert.ok(slices.refused > 20 && slices.refused === refused.length);
    assert.equal(slices.differs + slices.notCompared, 0);
    assert.equal(
      result.sentence,
      `${slices.refused} of ${slices.equal + slices.refused} slices cannot be computed any more, ${slices.equal} proved equal.`,
    );
    const { text, code: same } = await certify(head, '--source', data, '--format', 'text');
    assert.equal(same, 1);
    assert.match(text, / \d+ changes break something\.\n$/);
    const refusals = text.split('\n').filter((line) => line.includes('The database refuses'));
    assert.match(
      refusals.join('\n'),
      /^model\/\S+:\d+:\d+ error The database refuses [\w.]+, [\w.]+, [\w.]+ and \d+ more now: .*amuont.*$/,
    );
    const markdown = await certify(head, '--source', data, '--markdown');
    assert.match(
      markdown.text,
      /\*\*Breaking:\*\*\n\n(- .*\n)*- The database refuses `[\w., ]+` and \d+ more now: `.*amuont/,
    );
    assert.match(text, /^tests\/\S+:(?!1:)\d+:1 error test .* is refused: .*amuont/m);
    // Without the data, it is not known.
    assert.equal((await certify(head)).code, 0);
  });

  it('says that a row is gone, which is not a row without a value', async () => {
    const head = edited({
      [orders]: (text) =>
        text.replace('sql_table: shop.orders', "sql: SELECT * FROM shop.orders WHERE status <> 'cancelled'"),
    });
    const { result, text } = await certify(head, '--source', data);
    const { differences } = result.certificate;
    const find = (measure: string | null) =>
      differences.find((one: { measure: string; by: string }) => one.measure === measure && one.by === 'orders.status');
    assert.deepEqual(find(null), {
      ...{ measure: null, by: 'orders.status', before: 'cancelled', after: null },
      ...{ only: 'before', value: 'cancelled', rows: 1 },
    });
    assert.equal(find('orders.count').only, 'before');
    assert.ok(text.includes('"only":"before"'));
    const total = differences.find(({ by }: { by: string | null }) => by === null);
    assert.equal(total.only, undefined);
    const lines = (await certify(head, '--source', data, '--format', 'text')).text;
    assert.match(lines, /information The values of orders\.status: cancelled is gone\n/);
    assert.match(lines, /by orders\.status = cancelled: \d+ before, no row now/);
    assert.doesNotMatch(lines, /null before, null now/);
  });

  it('compares a rolling window by the days of the data', async () => {
    const rolling = (days: number) =>
      edited({
        [orders]: (text) =>
          text.replace(
            '    measures:\n',
            `    measures:\n      - name: recent\n        sql: "{CUBE}.amount"\n        type: sum\n        rolling_window:\n          trailing: ${days} day\n`,
          ),
      });
    const base = rolling(3);
    const compare = async (head: string) => {
      const { stdout } = await runBundle('certify', [base, head, '--source', data]);
      return JSON.parse(stdout);
    };
    const { certificate: same } = await compare(rolling(3));
    assert.equal(same.slices.notCompared, 0);
    assert.equal(
      same.slices.equal,
      Object.values<number>(same.slices).reduce((sum, one) => sum + one, 0),
    );
    const { certificate } = await compare(rolling(30));
    const { slices, differences } = certificate;
    assert.deepEqual([slices.notCompared, slices.differs], [0, differences.length]);
    const byDay = differences.find(({ by }: { by: string }) => by === 'orders.created_at');
    const rows = readFileSync(path.join(data, 'shop/orders.csv'), 'utf8').trim().split('\n');
    const [names, ...lines] = rows.map((line) => line.split(','));
    const [at, amount] = [names!.indexOf('created_at'), names!.indexOf('amount')];
    // The window of a day ends with it.
    const sumOf = (days: number) => {
      const end = Date.parse(`${byDay.value.slice(0, 10)}T00:00:00Z`) + 86_400_000;
      const within = lines.filter((line) => {
        const time = Date.parse(`${line[at]!.replace(' ', 'T').slice(0, 19)}Z`);
        return time < end && time >= end - days * 86_400_000;
      });
      return within.length === 0 ? null : within.reduce((sum, line) => sum + Number(line[amount]), 0);
    };
    const numberOf = (value: string | null) => (value === null ? null : Number(value));
    assert.deepEqual([numberOf(byDay.before), numberOf(byDay.after)], [sumOf(3), sumOf(30)]);
  });

  it('says nothing of a value where a measure is compared in a segment', async () => {
    const head = edited({
      [orders]: (text) =>
        text.replace(/sql: "\{CUBE\}\.amount"\n {8}type: avg/, 'sql: "2 * {CUBE}.amount"\n        type: avg'),
    });
    const { result } = await certify(head, '--source', data);
    const segment = result.certificate.differences.find(({ by }: { by: string }) => by === 'orders.completed');
    assert.deepEqual(Object.keys(segment).sort(), ['after', 'before', 'by', 'measure', 'rows']);
  });

  it('says what it did not compare in its time, and keeps the rest', async () => {
    const head = edited({ [orders]: (text) => text.replace('type: avg', 'type: sum') });
    const { code, result } = await certify(head, '--source', data, '--seconds', '0');
    const { equal, notCompared } = result.certificate.slices;
    assert.deepEqual([code, equal], [0, 0]);
    assert.ok(notCompared > 100);
    assert.deepEqual(
      [...new Set(result.certificate.notCompared.map(({ reason }: { reason: string }) => reason))],
      ['budget'],
    );
    const impatient = await runBundle('certify', [project, head, '--compile-seconds', '0']);
    assert.deepEqual([impatient.code, impatient.stdout], [3, '']);
    assert.match(impatient.stderr, /--compile-seconds/);
  });

  it('says who sees more, and which test breaks by that', async () => {
    const { code, result } = await certify(
      edited({ [sales]: (text) => text.replace('excludes: [average_amount]', 'includes: "*"') }),
    );
    assert.equal(code, 1);
    assert.match(result.sentence, /^No number changes: .* Everybody but users in finance sees more than before\.$/);
    // The policy explains it: no member is added.
    assert.deepEqual(
      result.model.map(({ name }: { name: string }) => name),
      ['sales.*'],
    );
    assert.deepEqual(
      result.failing.map(({ by, reason }: { by: { name: string }; reason: string }) => [by.name, reason]),
      [
        [
          'Only finance sees the average amount',
          'It expects the error “hidden”, but its query is not refused any more.',
        ],
      ],
    );
  });

  it('lists public names that are gone with their uses, and what breaks', async () => {
    const renamed = await certify(
      edited({
        [orders]: (text) =>
          text.replace('- name: completed_count', '- name: done_count').replace('{completed_count}', '{done_count}'),
      }),
      '--strict',
    );
    assert.equal(renamed.code, 1);
    assert.equal(renamed.result.conclusion, 'consumers');
    const [consumer] = renamed.result.consumers;
    assert.deepEqual(consumer, {
      ...{ kind: 'measure', name: 'orders.completed_count', change: 'renamed', newName: 'orders.done_count', uses: [] },
    });
    const broken = await certify(
      edited({
        [sales]: (text) =>
          text.replace('          - total_amount\n', '').replace('[total_amount, average_amount]', '[average_amount]'),
      }),
    );
    assert.equal(broken.code, 1);
    const gone = broken.result.consumers.find(({ name }: { name: string }) => name === 'sales.total_amount');
    assert.deepEqual(
      gone.uses.map(({ kind, place }: { kind: string; place: { file: string } }) => [kind, place.file]),
      [
        ['query', 'queries/largest-cities.query.yml'],
        ['test', 'tests/sales.test.yml'],
      ],
    );
  });

  it('says which side does not compile, and where', async () => {
    const { code, result } = await certify(edited({ [orders]: (text) => text.replace('type: avg', 'type: average') }));
    assert.equal(code, 3);
    const [error] = result.errors;
    assert.deepEqual([error.file, error.side, result.certificate], [orders, 'after', null]);
    assert.equal(result.sentence, null);
  });

  it('lists the errors of a side in the words and at the places of the check', async () => {
    const head = edited({
      [orders]: (text) =>
        `${text.replace('- name: total_amount', '- name: all_amount')}\n      - name: twice\n        sql: "2 * {total_amount}"\n        type: number\n`.replace(
          /(\n {4}dimensions:[\s\S]*)(\n {6}- name: twice[\s\S]*)$/,
          '$2$1',
        ),
    });
    const { code, result } = await certify(head);
    const checked = await runBundle('check', [head, '--no-database', '--json']);
    const problems: { severity: string; file: string; line: number; message: string }[] = JSON.parse(
      checked.stdout.trim().split('\n').at(-1)!,
    ).problems;
    const shown = ({ file, line, message }: { file: string; line: number; message: string }) =>
      `${file}:${line} ${message}`;
    const errors = problems.filter(({ severity }) => severity === 'error').map(shown);
    assert.equal(code, 3);
    assert.ok(errors.length >= 2, errors.join('\n'));
    assert.deepEqual(result.errors.map(shown), errors);
  });

  it('refuses what it cannot compare', async () => {
    for (const args of [
      [],
      [project],
      [project, '/nowhere'],
      [project, project, '--json', '--markdown'],
      [project, project, '--json', '--format', 'text'],
      // A variable of a script that is not set: the current folder was compared, and read as data.
      [project, ''],
      [project, project, '--source', ''],
    ]) {
      const { code, stdout, stderr } = await runBundle('certify', args);
      assert.deepEqual([code, stdout], [2, ''], args.join(' '));
      assert.match(stderr, /certify/);
    }
  });
});
