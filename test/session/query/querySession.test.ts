import assert from 'node:assert/strict';
import { CancelledError, UserError } from '../../../src/base/errors.ts';
import { PlatformError } from '../../../src/platform/platformError.ts';
import type { ResultTable } from '../../../src/query/results/resultTable.ts';
import type { QueryTarget } from '../../../src/query/run/runQuery.ts';
import { QuerySession, type QuerySubject, staleFailure } from '../../../src/session/query/querySession.ts';
import { runErrors } from '../../../src/session/query/runErrors.ts';
import { client, dev, production, runOf, type Sent, sentQueries, settled, subjectOn } from './sentQueries.ts';

function refusal(serverMessage: string): PlatformError {
  const details = { host: 'h', operation: 'data.load', status: 400, serverMessage };
  return new PlatformError('rejected-because', ['h', serverMessage], details);
}

describe('the runs of a query', () => {
  let sent: Sent[];
  let disposed: QueryTarget[];
  /** Whether the answer of an aborted query still arrives. */
  let ignoresAbort: boolean;
  let subject: () => Promise<QuerySubject>;
  let session: QuerySession;
  const on = subjectOn;

  beforeEach(() => {
    ignoresAbort = false;
    subject = async () => on(dev);
    const queries = sentQueries(() => ignoresAbort);
    ({ sent, disposed } = queries);
    session = new QuerySession({ subject: () => subject(), runnerFor: queries.runnerFor, clock: () => 1_000 });
  });
  afterEach(() => session.dispose());

  /** Resolves when the query was sent. */
  const start = () => {
    void session.run();
    return settled();
  };
  const count = () => session.state.value.run?.table.rows[0]?.[1];

  it('shows that a query runs and waits, then its rows', async () => {
    await start();
    assert.equal(session.state.value.phase, 'running');
    assert.equal(session.state.value.startedAt, 1_000);
    assert.deepEqual(session.state.value.branch, dev);
    assert.equal(sent[0]!.target.branchName, 'dev-ada');
    sent[0]!.wait();
    assert.equal(session.state.value.waiting, true);
    await sent[0]!.answer(runOf('7'));
    assert.equal(session.state.value.phase, 'done');
    assert.equal(session.state.value.waiting, false);
    assert.equal(count(), '7');
  });

  it('asks production without the name of a branch', async () => {
    subject = async () => on(production);
    await start();
    assert.equal(sent[0]!.target.branchName, undefined);
    assert.deepEqual(session.state.value.branch, production);
  });

  it('never shows the answer of an older run, which is aborted', async () => {
    ignoresAbort = true;
    await start();
    await start();
    assert.equal(sent[0]!.signal.aborted, true);
    await sent[0]!.answer(runOf('1'));
    assert.equal(session.state.value.phase, 'running');
    await sent[1]!.answer(runOf('2'));
    assert.equal(count(), '2');
    assert.equal(session.state.value.phase, 'done');
  });

  it('never sends the query of an older run that is still reading the document', async () => {
    let readFirst = (_: QuerySubject) => {};
    subject = () => new Promise((resolve) => (readFirst = resolve));
    const first = session.run();
    subject = async () => on(dev, 2);
    await start();
    readFirst(on(production, 1));
    await first;
    await settled();
    assert.deepEqual(
      sent.map(({ query }) => query),
      [{ limit: 2 }],
    );
    assert.deepEqual(session.state.value.branch, dev);
  });

  it('keeps the rows while it runs again and after a failure', async () => {
    await start();
    await sent[0]!.answer(runOf('7'));
    await start();
    assert.equal(count(), '7');
    const failure = new UserError('The platform is gone.');
    await sent[1]!.refuse(failure);
    assert.equal(session.state.value.phase, 'failed');
    assert.equal(session.state.value.failure, failure);
    assert.equal(count(), '7');
    await start();
    assert.equal(session.state.value.failure, undefined, 'a new run withdraws the failure');
  });

  it('never shows the rows of one branch as those of another', async () => {
    await start();
    await sent[0]!.answer(runOf('7'));
    subject = async () => on(production);
    await start();
    assert.deepEqual(session.state.value.branch, production);
    assert.equal(session.state.value.run, undefined);
    await sent[1]!.refuse(new UserError('no such measure'));
    assert.equal(session.state.value.phase, 'failed');
    assert.equal(session.state.value.run, undefined);
  });

  it('stops when the user cancels, and says so', async () => {
    await start();
    session.cancel();
    await settled();
    assert.equal(sent[0]!.signal.aborted, true);
    assert.equal(session.state.value.phase, 'failed');
    assert.equal((session.state.value.failure as UserError).code, runErrors.error('cancelled').code);
    const before = session.state.value;
    session.cancel();
    assert.equal(session.state.value, before, 'without a running query nothing changes');
  });

  it('says when the connection was closed under a query', async () => {
    await start();
    await sent[0]!.refuse(new CancelledError());
    assert.equal((session.state.value.failure as UserError).code, 'interrupted');
  });

  it('shows why there is nothing to run', async () => {
    subject = async () => {
      throw runErrors.error('empty-query');
    };
    await session.run();
    assert.equal((session.state.value.failure as UserError).code, 'empty-query');
    assert.equal(session.state.value.run, undefined);
  });

  it('keeps one runner for a branch, and closes it when the query moves to another', async () => {
    await start();
    await sent[0]!.answer(runOf('1'));
    await start();
    await sent[1]!.answer(runOf('1'));
    assert.equal(sent[1]!.target, sent[0]!.target);
    assert.deepEqual(disposed, []);
    subject = async () => on(production);
    await start();
    assert.deepEqual(disposed, [sent[0]!.target]);
    subject = async () => ({ ...on(production), target: { client, deploymentId: '1', as: { user: 'eve' } } });
    await start();
    assert.deepEqual(sent.at(-1)!.target.as, { user: 'eve' }, 'another user needs another token');
    assert.equal(disposed.length, 2);
  });

  describe('in a comparison', () => {
    it('asks both branches at once and compares what they answer', async () => {
      void session.compareWith(production);
      await settled();
      assert.deepEqual(
        sent.map(({ target }) => target.branchName),
        ['dev-ada', undefined],
      );
      await sent[0]!.answer(runOf('8'));
      assert.equal(session.state.value.phase, 'running');
      await sent[1]!.answer(runOf('7'));
      const { compared } = session.state.value;
      assert.equal(compared!.branch.name, 'main');
      assert.equal(compared!.table.changed, 1);
      assert.deepEqual(compared!.table.rows, [{ change: 'changed', before: ['new', '7'], after: ['new', '8'] }]);
      assert.equal(count(), '8', 'the own rows are those of the dev branch');
    });

    it('shows the own rows although the other branch refuses the query', async () => {
      void session.compareWith(production);
      await settled();
      await sent[0]!.answer(runOf('8'));
      await sent[1]!.refuse(new UserError('no such measure'));
      assert.equal(session.state.value.phase, 'done');
      assert.match((session.state.value.failure as UserError).message, /^The query failed on main: no such measure/);
      assert.equal(count(), '8');
      assert.equal(session.state.value.compared, undefined);
    });

    it('leaves out a measure that the other branch does not have', async () => {
      const measures = ['orders.count', 'orders.fresh'];
      // A filter can name what both branches hide.
      const filters = [{ member: 'orders.id', operator: 'set' }];
      subject = async () => ({ ...on(dev), query: { dimensions: ['orders.status'], measures, filters } });
      void session.compareWith(production);
      await settled();
      const run = runOf('8');
      const fresh = { ...run.table.columns[1]!, key: 'orders.fresh', member: 'orders.fresh' };
      const table: ResultTable = { columns: [...run.table.columns, fresh], rows: [['new', '8', '3']] };
      await sent[0]!.answer({ ...run, table });
      await sent[1]!.refuse(refusal('no fresh'));
      await settled();
      assert.deepEqual(sent[2]!.query, { dimensions: ['orders.status'], measures: ['orders.count'], filters });
      assert.equal(sent[2]!.target.branchName, undefined);
      await sent[2]!.answer(runOf('7'));
      const { compared, failure } = session.state.value;
      assert.equal(failure, undefined);
      assert.deepEqual(compared!.newMembers, ['orders.fresh']);
      assert.deepEqual(compared!.table.rows, [
        { change: 'changed', before: ['new', '7', null], after: ['new', '8', '3'] },
      ]);
    });

    it('asks both branches without a new dimension, which gives other rows', async () => {
      subject = async () => ({
        ...on(dev),
        query: { dimensions: ['orders.status', 'orders.city'], measures: ['orders.count'] },
      });
      void session.compareWith(production);
      await settled();
      await sent[0]!.answer(runOf('8'));
      await sent[1]!.refuse(refusal('no city'));
      await settled();
      await sent[2]!.answer(runOf('7'));
      await settled();
      const shared = { dimensions: ['orders.status'], measures: ['orders.count'] };
      assert.deepEqual([sent[2]!.query, sent[3]!.query, sent[3]!.target.branchName], [shared, shared, 'dev-ada']);
      await sent[3]!.answer(runOf('9'));
      const { compared } = session.state.value;
      assert.deepEqual(compared!.table.rows, [{ change: 'changed', before: ['new', '7'], after: ['new', '9'] }]);
      assert.equal(count(), '8', 'the shown result is that of the whole query');
    });

    it('compares nothing where all is new, without a failure', async () => {
      subject = async () => ({ ...on(dev), query: { measures: ['orders.fresh'] } });
      void session.compareWith(production);
      await settled();
      await sent[0]!.answer(runOf('8'));
      await sent[1]!.refuse(refusal('no fresh'));
      await settled();
      const { compared, failure, phase } = session.state.value;
      assert.deepEqual([phase, failure, sent.length], ['done', undefined, 2]);
      assert.deepEqual([compared!.run, compared!.newMembers], [undefined, ['orders.fresh']]);
      assert.deepEqual([compared!.table.added, compared!.table.removed, compared!.table.changed], [0, 0, 0]);
    });

    it('could not be run with a result that the platform cut, which is shown', async () => {
      for (const side of [0, 1]) {
        void session.compareWith(production);
        await settled();
        const runs = [runOf('8'), runOf('8')];
        runs[side]!.table = { ...runs[side]!.table, cut: { total: 60_000 } };
        await sent.at(-2)!.answer(runs[0]!);
        await sent.at(-1)!.answer(runs[1]!);
        const { phase, failure, compared } = session.state.value;
        assert.deepEqual([phase, compared, count()], ['done', undefined, '8']);
        const where = side === 0 ? 'dev-ada' : 'main';
        const text = `The comparison with main could not be run. On ${where}: The result is cut: the platform sent 1 of 60000 rows.`;
        assert.equal((failure as UserError).message, text);
      }
    });

    it('does not wait for the other branch after a failure', async () => {
      void session.compareWith(production);
      await settled();
      await sent[0]!.refuse(new UserError('no such measure'));
      assert.equal(session.state.value.phase, 'failed');
      assert.equal(sent[1]!.signal.aborted, true);
    });

    it('ends with null, and rests while the query is on that branch itself', async () => {
      subject = async () => on(production);
      void session.compareWith(production);
      await settled();
      assert.equal(sent.length, 1);
      await sent[0]!.answer(runOf('7'));
      assert.equal(session.state.value.compared, undefined);
      subject = async () => on(dev);
      await start();
      assert.equal(sent.length, 3);
      void session.compareWith(null);
      await settled();
      assert.equal(sent.length, 4);
    });
  });

  describe('after a save that is not on the branch', () => {
    const stale = staleFailure({ why: 'invalid' }, 'dev-ada');

    it('keeps the rows and says that they are older', async () => {
      await start();
      await sent[0]!.answer(runOf('7'));
      session.markStale(stale);
      assert.equal(session.state.value.failure, stale);
      assert.equal(count(), '7');
    });

    it('says so at the end of the query that runs', async () => {
      await start();
      session.markStale(stale);
      assert.equal(session.state.value.phase, 'running');
      await sent[0]!.answer(runOf('7'));
      assert.equal(session.state.value.failure, stale);
      assert.equal(count(), '7');
      await start();
      await sent[1]!.answer(runOf('8'));
      assert.equal(session.state.value.failure, undefined, 'the next run shows the model of that time');
    });

    it('names the reason', () => {
      const { message } = staleFailure({ why: 'build', detail: 'no pods.' }, 'dev-ada');
      assert.equal(message, 'The build of dev-ada failed: no pods. The result is that of the last build.');
      const unknown = staleFailure({ why: 'unknown', failure: new UserError('No answer.') }, 'dev-ada');
      assert.equal(unknown.message, 'The saved change may not be on dev-ada: No answer.');
    });
  });
});
