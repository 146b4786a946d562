/** The runs of one query document: on the branch that its folder follows, and again when the model, the document or the branch changes. */

import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import { messageOf, type UserError } from '../../base/errors.ts';
import { type Observable, Value } from '../../base/event.ts';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import { type BuildStatus, runtimeOperations } from '../../contract/deployments/runtime.ts';
import { buildResultOf } from '../../platform/buildResult.ts';
import { QueryRunner } from '../../query/run/runQuery.ts';
import { noConnection } from '../../session/binding.ts';
import type { FolderSession } from '../../session/folderSession.ts';
import type { BoundFolder } from '../../session/folders.ts';
import {
  type EarlierResult,
  type QueryBranch,
  QuerySession,
  type QueryState,
  type QuerySubject,
  staleFailure,
} from '../../session/query/querySession.ts';
import { followSaves } from '../folders/followSaves.ts';
import { scratchScheme } from '../manifest/ids.ts';
import type { App } from '../shell/app.ts';
import { forCurrent } from '../shell/observe.ts';
import { offerSignIn } from '../shell/offerSignIn.ts';
import { timeText } from '../shell/timeText.ts';
import { type OtherVersion, otherVersionOf, pushForRun } from '../sync/pendingFiles.ts';
import { pickOtherBranch } from './otherBranch.ts';
import { QueryDiagnostics, type SentDocument } from './queryDiagnostics.ts';
import { readOpenQuery } from './queryDocuments.ts';

interface QueryRunsOptions {
  folder: BoundFolder;
  document: vscode.Uri;
  /** A query that the user does not see runs again when it is shown. */
  isVisible: () => boolean;
}

export class QueryRuns implements Disposable {
  readonly folder: BoundFolder;
  readonly #app: App;
  readonly #isVisible: () => boolean;
  readonly #lifetime = new Lifetime();
  readonly #session: QuerySession;
  readonly #otherVersion = this.#lifetime.add(new Value<OtherVersion | undefined>(undefined, isDeepStrictEqual));
  readonly #diagnostics = this.#lifetime.add(new QueryDiagnostics());
  #document: vscode.Uri;
  /** Versions of builds, by branch. */
  readonly #versions = new Map<string, string | undefined>();
  #sent: SentDocument | undefined;
  #isDue = false;
  #isConnected = true;

