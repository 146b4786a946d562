/** The platform's state at run time: users, credentials, deployments, and how it is saved. */

import { randomBytes } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Coalesced } from '../../base/async.ts';
import { messageOf } from '../../base/errors.ts';
import type { Services } from '../deployment/services.ts';
import { type Author, Repository, type Tree } from '../git/repository.ts';
import type { AuditLog } from '../records/auditLog.ts';
import { emulatorErrors } from '../records/emulatorErrors.ts';
import { HttpFailure } from '../records/httpFailure.ts';
import { newDeployment } from '../records/newDeployment.ts';
import type {
  BranchRecord,
  CredentialRecord,
  DeploymentRecord,
  PlatformRecord,
  SettingsRecord,
  UserRecord,
} from '../records/platformRecord.ts';
import type { StateFile } from '../records/stateFile.ts';
import { Exports, type RenderDashboard } from './exports.ts';
import { LiveDeployment } from './liveDeployment.ts';
import { removeContent } from './removeContent.ts';

/** Who makes a request. */
export interface Caller {
  user: UserRecord;
  credential: Pick<CredentialRecord, 'id'>;
}

/** A key and its user. What is not given is the default of a new user. */
export type NewCredential = Omit<NewUser, 'email'> & { email?: string; key?: string };

type NewUser = Pick<UserRecord, 'username' | 'email'> & Partial<Omit<UserRecord, 'id'>>;

interface PlatformOptions {
  record: PlatformRecord;
  audit: AuditLog;
  /** Folder of the git repositories. */
  folder: string;
  /** Undefined keeps the state only as long as this process. */
  stateFile: StateFile | undefined;
  services: Omit<Services, 'url' | 'save' | 'inBackground' | 'closing'>;
  /** Renders a dashboard for an export. */
  renderDashboard: RenderDashboard;
}

export class Platform {
  readonly record: PlatformRecord;
  readonly audit: AuditLog;
  readonly services: Services;
  readonly exports: Exports;
  readonly #folder: string;
  readonly #stateFile: StateFile | undefined;
  readonly #deployments = new Map<number, LiveDeployment>();
  readonly #saves: Coalesced<void>;
  readonly #closing = new AbortController();
  readonly #background = new Set<Promise<void>>();
  #url = '';
  /** Milliseconds that the platform's clock is ahead of the given one. */
  #ahead = 0;

  constructor({ record, audit, folder, stateFile, services, renderDashboard }: PlatformOptions) {
    this.record = record;
    this.audit = audit;
    this.#folder = folder;
    // Every running request listens.
    setMaxListeners(0, this.#closing.signal);
    this.#stateFile = stateFile;
    this.#saves = new Coalesced(async () => stateFile?.write(record));
    this.services = {
      ...services,
      clock: () => services.clock() + this.#ahead,
      url: () => this.#url,
      save: () => this.save(),
      inBackground: (work) => this.#runInBackground(work),
      closing: this.#closing.signal,
    };
    const { clock, closing } = this.services;
    this.exports = new Exports({ clock, render: renderDashboard, closing });
  }

  setUrl(url: string): void {
    this.#url = url;
  }

  /** Moves the clock forward by milliseconds. Active dev environments do not become idle by it. */
  advanceClock(ms: number): void {
    this.#ahead += ms;
    for (const { sessions } of this.record.deployments) {
      for (const session of sessions) session.lastUsedAt += ms;
    }
  }

  get now(): Date {
    return new Date(this.services.clock());
  }

  /**
   * Opens the repositories of the saved deployments and resumes the builds and ends the dbt syncs that a restart interrupted.
   * @throws UserError `repository-damaged` when a repository lacks objects of the saved state
   */
  async open(): Promise<void> {
    for (const record of this.record.deployments) {
      const deployment = await this.#openDeployment(record);
      for (const branch of record.branches) await this.#verifyBranch(deployment, branch);
      await deployment.repository.mirror(new Map(record.branches.map(({ name, head }) => [name, head])));
      await deployment.builds.resume();
      deployment.dbtSyncs.resume();
      deployment.metricViewPreviews.resume();
    }
  }

  async #verifyBranch({ repository }: LiveDeployment, { name, head, work }: BranchRecord): Promise<void> {
    try {
      const { tree } = await repository.readCommit(head);
      for (const id of new Set([tree, work ?? tree])) {
        for (const blob of (await repository.readTree(id)).values()) await repository.readFile(blob);
      }
    } catch (cause) {
      throw emulatorErrors.error('repository-damaged', [name], { where: repository.gitdir, cause });
    }
  }

  /** @throws HttpFailure 404 */
  deployment(id: string | number): LiveDeployment {
    const deployment = /^\d{1,15}$/.test(String(id)) ? this.#deployments.get(Number(id)) : undefined;
    if (!deployment) throw new HttpFailure(404, `Deployment ${JSON.stringify(String(id))} not found`);
    return deployment;
  }

