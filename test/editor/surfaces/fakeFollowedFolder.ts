/** A bound folder that follows a dev branch, without a platform and without sync. The tests set its state. */

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { Emitter, Value } from '../../../src/base/event.ts';
import { silentLog } from '../../../src/base/log.ts';
import type { BuildStatus } from '../../../src/contract/deployments/runtime.ts';
import type { Problem } from '../../../src/model/source/problem.ts';
import type { DevMode } from '../../../src/session/deploymentSession.ts';
import type { FolderSession } from '../../../src/session/folderSession.ts';
import { type BoundFolder, relativeTo } from '../../../src/session/folders.ts';
import { afterEvent, nothingSaved, type SaveEvent } from '../../../src/session/savedChanges.ts';
import type { Plan, PlanEntry } from '../../../src/sync/plan/planTypes.ts';
import { syncReasons } from '../../../src/sync/plan/syncReasons.ts';
import type { SyncEngine } from '../../../src/sync/syncEngine.ts';
import type { PushedFiles, SyncState } from '../../../src/sync/syncTypes.ts';
import type { App } from '../../../src/ui/shell/app.ts';

export const branch = 'dev-anna-1f2e';
export const projectFolder = path.join(vscode.workspace.workspaceFolders![0]!.uri.fsPath, 'sales');

const sha1 = (text: string) => createHash('sha1').update(text).digest('hex');
export const localText = (file: string) => readFileSync(path.join(projectFolder, file), 'utf8');
export const uriOf = (file: string) => vscode.Uri.file(path.join(projectFolder, file));

export class FakeFollowedFolder {
  /** Files of the branch and of the base. */
  readonly remote = new Map<string, string>();
  readonly base = new Map<string, string>();
  readonly state = new Value<SyncState>({ phase: 'idle', local: 0, remote: 0, conflicts: [] });
  readonly pushed = new Emitter<PushedFiles>();
  readonly sync = new Value<SyncEngine | undefined>(undefined);
  readonly session = new Value<FolderSession | undefined>(undefined);
  readonly list = new Value<readonly BoundFolder[]>([]);
  readonly changes = new Value(nothingSaved);
  /** The deployments that are listed, by any view. */
  readonly deployments = new Value<{ items: readonly { id: number; name: string }[] }>({ items: [] });
  readonly problems = new Value<ReadonlyMap<string, readonly Problem[]>>(new Map());
  readonly builds = new Value<ReadonlyMap<string, BuildStatus>>(new Map());
  readonly devMode = new Value<DevMode>({ known: true, branchName: branch, parentBranch: 'main' });
  remembered: string | undefined;
  /** What the window keeps across a reload. */
  readonly remembers = new Map<string, unknown>();
  /** The number of requests for builds and deployments. */
  requests = 0;
  /** Files of the parent branch. */
  readonly parent = new Map<string, string>();
  /** The files that were read from the branch, in order. */
  readonly reads: string[] = [];
  readonly engine: SyncEngine;
  readonly app: App;

