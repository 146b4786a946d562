import assert from 'node:assert/strict';
import { CancelledError, UserError } from '../../../src/base/errors.ts';
import { PlatformError } from '../../../src/platform/platformError.ts';
import { type QueryBranch, QuerySession } from '../../../src/session/query/querySession.ts';
import { dev, production, runOf, type Sent, sentQueries, settled, subjectOn } from './sentQueries.ts';

describe('a query and the builds of its branches', () => {
  let sent: Sent[];
  let branch: QueryBranch;
  let built: NonNullable<ConstructorParameters<typeof QuerySession>[0]['built']>;
  let session: QuerySession;
  beforeEach(() => {
    branch = dev;
    const queries = sentQueries();
    sent = queries.sent;
    const subject = async () => subjectOn(branch);
    session = new QuerySession({ subject, built: (...args) => built(...args), runnerFor: queries.runnerFor });
  });
  afterEach(() => session.dispose());

  it('waits for the builds of the branches that it asks, and says whose earlier build answers', async () => {
    const ends: (() => void)[] = [];
    const stale = new UserError('The build failed.');
    built = (branch, _, onWait) => {
      onWait();
      return new Promise((resolve) => ends.push(() => resolve(branch === production ? stale : undefined)));
    };
    void session.compareWith(production);
    await settled();
    assert.deepEqual([session.state.value.building, sent.length], ['main', 0]);
    ends[0]!();
    await settled();
    assert.equal(sent.length, 0);
    ends[1]!();
    await settled();
    assert.deepEqual([session.state.value.building, sent.length], [undefined, 2]);
    await sent[0]!.answer(runOf('8'));
    await sent[1]!.answer(runOf('7'));
    const { phase, failure, compared } = session.state.value;
    assert.deepEqual([phase, failure, compared?.table.changed], ['done', stale, 1]);
    branch = production;
    void session.compareWith(null);
    await settled();
    ends[2]!();
    await settled();
    await sent[2]!.answer(runOf('7'));
    assert.deepEqual(
      [session.state.value.phase, session.state.value.failure, session.state.value.run?.table.rows[0]?.[1]],
      ['failed', stale, '7'],
    );
  });

  it('does not ask after a run that was cancelled while it waited for a build', async () => {
    let aborted = false;
    built = (_, signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          aborted = true;
          reject(new CancelledError());
        });
      });
    void session.run();
    await settled();
    session.cancel();
    await settled();
    assert.deepEqual([aborted, sent.length, session.state.value.phase], [true, 0, 'failed']);
    assert.match((session.state.value.failure as UserError).message, /was cancelled/);
  });

  it('shows the rows of the branch if the one to compare with was deleted, and says that', async () => {
    const gone = new PlatformError('not-found', ['cube.example'], {
      host: 'cube.example',
      operation: 'getBuildStatus',
      status: 404,
    });
    built = async (one) => {
      if (one === production) throw gone;
      return undefined;
    };
    void session.compareWith(production);
    await settled();
    assert.equal(sent.length, 1, 'the deleted branch is not asked');
    await sent[0]!.answer(runOf('8'));
    const { run, compared, failure } = session.state.value;
    assert.equal(run?.table.rows[0]?.[1], '8');
    assert.equal(compared, undefined);
    assert.match((failure as UserError).message, /^The query is not compared: the branch main does not exist any more/);
  });
});
