/** What is on disk after a task, and whether it is what the task asked for: compiled by the real compiler, with the values of DuckDB. */

import assert from 'node:assert/strict';
import path from 'node:path';
import { silentLog } from '../../../../src/base/log.ts';
import { Session } from '../../../../src/cli/mcp/session.ts';
import { databasesOf, sourcesOf } from '../../../../src/cli/openSources.ts';
import type { Database } from '../../../../src/database/database.ts';
import type { LocalQuestion } from '../../../../src/local/localQuestion.ts';
import type { Said } from './agent.ts';
import type { Task } from './taskKinds.ts';
import type { TaskProject } from './taskProject.ts';

export class Outcome {
  readonly #session: Session;
  readonly #databases: ReadonlyMap<string, Database>;

  private constructor(folder: string, databases: ReadonlyMap<string, Database>) {
    this.#databases = databases;
    this.#session = new Session({
      folder: { projectFolder: folder, modelFolder: 'model' },
      rows: 'full',
      databases: async () => databases,
      platform: undefined,
      log: silentLog,
    });
  }

  static async of({ folder, data }: TaskProject): Promise<Outcome> {
    const place = { currentFolder: path.dirname(folder), projectFolder: folder };
    const sources = await sourcesOf({ source: data, 'trust-model': false }, place);
    return new Outcome(folder, databasesOf(sources!));
  }

  close() {
    this.#session.dispose();
  }

  async errors(): Promise<string[]> {
    const signal = AbortSignal.timeout(60_000);
    const state = await this.#session.read.state(signal);
    let checked = await this.#session.read.check(state, signal);
    // A busy machine may need longer than one call waits for the compiler.
    while (checked.compiles === undefined) checked = await this.#session.read.check(state, signal);
    const { problems, compiles } = checked;
    const errors = problems
      .filter(({ severity }) => severity === 'error')
      .map(({ file, message }) => `${file}: ${message}`);
    return compiles ? errors : ['The model does not compile.', ...errors];
  }

  /** @throws AssertionError that says what is wrong */
  async check(task: Task, said: Said): Promise<void> {
    if ('answer' in task) {
      const sorted = (value: Said) => (Array.isArray(value) ? [...value].sort() : value);
      assert.deepEqual(sorted(said), sorted(task.answer as Said));
      return;
    }
    assert.deepEqual(await this.errors(), []);
    if (task.kind === 'open') return this.#checkAccess(task);
    if (task.kind === 'rename')
      assert.ok(
        'refused' in (await this.#answer({ query: { [`${task.member}s`]: [task.gone] } })),
        `${task.gone} is there`,
      );
    const { sql, query } = task;
    const found = await this.#answer({ query });
    assert.ok('rows' in found, JSON.stringify(found));
    const { values } = await this.#databases.get('default')!.query('check', { sql, params: [] });
    const expected = values.map((row) => row.map(plain));
    const columns = [...((query.dimensions as string[]) ?? []), ...((query.measures as string[]) ?? [])];
    assert.deepEqual(
      found.rows.data.map((row) => columns.map((name) => plain(row[name]))),
      expected,
    );
  }

  async #checkAccess({ member, others, group }: Extract<Task, { kind: 'open' }>): Promise<void> {
    const sees = async (name: string, groups: readonly string[]) => {
      const answers = await Promise.all(
        ['measures', 'dimensions'].map((kind) =>
          this.#answer({ query: { [kind]: [name], limit: 1 }, as: { groups: [...groups] } as LocalQuestion['as'] }),
        ),
      );
      return answers.some((one) => 'rows' in one);
    };
    assert.ok(await sees(member, [group]), `${group} does not see ${member}`);
    assert.ok(!(await sees(member, ['others'])), `others see ${member}`);
    assert.ok(!(await sees(member, [])), `a user without a group sees ${member}`);
    assert.ok(await sees(others, ['others']), `others do not see ${others}`);
    assert.ok(await sees(others, [group]), `${group} does not see ${others}`);
  }

  async #answer(question: Omit<LocalQuestion, 'file'>) {
    const signal = AbortSignal.timeout(60_000);
    const state = await this.#session.read.state(signal);
    return this.#session.read.answer(state, { ...question, file: '' }, signal);
  }
}

/** Numbers are compared with six digits behind the point. */
function plain(value: unknown): unknown {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof number === 'bigint') return Number(number);
  return typeof number === 'number' && !Number.isNaN(number) ? Number(number.toFixed(6)) : value;
}
