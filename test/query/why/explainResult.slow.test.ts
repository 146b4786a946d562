/** Planted causes of empty and surprising results on DuckDB and Postgres: each is found with its numbers, and no other one. */

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { bundlePath } from '../../../src/base/bundlePath.ts';
import { CancelledError } from '../../../src/base/errors.ts';
import type { Compiler } from '../../../src/compiler/compiler.ts';
import { Database } from '../../../src/database/database.ts';
import { LocalAnswers } from '../../../src/local/localAnswers.ts';
import { LocalModel } from '../../../src/local/localModel.ts';
import { localProber } from '../../../src/local/localProber.ts';
import type { QueryViewer } from '../../../src/model/documents/queryDocument.ts';
import { explainResult, type WhyOptions } from '../../../src/query/why/explainResult.ts';
import type { Line } from '../../../src/query/why/explanation.ts';
import { makeCompiler } from '../../compiler/compilerUnderTest.ts';
import { type PostgresServer, startPostgres } from '../../database/postgresServer.ts';
import { indexOf } from '../../model/models.ts';
import { temporaryFolder } from '../../vscode/process/temporaryFolder.ts';
import { model, planted, script } from './planted.ts';

const textsOf = ({ text, details = [] }: Line): string[] => [text.message, ...details.map((one) => one.text.message)];

