/** Resources of a platform as files that can be saved. Loaded when the first one is opened. */

import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import { isCancellation, UserError } from '../../base/errors.ts';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import { findRoute } from '../../platform/api/openApi.ts';
import {
  bodyProperties,
  changeBody,
  namedProperty,
  readResourceText,
  resourceSchema,
} from '../../platform/api/resource.ts';
import { type ReadResource, ResourceAccess, resourcePath } from '../../platform/api/resourceAccess.ts';
import { PlatformError } from '../../platform/platformError.ts';
import { apiDocumentOf } from '../api/apiDocuments.ts';
import { chooseConnection, connectionName } from '../connections/connectionChoice.ts';
import { signInAgain } from '../connections/signInAgain.ts';
import type { App } from '../shell/app.ts';
import { errorParts } from '../shell/errorText.ts';
import { confirm, showFailure } from '../shell/notifications.ts';
import { isUnauthorized } from '../shell/unauthorized.ts';
import { parseResourceUri } from './resourceAddress.ts';
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

export class ResourceFiles implements Disposable {
  readonly #app: App;
  readonly #lifetime = new Lifetime();
  readonly #known = new Map<string, KnownState>();
  /** Documents whose save the editor has not asked about yet, and whether the platform has something else than what was saved. */
  readonly #saved = new Map<string, { differs: boolean }>();
  /** Documents that the editor is saving by itself. */
  readonly #automatic = new Set<string>();
  readonly #onChange: (uri: vscode.Uri) => void;
  readonly #problems: vscode.DiagnosticCollection;

  /** @param onChange when a document differs from what it was saved as */
  constructor(app: App, onChange: (uri: vscode.Uri) => void) {
    this.#app = app;
    this.#onChange = onChange;
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
        this.#problems.delete(uri);
      }),
    );
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
    const { kind, values } = parseResourceUri(uri);
    if (this.#automatic.has(uri.toString())) {
      throw vscode.FileSystemError.Unavailable(
        vscode.l10n.t('Changes are sent only when you save. Nothing was sent automatically.'),
      );
    }
    const base = this.#known.get(uri.toString()) ?? (await this.#refresh(uri));
    const edited = this.#readOrRefuse(() => readResourceText(Buffer.from(content).toString()));
    const { access, api, session, name } = await this.#accessTo(uri);
    const refusal = await session.unavailable(kind.write, deploymentOf(kind, values));
    if (refusal) throw this.#asFileError(refusal);
    const { method, path } = kind.write;
    const operation = findRoute(api, `${method} ${path}`);
    const accepted = (operation && bodyProperties(operation)) ?? { schema: {}, required: [] };
    const change = this.#readOrRefuse(() => changeBody(base.value, edited, accepted, kind.version));
    this.#problems.delete(uri);
    if (!change) return;
    const question = vscode.l10n.t('Save to {0}?', name);
    const request = `${method} ${resourcePath(kind.write, values)}\n\n${JSON.stringify(change, undefined, 2)}`;
    if (!(await confirm(question, request, vscode.l10n.t('Save')))) {
      throw vscode.FileSystemError.Unavailable(vscode.l10n.t('You cancelled. Nothing was sent.'));
    }
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

  async #accessTo(uri: vscode.Uri) {
    const { connectionId } = parseResourceUri(uri);
    const connection = await chooseConnection(this.#app, connectionId);
    const api = await apiDocumentOf(this.#app, connection);
    const session = await connection.open();
    return { access: new ResourceAccess(session, api), api, session, name: connectionName(connection) };
  }

  async #refresh(uri: vscode.Uri): Promise<KnownState> {
    const { kind, values } = parseResourceUri(uri);
    try {
      const { access, session } = await this.#accessTo(uri);
      const known = this.#known.get(uri.toString());
      const { value, place } = await access.read(kind, values, known?.place).catch((failure: unknown) => {
        if (!kind.version || !(failure instanceof PlatformError) || failure.kind !== 'not-found') throw failure;
        return { value: {}, place: undefined };
      });
      const readOnly = (await session.unavailable(kind.write, deploymentOf(kind, values))) !== undefined;
      const before = this.#known.get(uri.toString());
      if (before && isDeepStrictEqual(before.value, value)) return Object.assign(before, { place, readOnly });
      const version = (before?.version ?? -1) + 1;
      const changedAt = Math.max(Date.now(), (before?.changedAt ?? 0) + 1);
      const bytes = Buffer.from(`${JSON.stringify(value, undefined, 2)}\n`);
      const state = { value, place, bytes, version, changedAt, readOnly };
      this.#known.set(uri.toString(), state);
      return state;
    } catch (failure) {
      throw this.#asFileError(failure);
    }
  }

  #readOrRefuse<T>(read: () => T): T {
    try {
      return read();
    } catch (failure) {
      throw this.#asFileError(failure);
    }
  }

  /** The editor shows only the text of such an error, so a separate message has the button that signs in. */
  #asFileError(failure: unknown): unknown {
    if (isCancellation(failure) || !(failure instanceof UserError)) return failure;
    if (isUnauthorized(failure)) void showFailure(failure, this.#app.log, signInAgain(this.#app));
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
        this.#onChange(uri);
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

/** The JSON schema of a kind of resource, of the first connection: the editor asks without naming one. */
export async function readResourceSchema(app: App, kindId: string): Promise<string> {
  const kind = resourceKinds.find(({ id }) => id === kindId);
  const [connection] = app.connections.list.value;
  if (!kind || !connection) return '{}';
  const api = await apiDocumentOf(app, connection);
  const operation = findRoute(api, `${kind.write.method} ${kind.write.path}`);
  return JSON.stringify(operation ? resourceSchema(operation, api) : {});
}