  constructor() {
    const bytes = (texts: Map<string, string>) => async (file: string) => {
      const text = texts.get(file);
      return text === undefined ? undefined : new TextEncoder().encode(text);
    };
    const readRemote = bytes(this.remote);
    this.engine = {
      state: this.state,
      onDidPush: this.pushed.event,
      remoteContent: (file: string) => {
        this.reads.push(file);
        return readRemote(file);
      },
      baseContent: bytes(this.base),
      why: () => ({ synced: true, reason: syncReasons.message('model-file') }),
    } as unknown as SyncEngine;
    const self = this;
    const deployment = {
      id: '1',
      client: { baseUrl: 'https://acme.example.com' },
      caller: { call: async ({ id }: { id: string }) => this.#answerOfParent(id) },
      branches: new Value({ phase: 'ready', items: [{ id: 1, name: 'main', lastHash: 'c1' }], hasMore: false }),
      devMode: this.devMode,
      builds: Object.assign(this.builds, { readAndFollow: async () => this.#asked({ status: 'built' }) }),
    };
    const session = {
      sync: this.sync,
      get branchName() {
        return self.sync.value ? branch : undefined;
      },
      get rememberedBranch() {
        return self.remembered;
      },
      changes: this.changes,
      model: { problems: this.problems },
      deployment: async () => deployment,
    } as unknown as FolderSession;
    const folder = {
      workspaceFolder: vscode.workspace.workspaceFolders![0]!.uri.fsPath,
      name: 'sales',
      binding: { connectionId: 'https://acme.example.com', deploymentId: '1', projectFolder, modelFolder: 'model' },
      session: this.session,
      open: async () => session,
    } as unknown as BoundFolder;
    const load = async () => this.deployments.set({ items: this.#asked([{ id: 1, name: 'Sales' }]) });
    const platform = { deployments: Object.assign(this.deployments, { load }), deployment: () => deployment };
    const connection = {
      id: 'https://acme.example.com',
      record: { label: 'acme.example.com' },
      session: new Value(platform),
      open: async () => platform,
    };
    const folders = {
      list: this.list,
      of: (file: string) =>
        this.list.value.find((each) => file === projectFolder || relativeTo(each, file) !== undefined),
    };
    this.app = {
      context: {
        subscriptions: [],
        workspaceState: {
          get: (key: string, initial: unknown) => this.remembers.get(key) ?? initial,
          update: async (key: string, value: unknown) => this.remembers.set(key, value),
        },
        globalStorageUri: vscode.Uri.file(path.join(tmpdir(), 'fake-followed-folder')),
      },
      log: Object.assign(silentLog, { show() {} }),
      connections: { list: new Value([connection]), get: () => connection },
      folders,
    } as unknown as App;
    this.state.onChange((state) => this.report({ type: 'synced', sync: state }));
    this.builds.onChange((all) => this.report({ type: 'build read', status: all.get(branch)! }));
    this.bind = () => this.list.set([folder]);
    this.openSession = () => this.session.set(session);
  }

  #answerOfParent(operation: string): unknown {
    const files = [...this.parent];
    if (operation === 'getFileHashes')
      return Object.fromEntries(files.map(([file, text]) => [file, { hash: sha1(text) }]));
    return { items: files.map(([file, content]) => ({ path: `/${file}`, type: 'file', content })) };
  }

  #asked<T>(answer: T): T {
    this.requests += 1;
    return answer;
  }

  report(event: SaveEvent): void {
    this.changes.update((state) => afterEvent(state, event));
  }

  readonly bind: () => void;
  readonly openSession: () => void;

  follow(): void {
    this.bind();
    this.openSession();
    this.sync.set(this.engine);
  }

  /** Sets a plan with these entries. All other files are equal on both sides. */
  plan(entries: readonly PlanEntry[], more: Partial<SyncState> = {}): void {
    const of = <K extends PlanEntry['kind']>(kind: K) =>
      entries.filter((entry): entry is Extract<PlanEntry, { kind: K }> => entry.kind === kind);
    const files = [...new Set([...this.remote.keys(), ...entries.map(({ path: file }) => file)])];
    const hashes = (text: (file: string) => string | undefined) =>
      new Map(
        files.flatMap((file) => {
          const found = text(file);
          return found === undefined ? [] : [[file, sha1(found)] as const];
        }),
      );
    const local = (file: string) => {
      try {
        return localText(file);
      } catch {
        return undefined;
      }
    };
    const plan: Plan = {
      id: `${Date.now()}`,
      entries,
      pushes: of('push'),
      pulls: of('pull'),
      conflicts: of('conflict'),
      refused: of('refused'),
      agreed: new Map(),
      halts: { push: [], pull: [] },
      base: new Map(),
      local: hashes(local),
      remote: hashes((file) => this.remote.get(file)),
      listed: hashes((file) => this.remote.get(file)),
    };
    this.state.set({
      phase: 'idle',
      local: plan.pushes.length,
      remote: plan.pulls.length,
      conflicts: plan.conflicts,
      plan,
      ...more,
    });
  }
}