describe('an explanation of a result', () => {
  const folder = temporaryFolder('why');
  const index = indexOf({ 'shop.yml': model });
  let compiler: Compiler;
  let server: PostgresServer | undefined;
  const databases = new Map<string, Database>();
  before(async function () {
    compiler = makeCompiler();
    const file = path.join(folder.path, 'shop.sql');
    writeFileSync(file, script);
    const options = { bundlePath: bundlePath('database.cjs') };
    databases.set('DuckDB', new Database({ ...options, source: { kind: 'duckdb', scripts: [file] } }));
    server = await startPostgres(this);
    databases.set('Postgres', new Database({ ...options, source: await server.database(script) }));
  });
  after(async () => {
    compiler?.dispose();
    for (const database of databases.values()) database.dispose();
    await server?.dispose();
    folder.remove();
  });

  function explain(kind: string, query: object, as?: object, more: Partial<WhyOptions> = {}) {
    const answers = new LocalAnswers({
      model: new LocalModel(index, compiler),
      projectFolder: folder.path,
      scratch: databases.get(kind)!,
      sources: async () => new Map([['default', databases.get(kind)!]]),
    });
    const prober = localProber((question, signal) => answers.load(question, signal), as as QueryViewer, '');
    return explainResult(query as Record<string, unknown>, prober, {
      index,
      document: undefined,
      showsValues: true,
      ...more,
    });
  }

  for (const kind of ['DuckDB', 'Postgres']) {
    for (const { title, query, as, zone, causes, notes = [], rows, isEmpty = false } of planted) {
      it(`tells on ${kind}: ${title}`, async () => {
        const found = await explain(kind, query, as, { zone });
        assert.deepEqual(found.causes.map(textsOf), causes);
        assert.deepEqual(
          found.notes.map(({ text }) => text.message),
          notes,
        );
        if (rows)
          assert.deepEqual(
            found.steps.map((step) => step.rows),
            rows,
            JSON.stringify(found.steps),
          );
        assert.equal(found.isEmpty, isEmpty);
        assert.ok(found.causes.every(({ place, text }) => place || /time zone|offset/.test(text.message)));
        assert.ok(!found.unknown.some(({ text }) => /Not everything|No rows were/.test(text.message)));
      });
    }
  }

  it('names the policies if no row is left, and those that hide members', async () => {
    const none = await explain('DuckDB', { measures: ['guarded.count'] }, { groups: ['west'] });
    assert.equal(none.causes[0]?.text.message, 'Access policies leave 0 of 100 rows to who asks.');
    assert.equal(none.causes.length, 1);
    const other = await explain('DuckDB', { measures: ['guarded.count'] }, { groups: ['other'] });
    assert.match(other.causes[0]?.text.message ?? '', /policies leave 0 of 100|policies hide/);
    const blind = await explain(
      'DuckDB',
      { measures: ['guarded.count'], dimensions: ['guarded.region'] },
      { groups: ['blind'] },
    );
    assert.match(blind.causes[0]?.text.message ?? '', /^Access policies hide members .*region/);
    assert.equal(blind.causes[0]?.place?.file, 'model/shop.yml');
  });

  it('says what the budget cut, that pre-aggregations are not used, and keeps values to itself if it must', async () => {
    const query = planted[0]!.query;
    const cut = await explain('DuckDB', query, undefined, { limits: { statements: 2, seconds: 60 } });
    assert.ok(
      cut.unknown.some(
        ({ text }) => text.message === 'Not everything was counted: the limit of 2 statements is reached.',
      ),
    );
    assert.equal(cut.probes, 2);
    const whole = await explain('DuckDB', query, undefined, { showsValues: false });
    assert.ok(whole.unknown.some(({ text }) => text.message.startsWith('Pre-aggregations are not used here')));
    assert.deepEqual(whole.causes.map(textsOf), [['Filter orders.status equals "paid": leaves 0 of 100 rows.']]);
  });

  it('says of which time a pre-aggregation is, or that this is not known', async () => {
    const noteOf = async (refreshedAt: string | null) => {
      const answeredFrom = { preAggregations: ['prod_pre_aggregations.orders_by_day'], refreshedAt };
      const { notes } = await explain('DuckDB', { measures: ['orders.count'] }, undefined, { answeredFrom });
      return notes.map(({ text }) => text.message);
    };
    assert.deepEqual(await noteOf('2024-05-01T00:00:00.000Z'), [
      'The result was read from the pre-aggregation orders.by_day, of 2024-05-01T00:00:00.000Z. Newer rows are not in it; the counts may be of another time.',
    ]);
    assert.deepEqual(await noteOf(null), [
      'The result was read from the pre-aggregation orders.by_day. The platform does not say when it was refreshed: rows may be missing, and the counts may be of another time.',
    ]);
  });

  it('counts every filter of a long query', async () => {
    const some = Array.from({ length: 21 }, (_, at) => {
      return { member: 'orders.amount', operator: 'notEquals', values: [String(1000 + at)] };
    });
    const none = { member: 'orders.region', operator: 'equals', values: ['east'] };
    const { causes, unknown } = await explain('DuckDB', { measures: ['orders.count'], filters: [...some, none] });
    assert.deepEqual(
      causes.map(({ text }) => text.message),
      ['Filter orders.region equals "east": leaves 0 of 100 rows.'],
    );
    assert.ok(!unknown.some(({ text }) => text.message.startsWith('Not everything')));
  });

  it('names the definitions that differ from another version', async () => {
    const base = {
      name: 'main',
      index: indexOf({ 'shop.yml': model.replace('sql: amount, type: number', 'sql: amount * 2, type: number') }),
    };
    const changed = await explain('DuckDB', { measures: ['orders.count'], dimensions: ['orders.amount'] }, undefined, {
      base,
    });
    assert.deepEqual(changed.causes.map(textsOf), [['orders.amount differs from main.']]);
    const same = await explain('DuckDB', { measures: ['orders.count'] }, undefined, { base });
    assert.deepEqual(same.causes, []);
    assert.match(same.notes[0]?.text.message ?? '', /^No definition that the query uses differs from main/);
  });

  it('ends when it is cancelled', async () => {
    const ended = new AbortController();
    const asked = explain('DuckDB', planted[0]!.query, undefined, {
      signal: ended.signal,
      onProgress: () => ended.abort(),
    });
    await assert.rejects(asked, CancelledError);
  });
});
