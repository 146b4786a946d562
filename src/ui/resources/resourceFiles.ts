/** Resources of a platform as files that can be saved. Loaded when the first one is opened. */

import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import { isCancellation, UserError } from '../../base/errors.ts';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import { type ApiDocument, findRoute } from '../../platform/api/openApi.ts';
import { newBody } from '../../platform/api/requestDocument.ts';
import {
  bodyProperties,
  changeBody,
  namedProperty,
  readResourceText,
  resourceSchema,
} from '../../platform/api/resource.ts';
import {
  type ReadResource,
  ResourceAccess,
  type ResourceOperation,
  resourcePath,
} from '../../platform/api/resourceAccess.ts';
import { PlatformError } from '../../platform/platformError.ts';
import { apiDocumentOf } from '../api/apiDocuments.ts';
import { chooseConnection, connectionName } from '../connections/connectionChoice.ts';
import type { App } from '../shell/app.ts';
import { errorParts } from '../shell/errorText.ts';
import { confirm } from '../shell/notifications.ts';
import { offerSignIn } from '../shell/offerSignIn.ts';
import { keepFailure } from '../shell/openDocument.ts';
import { newFolder, parseResourceUri, resourceUri } from './resourceAddress.ts';
import { type ResourceKind, resourceKinds } from './resourceKinds.ts';

/** The state of a resource on the platform when it was read last. */
interface KnownState extends ReadResource {
  bytes: Uint8Array;
  /** Increases with each change on the platform. */
  version: number;
  /** Milliseconds since the epoch. */
  changedAt: number;
  /** The user may not change it. */
  readOnly: boolean;
}

export interface ResourceEvents {
  /** A document differs from what it was saved as. */
  onChange: (uri: vscode.Uri) => void;
  onCreate: (connectionId: string, kind: ResourceKind) => void;
}

export class ResourceFiles implements Disposable {
  readonly #app: App;
  readonly #lifetime = new Lifetime();
  readonly #known = new Map<string, KnownState>();
  /** Documents whose save the editor has not asked about yet, and whether the platform has something else than what was saved. */
  readonly #saved = new Map<string, { differs: boolean }>();
  /** Documents that the editor is saving by itself. */
  readonly #automatic = new Set<string>();
  /** What the platform created of new documents. */
  readonly #created = new Map<string, Record<string, unknown>>();
  readonly #events: ResourceEvents;
  readonly #problems: vscode.DiagnosticCollection;

