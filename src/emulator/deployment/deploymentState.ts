/** One deployment's record, repository and log. Runs changes to it one after another. */

import { Limit } from '../../base/async.ts';
import type { Repository, Tree } from '../git/repository.ts';
import type { BranchRecord, DeploymentRecord, SessionRecord } from '../records/platformRecord.ts';
import type { Services } from './services.ts';

export class DeploymentState {
  readonly services: Services;
  readonly record: DeploymentRecord;
  readonly repository: Repository;
  readonly logs: LogBook;
  readonly #changes = new Limit(1);

  constructor(services: Services, record: DeploymentRecord, repository: Repository) {
    this.services = services;
    this.record = record;
    this.repository = repository;
    this.logs = new LogBook(services.clock);
  }

  get now(): Date {
    return new Date(this.services.clock());
  }

  /** Base URL of the data API. */
  get dataUrl(): string {
    return `${this.services.url()}/deployments/${this.record.id}`;
  }

  get deployBranch(): BranchRecord {
    return this.branch(this.record.deployBranch)!;
  }

  branch(branchName: string): BranchRecord | undefined {
    return this.record.branches.find((entry) => entry.name === branchName);
  }

  /** The dev-mode session of a credential. */
  session(credentialId: number): SessionRecord | undefined {
    return this.record.sessions.find((entry) => entry.credentialId === credentialId);
  }

  addBranch(input: Pick<BranchRecord, 'name' | 'parent' | 'head' | 'ownerId'>): BranchRecord {
    const branch: BranchRecord = {
      ...input,
      id: this.record.nextBranchId++,
      work: null,
      staging: false,
      build: null,
      served: null,
    };
    this.record.branches.push(branch);
    return branch;
  }

  /** Id of the tree that readers of a branch see: it includes the edits that are not committed yet. */
  async treeId(branch: BranchRecord): Promise<string> {
    return branch.work ?? (await this.repository.readCommit(branch.head)).tree;
  }

  async tree(branch: BranchRecord): Promise<Tree> {
    return this.repository.readTree(await this.treeId(branch));
  }

  /** Runs a change after those before it. The change is saved when the promise resolves. */
  async change<T>(work: () => Promise<T>): Promise<T> {
    const result = await this.#changes.run(work);
    await this.services.save();
    return result;
  }
}

interface LogEntry {
  /** Increases by one with every line. */
  sequence: number;
  source: 'production' | 'dev';
  container: string;
  pod: string;
  /** ISO 8601. */
  date: string;
  message: string;
}

/** Number of lines that are kept. */
const maxKept = 5000;

class LogBook {
  readonly #entries: LogEntry[] = [];
  readonly #clock: () => number;
  #sequence = 0;

  constructor(clock: () => number) {
    this.#clock = clock;
  }

  write(line: Pick<LogEntry, 'source' | 'container' | 'pod' | 'message'>): void {
    this.#sequence += 1;
    this.#entries.push({ ...line, sequence: this.#sequence, date: new Date(this.#clock()).toISOString() });
    if (this.#entries.length > maxKept * 1.2) this.#entries.splice(0, this.#entries.length - maxKept);
  }

  /** Oldest first. */
  read(matches: (entry: LogEntry) => boolean): LogEntry[] {
    return this.#entries.filter(matches);
  }
}
