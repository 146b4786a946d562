/** The runners of one run of tests: one for each branch and viewer, each with one token. */

import type { Disposable } from '../../base/lifetime.ts';
import type { QueryViewer } from '../../model/documents/queryDocument.ts';
import { Transport } from '../../platform/http/transport.ts';
import { QueryRunner, type QueryTarget } from '../run/runQuery.ts';

export class TestRunners implements Disposable {
  readonly #target: QueryTarget;
  readonly #transport: Transport;
  readonly #runners = new Map<string, QueryRunner>();

  /** @param target with the branch that is tested */
  constructor(target: Omit<QueryTarget, 'as' | 'transport'>) {
    this.#transport = new Transport({ log: target.log });
    this.#target = { ...target, transport: this.#transport };
  }

  of(branch: string | undefined, as: QueryViewer | undefined): QueryRunner {
    const branchName = branch ?? this.#target.branchName;
    const key = JSON.stringify([branchName, as]);
    const known = this.#runners.get(key);
    if (known) return known;
    const runner = new QueryRunner({ ...this.#target, branchName, as });
    this.#runners.set(key, runner);
    return runner;
  }

  dispose(): void {
    for (const runner of this.#runners.values()) runner.dispose();
    this.#transport.dispose();
  }
}