  constructor(app: App, events: ResourceEvents) {
    this.#app = app;
    this.#events = events;
    this.#problems = this.#lifetime.add(vscode.languages.createDiagnosticCollection('data-model-resources'));
    this.#lifetime.add(
      vscode.workspace.onWillSaveTextDocument(({ document: { uri }, reason }) => {
        if (reason === vscode.TextDocumentSaveReason.Manual) this.#automatic.delete(uri.toString());
        else this.#automatic.add(uri.toString());
      }),
    );
    this.#lifetime.add(
      vscode.workspace.onDidCloseTextDocument(({ uri }) => {
        this.#known.delete(uri.toString());
        this.#saved.delete(uri.toString());
        this.#created.delete(uri.toString());
        this.#problems.delete(uri);
      }),
    );
    this.#lifetime.add(vscode.workspace.onDidSaveTextDocument((document) => void this.#replaceNew(document)));
  }

  /** The editor asks before it reads and before it writes, so it notices what changed on the platform since. */
  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    const { bytes, version, changedAt, readOnly } = this.#takeSaved(uri) ?? (await this.#refresh(uri));
    const permissions = readOnly ? { permissions: vscode.FilePermission.Readonly } : {};
    // The editor takes a file of the same size as unchanged.
    return { type: vscode.FileType.File, ctime: 0, mtime: changedAt, size: bytes.length + version, ...permissions };
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    return (this.#known.get(uri.toString()) ?? (await this.#refresh(uri))).bytes;
  }

  async writeFile(uri: vscode.Uri, content: Uint8Array): Promise<void> {
    const { kind, values, isNew } = parseResourceUri(uri);
    if (this.#automatic.has(uri.toString())) {
      throw vscode.FileSystemError.Unavailable(
        vscode.l10n.t('Changes are sent only when you save. Nothing was sent automatically.'),
      );
    }
    const base = this.#known.get(uri.toString()) ?? (await this.#refresh(uri));
    const edited = this.#readOrRefuse(() => readResourceText(Buffer.from(content).toString()));
    const { access, api, session, name } = await this.#accessTo(uri);
    const refusal = await session.unavailable(writeOf(kind, isNew), deploymentOf(kind, values));
    if (refusal) throw this.#asFileError(refusal);
    if (isNew) return this.#create(uri, content, edited);
    const operation = findRoute(api, routeOf(kind.write));
    const accepted = (operation && bodyProperties(operation)) ?? { schema: {}, required: [] };
    const change = this.#readOrRefuse(() => changeBody(base.value, edited, accepted, kind.version));
    this.#problems.delete(uri);
    if (!change) return;
    const question = vscode.l10n.t('Save to {0}?', name);
    await confirmRequest(question, kind.write, values, change, vscode.l10n.t('Save'));
    if ((await this.#refresh(uri)) !== base) {
      const message = vscode.l10n.t(
        'Another user changed it before you confirmed. Nothing was sent. Save again to compare.',
      );
      throw vscode.FileSystemError.Unavailable(message);
    }
    try {
      await access.write(kind.write, values, change);
    } catch (failure) {
      this.#place(uri, Buffer.from(content).toString(), edited, failure);
      throw this.#asFileError(failure);
    }
    const saved = await this.#refresh(uri);
    // The server may have completed or corrected what was sent.
    this.#saved.set(uri.toString(), { differs: !isDeepStrictEqual(saved.value, edited) });
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  /** Creates the resource of a new document. When its save has ended, the document of the resource takes its place. */
  async #create(uri: vscode.Uri, content: Uint8Array, resource: Record<string, unknown>): Promise<void> {
    const { kind, connectionId } = parseResourceUri(uri);
    const key = uri.toString();
    if (this.#created.has(key)) {
      const message = vscode.l10n.t('It was created already. Open it from the Resources view to change it.');
      throw vscode.FileSystemError.Unavailable(message);
    }
    const operation = writeOf(kind, true);
    const { access, name } = await this.#accessTo(uri);
    await confirmRequest(vscode.l10n.t('Create on {0}?', name), operation, [], resource, vscode.l10n.t('Create'));
    this.#problems.delete(uri);
    try {
      this.#created.set(key, await access.create(operation, resource));
    } catch (failure) {
      this.#place(uri, Buffer.from(content).toString(), resource, failure);
      throw this.#asFileError(failure);
    }
    const before = this.#known.get(key)!;
    this.#known.set(key, { ...before, value: resource, bytes: content, changedAt: before.changedAt + 1 });
    this.#saved.set(key, { differs: false });
    this.#events.onCreate(connectionId, kind);
  }

  /** Closes a new document whose resource exists now, and opens that of the resource. */
  async #replaceNew({ uri }: vscode.TextDocument): Promise<void> {
    const created = this.#created.get(uri.toString());
    if (!created) return;
    const { kind, connectionId } = parseResourceUri(uri);
    const isShown = ({ input }: vscode.Tab) =>
      input instanceof vscode.TabInputText && input.uri.toString() === uri.toString();
    const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs.filter(isShown));
    const id = created[kind.key ?? ''];
    if (typeof id === 'string' || typeof id === 'number') {
      const label = kind.label?.map((property) => created[property]).find((text) => typeof text === 'string' && text);
      const address = { connectionId, kind, values: [String(id)] };
      await vscode.window.showTextDocument(resourceUri(address, String(label ?? id)), { preview: false });
    }
    await vscode.window.tabGroups.close(tabs);
  }

  async #accessTo(uri: vscode.Uri) {
    const { connectionId } = parseResourceUri(uri);
    const connection = await chooseConnection(this.#app, connectionId);
    const api = await apiDocumentOf(this.#app, connection);
    const session = await connection.open();
    return { access: new ResourceAccess(session, api), api, session, name: connectionName(connection) };
  }

  async #refresh(uri: vscode.Uri): Promise<KnownState> {
    const { kind, values, isNew } = parseResourceUri(uri);
    try {
      const { access, api, session } = await this.#accessTo(uri);
      const known = this.#known.get(uri.toString());
      // The text of a new document stays while it is open.
      if (isNew && known) return known;
      const reading = isNew ? newResource(kind, api) : access.read(kind, values, known?.place);
      const { value, place } = await reading.catch((failure: unknown) => {
        if (!kind.version || !(failure instanceof PlatformError) || failure.kind !== 'not-found') throw failure;
        return { value: {}, place: undefined };
      });
      const refusal = await session.unavailable(writeOf(kind, isNew), deploymentOf(kind, values));
      const readOnly = refusal !== undefined;
      const before = this.#known.get(uri.toString());
      if (before && isDeepStrictEqual(before.value, value)) return Object.assign(before, { place, readOnly });
      const version = (before?.version ?? -1) + 1;
      const changedAt = Math.max(Date.now(), (before?.changedAt ?? 0) + 1);
      const bytes = Buffer.from(`${JSON.stringify(value, undefined, 2)}\n`);
      const state = { value, place, bytes, version, changedAt, readOnly };
      this.#known.set(uri.toString(), state);
      return state;
    } catch (failure) {
      const isGone =
        failure instanceof PlatformError && failure.kind === 'not-found' && this.#known.has(uri.toString());
      // The editor marks the open document as deleted.
      if (isGone) throw vscode.FileSystemError.FileNotFound(errorParts(failure, vscode.l10n).message);
      throw this.#asFileError(failure, keepFailure(uri, failure));
    }
  }

  #readOrRefuse<T>(read: () => T): T {
    try {
      return read();
    } catch (failure) {
      throw this.#asFileError(failure);
    }
  }

  /** The editor shows only the text of such an error, so a separate message has the button that signs in, unless a command shows the failure. */
  #asFileError(failure: unknown, isShown = false): unknown {
    if (isCancellation(failure) || !(failure instanceof UserError)) return failure;
    if (!isShown) offerSignIn(failure, this.#app);
    const { message, action } = errorParts(failure, vscode.l10n);
    return vscode.FileSystemError.Unavailable([message, action].filter(Boolean).join(' '));
  }

  /**
   * After a save, the editor asks for the state that it saved: another user's change that is newer must stay a change. It reads
   * the document again only if its state differs from that answer.
   */
  #takeSaved(uri: vscode.Uri): KnownState | undefined {
    const key = uri.toString();
    const saved = this.#saved.get(key);
    const state = this.#known.get(key);
    if (!saved || !state) return undefined;
    this.#saved.delete(key);
    if (saved.differs) {
      setTimeout(() => {
        if (this.#known.get(key) !== state) return;
        this.#known.set(key, {
          ...state,
          version: state.version + 1,
          changedAt: Math.max(Date.now(), state.changedAt + 1),
        });
        this.#events.onChange(uri);
      });
    }
    return state;
  }

  /** Shows a server's message on the property that it names, otherwise on the first line. */
  #place(uri: vscode.Uri, text: string, resource: Record<string, unknown>, failure: unknown): void {
    if (!(failure instanceof PlatformError) || failure.serverMessage === undefined) return;
    const message = failure.serverMessage;
    const property = namedProperty(message, resource);
    const line = text
      .split('\n')
      .findIndex((each) => property !== undefined && each.startsWith(`  ${JSON.stringify(property)}`));
    const start = new vscode.Position(Math.max(0, line), line < 0 ? 0 : 2);
    const end = line < 0 ? start.translate(0, 1) : start.translate(0, JSON.stringify(property).length);
    const problem = new vscode.Diagnostic(new vscode.Range(start, end), message);
    problem.source = 'data-model';
    this.#problems.set(uri, [problem]);
  }
}