  /** Creates a deployment whose production branch has one commit with `files`, content by project path. */
  async createDeployment(
    input: { name: string; deployBranch?: string | undefined; settings?: Partial<SettingsRecord> },
    files: ReadonlyMap<string, Uint8Array>,
    author: UserRecord,
  ): Promise<LiveDeployment> {
    const record = newDeployment(this.record.nextDeploymentId++, input, this.now);
    const deployment = await this.#openDeployment(record);
    const tree = await writeTree(deployment.repository, files);
    const head = await deployment.repository.commit(
      { tree, parents: [], message: 'First version' },
      authorOf(author),
      this.now,
    );
    deployment.addBranch({ name: record.deployBranch, parent: null, head, ownerId: null });
    await deployment.repository.setBranch(record.deployBranch, head);
    this.record.deployments.push(record);
    await this.save();
    return deployment;
  }

  async deleteDeployment(deployment: LiveDeployment): Promise<void> {
    const position = this.record.deployments.indexOf(deployment.record);
    if (position < 0) throw new HttpFailure(404, `Deployment "${deployment.record.id}" not found`);
    this.rememberVersion(deployment.record.settings.releaseChannelVersion);
    this.#deployments.delete(deployment.record.id);
    this.record.deployments.splice(position, 1);
    removeContent(this.record, ({ deploymentId }) => deploymentId === deployment.record.id);
    deployment.dispose();
    await this.save();
    await rm(deployment.repository.gitdir, { recursive: true, force: true });
  }

  /** Image references of the versions that the account has run, the current ones too. */
  get versionsRun(): string[] {
    const current = this.record.deployments.map(({ settings }) => settings.releaseChannelVersion);
    return [...new Set([...this.record.versionsRun, ...current])];
  }

  rememberVersion(image: string): void {
    if (!this.record.versionsRun.includes(image)) this.record.versionsRun.push(image);
  }

  /** The user and credential of a key; undefined for an unknown key. */
  findCaller(key: string): Caller | undefined {
    const credential = this.record.credentials.find((entry) => entry.key === key);
    const user = this.activeUser(credential?.userId);
    return credential && user && { credential, user };
  }

  /** Undefined for a deactivated user, too. */
  activeUser(id: number | undefined): UserRecord | undefined {
    return this.record.users.find((user) => user.id === id && user.active);
  }

  /** Adds a key to a user, and the user if it is new. Without a key, a new one. */
  addCredential({ username, key, ...input }: NewCredential): Caller {
    let user = this.record.users.find((entry) => entry.username === username);
    if (!user) {
      const firstName = username.charAt(0).toUpperCase() + username.slice(1);
      user = this.addUser({ email: `${username}@example.com`, firstName, ...input, username });
    }
    const id = this.nextCredentialId();
    const credential = { id, userId: user.id, key: key ?? `sk-${randomBytes(20).toString('hex')}` };
    this.record.credentials.push(credential);
    return { user, credential };
  }

  addUser(input: NewUser): UserRecord {
    const id = nextId([...this.record.users, { id: this.record.directory.lastDeletedUserId }]);
    const access = { admin: false, actions: null, deniedActions: [], groupIds: [], active: true };
    const user = { firstName: '', lastName: '', settings: {}, ...access, ...input, id };
    this.record.users.push(user);
    return user;
  }

  /** Dev mode is per credential, so keys and sign-ins share their ids. */
  nextCredentialId(): number {
    return nextId([...this.record.credentials, ...this.record.signIn.signedIn]);
  }

  /** Resolves when every change made before the call is on disk. */
  save(): Promise<void> {
    return this.#stateFile ? this.#saves.request() : Promise.resolve();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    for (const deployment of this.#deployments.values()) deployment.dispose();
    this.services.compilations.dispose();
    // Otherwise it writes into the folder of an emulator that has ended.
    await Promise.all(this.#background);
    await this.save().catch((failure) => this.services.log.error(`The state was not saved: ${messageOf(failure)}`));
  }

  #runInBackground(work: Promise<void>): void {
    this.#background.add(work);
    void work.finally(() => this.#background.delete(work));
  }

  async #openDeployment(record: DeploymentRecord): Promise<LiveDeployment> {
    const gitdir = join(this.#folder, 'deployments', String(record.id), 'repository.git');
    const deployment = new LiveDeployment(this.services, record, await Repository.open(gitdir, record.deployBranch));
    this.#deployments.set(record.id, deployment);
    return deployment;
  }
}

async function writeTree(repository: Repository, files: ReadonlyMap<string, Uint8Array>): Promise<string> {
  const tree: Tree = new Map(
    await Promise.all([...files].map(async ([path, bytes]) => [path, await repository.writeFile(bytes)] as const)),
  );
  return repository.writeTree(tree);
}

function nextId(entries: readonly { id: number }[]): number {
  return Math.max(0, ...entries.map(({ id }) => id)) + 1;
}

/** How git names a user. */
export function authorOf(user: UserRecord): Author {
  return { name: `${user.firstName} ${user.lastName}`.trim() || user.username, email: user.email };
}