  constructor(app: App, { folder, document, isVisible }: QueryRunsOptions) {
    this.#app = app;
    this.folder = folder;
    this.#document = document;
    this.#isVisible = isVisible;
    this.#session = this.#lifetime.add(
      new QuerySession({
        subject: (signal) => this.subject(signal),
        runnerFor: (target) => new QueryRunner(target),
        built: (branch, signal, onWait) => this.built(branch, signal, onWait),
      }),
    );
    this.#lifetime.add(this.#session.state.onChange((state) => this.#showProblems(state)));
    this.#followModel();
    this.#followDocument();
    this.#followVersion();
  }

  get state(): Observable<QueryState> {
    return this.#session.state;
  }

  /** Why the branch does not answer with the model in the editor; undefined if it does. */
  get otherVersion(): Observable<OtherVersion | undefined> {
    return this.#otherVersion;
  }

  /** An untitled or scratch document gets another address when it is saved. */
  get document(): vscode.Uri {
    return this.#document;
  }

  /** Never rejects: see `state`. */
  run(): Promise<void> {
    this.#isDue = false;
    return this.#session.run();
  }

  /** Saves and pushes the model, then runs the query. @throws UserError, PlatformError, CancelledError */
  async saveAndRun(): Promise<void> {
    await pushForRun(this.#app, this.folder);
    void this.run();
  }

  /** What is to run, and its text. @throws UserError, PlatformError, CancelledError */
  async subject(signal: AbortSignal): Promise<QuerySubject & Pick<SentDocument, 'read'>> {
    const uri = this.#document;
    const read = await readOpenQuery(this.#app, uri);
    this.#sent = { uri, read };
    const { connectionId, deploymentId } = this.folder.binding;
    const session = await this.folder.open();
    await session.resume();
    const deployment = await session.deployment();
    const platform = await this.#app.connections.get(connectionId)?.open();
    if (!platform) throw noConnection(connectionId);
    const [branch] = await Promise.all([
      branchOf(session),
      platform.require(runtimeOperations.createDeploymentToken, deploymentId, signal),
    ]);
    signal.throwIfAborted();
    const { as } = read;
    return {
      query: read.query as QuerySubject['query'],
      target: { client: deployment.client, admin: platform.admin, deploymentId, as, log: this.#app.log },
      branch,
      read,
    };
  }

  showEarlier(result: EarlierResult): void {
    this.#isDue = false;
    this.#diagnostics.clear();
    this.#session.showEarlier(result);
  }

  /** The text of the last run. */
  get sentText(): string | undefined {
    return this.#sent?.read.text;
  }

  /** The version of the model that answered the last run, as far as the platform reports it. */
  get version(): string | undefined {
    const { branch } = this.state.value;
    return branch && this.#versions.get(branch.name);
  }

  /** The document was saved at another address, with the same query. */
  moveTo(document: vscode.Uri): void {
    this.#document = document;
    this.#diagnostics.clear();
  }

  cancel(): void {
    this.#session.cancel();
  }

  /** Runs the query if it should have run while it was hidden. */
  shown(): void {
    if (this.#isDue) void this.run();
  }

  /** @throws UserError if there is no other branch; CancelledError, PlatformError */
  async chooseOther(): Promise<void> {
    const session = await this.folder.open();
    await session.resume();
    const deployment = await session.deployment();
    const own = this.state.value.branch ?? (await branchOf(session));
    void this.#compareWith(await pickOtherBranch(deployment, own, this.#session.other));
  }

  endComparison(): void {
    const { branch, startedAt, run, earlier } = this.state.value;
    if (earlier === undefined) void this.#compareWith(null);
    else this.showEarlier({ branch, startedAt, run, compared: undefined, earlier });
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  #compareWith(branch: Parameters<QuerySession['compareWith']>[0]): Promise<void> {
    this.#isDue = false;
    return this.#session.compareWith(branch);
  }

  #runAgain(): void {
    if (this.#isVisible()) void this.run();
    else this.#isDue = true;
  }

  /**
   * Waits for a build that runs, for example of a save before the query, and replaces the model that answers now.
   * @returns why an earlier build answers. @throws PlatformError, CancelledError
   */
  async built({ name }: QueryBranch, signal: AbortSignal, onWait?: () => void): Promise<UserError | undefined> {
    const { builds } = await (await this.folder.open()).deployment();
    const status = await builds.settled(name, signal, onWait);
    this.#versions.set(name, versionOf(status));
    const result = buildResultOf(status);
    if (result !== 'failed' && result !== 'cancelled') return undefined;
    const detail = status.errorText?.trim();
    return staleFailure({ why: 'build', ...(detail && { detail }) }, name);
  }

  #followModel(): void {
    const { folder } = this;
    // A result of the history stays as it is.
    const isRun = () => this.state.value.phase !== 'idle' && this.state.value.earlier === undefined;
    this.#lifetime.add(
      followSaves(folder, (decision, branchName) => {
        if (!isRun()) return;
        if (decision.kind === 'refresh') this.#runAgain();
        else this.#session.markStale(staleFailure(decision.reason, branchName));
      }),
    );
    this.#lifetime.add(
      forCurrent(folder.session, (session, whileOpen) => {
        whileOpen.add(
          session.sync.onChange(() => {
            const { branch } = this.state.value;
            const shown = branch?.isProduction ? undefined : branch?.name;
            // Before the first answer of a run, the run itself opens the branch.
            if (isRun() && branch && session.branchName !== shown) this.#runAgain();
          }),
        );
      }),
    );
    this.#lifetime.add(
      this.#app.connections.list.onChange((connections) => {
        const { connectionId } = folder.binding;
        const isConnected = connections.some(({ id }) => id === connectionId);
        if (!isRun() || isConnected === this.#isConnected) return;
        this.#isConnected = isConnected;
        if (isConnected) this.#runAgain();
        else this.#session.stop(noConnection(connectionId));
      }),
    );
  }

  #followDocument(): void {
    this.#lifetime.add(
      vscode.workspace.onDidSaveTextDocument(({ uri }) => {
        const isSaved = this.#document.scheme === 'untitled' && uri.path === this.#document.path;
        if (!isSaved && uri.toString() !== this.#document.toString()) return;
        // A scratch document is saved while the user types.
        if (uri.scheme === scratchScheme) return;
        this.#document = uri;
        this.#runAgain();
      }),
    );
  }

  /** Edits, saves and changes by other programs. */
  #followVersion(): void {
    const update = () => this.#otherVersion.set(otherVersionOf(this.folder));
    const { workspace } = vscode;
    this.#lifetime.add(workspace.onDidChangeTextDocument(update));
    this.#lifetime.add(workspace.onDidSaveTextDocument(update));
    this.#lifetime.add(workspace.onDidCloseTextDocument(update));
    this.#lifetime.add(
      forCurrent(this.folder.session, ({ changes }, whileOpen) => {
        whileOpen.add(changes.onChange(update));
        update();
      }),
    );
  }

  /** A new run withdraws the problems of the run before. */
  #showProblems(state: QueryState): void {
    if (state.phase === 'running') this.#diagnostics.clear();
    const sent = this.#sent;
    if (state.failure === undefined) return;
    this.#app.log.info(`Query ${vscode.workspace.asRelativePath(this.#document)}: ${messageOf(state.failure)}`);
    offerSignIn(state.failure, this.#app);
    if (state.phase !== 'failed' || !sent) return;
    const place = async () => {
      const session = await this.folder.open();
      await session.loadModel();
      if (this.state.value === state && !this.#lifetime.disposed) this.#diagnostics.show(state.failure, sent, session);
    };
    place().catch((failure) => this.#app.log.debug(`The failure of a query was not placed: ${messageOf(failure)}`));
  }
}

/** The dev branch that the folder follows, otherwise production. */
async function branchOf(session: FolderSession): Promise<QuerySubject['branch']> {
  const { branchName } = session;
  if (branchName !== undefined) return { name: branchName, isProduction: false };
  return { name: await (await session.deployment()).deployBranch(), isProduction: true };
}

/** Undefined if the platform reports none. */
function versionOf({ filesHash, lastHash, updatedAt }: BuildStatus): string | undefined {
  const { l10n } = vscode;
  const parts = [
    filesHash ? l10n.t('files {0}', filesHash.slice(0, 10)) : lastHash && l10n.t('commit {0}', lastHash.slice(0, 10)),
    updatedAt && l10n.t('built {0}', builtAt(updatedAt)),
  ].filter(Boolean);
  return parts.length > 0 ? parts.join(', ') : undefined;
}

function builtAt(time: string | number): string {
  const ms = new Date(time).valueOf();
  return Number.isNaN(ms) ? String(time) : timeText(ms);
}