function deploymentOf({ scope }: ResourceKind, [deploymentId]: readonly string[]): string | undefined {
  return scope === 'deployment' ? deploymentId : undefined;
}

/** The operation that the save of a document calls. */
function writeOf({ write, create }: ResourceKind, isNew: boolean): ResourceOperation {
  return isNew ? create! : write;
}

/** What a new document starts with. */
async function newResource(kind: ResourceKind, api: ApiDocument): Promise<ReadResource> {
  const operation = findRoute(api, routeOf(writeOf(kind, true)));
  return { value: ((operation && newBody(operation, api)) ?? {}) as Record<string, unknown>, place: undefined };
}

/** @throws vscode.FileSystemError if the user cancels */
async function confirmRequest(
  question: string,
  operation: ResourceOperation,
  values: readonly string[],
  body: object,
  button: string,
): Promise<void> {
  const request = `${operation.method} ${resourcePath(operation, values)}\n\n${JSON.stringify(body, undefined, 2)}`;
  if (await confirm(question, request, button)) return;
  throw vscode.FileSystemError.Unavailable(vscode.l10n.t('You cancelled. Nothing was sent.'));
}

function routeOf({ method, path }: ResourceOperation): string {
  return `${method} ${path}`;
}

/**
 * The JSON schema of a kind of resource, of the first connection: the editor asks without naming one.
 * @param path `/<kind>.json`, or `/new/<kind>.json` for documents whose save creates the resource
 */
export async function readResourceSchema(app: App, path: string): Promise<string> {
  const [, folder, kindId] = /^\/(?:(\w+)\/)?([\w-]+)\.json$/.exec(path) ?? [];
  const isNew = folder === newFolder;
  const kind = resourceKinds.find(({ id }) => id === kindId);
  const [connection] = app.connections.list.value;
  if (!kind || !connection || (isNew && !kind.create)) return '{}';
  const api = await apiDocumentOf(app, connection);
  const operation = findRoute(api, routeOf(writeOf(kind, isNew)));
  return JSON.stringify(operation ? resourceSchema(operation, api) : {});
}
