/** The local problems of all projects as diagnostics: sent after changes, or handed out when the client asks for them. */

import { createHash } from 'node:crypto';
import type {
  ClientCapabilities,
  Diagnostic,
  DocumentDiagnosticReport,
  PublishDiagnosticsParams,
  WorkspaceDiagnosticReport,
} from 'vscode-languageserver/node';
import { Debounce } from '../../base/async.ts';
import { stackOf } from '../../base/errors.ts';
import type { Disposable } from '../../base/lifetime.ts';
import type { Log } from '../../base/log.ts';
import { diagnosticOf, type PageOf } from '../../language/diagnostic.ts';
import type { Problem } from '../../model/source/problem.ts';
import type { Project } from './project.ts';
import type { Place } from './workspace.ts';

/** Long enough to check once for several keys, short enough to be noticed while writing. */
const delayMs = 200;

interface DiagnosticsOptions {
  client: ClientCapabilities;
  log: Log;
  /** The projects whose sources were read. */
  projects(): readonly Project[];
  uriOf(project: Project, file: string): string;
  pageOf: PageOf;
  /** The version of an open document. */
  versionOf(uri: string): number | null;
  publish(params: PublishDiagnosticsParams): void;
  /** Asks the client to request all diagnostics again. */
  refresh(): void;
}

/** Whether the client asks for diagnostics, and learns when to ask again. They are sent to other clients. */
export function asksForDiagnostics({ textDocument, workspace }: ClientCapabilities): boolean {
  return textDocument?.diagnostic !== undefined && workspace?.diagnostics?.refreshSupport === true;
}

export class Diagnostics implements Disposable {
  readonly #options: DiagnosticsOptions;
  readonly #debounce = new Debounce(() => this.#update(), delayMs);
  /** The last diagnostics of each document that has some, as JSON. */
  #known: ReadonlyMap<string, string> = new Map();

  constructor(options: DiagnosticsOptions) {
    this.#options = options;
  }

  /** A source changed. */
  poke(): void {
    this.#debounce.poke();
  }

  document(place: Place | undefined, previousResultId?: string): DocumentDiagnosticReport {
    const problems = place?.project.problems().get(place.path) ?? [];
    return reportOf(place ? this.#diagnosticsOf(place.project, place.path, problems) : [], previousResultId);
  }

  workspace(previous: ReadonlyMap<string, string>): WorkspaceDiagnosticReport {
    const all = this.#all();
    for (const uri of previous.keys()) if (!all.has(uri)) all.set(uri, []);
    const items = [...all].map(([uri, diagnostics]) => ({
      ...reportOf(diagnostics, previous.get(uri)),
      uri,
      version: this.#options.versionOf(uri),
    }));
    return { items };
  }

  dispose(): void {
    this.#debounce.dispose();
  }

  #update(): void {
    const { client, log, publish, refresh, versionOf } = this.#options;
    try {
      const all = this.#all();
      const known = new Map([...all].map(([uri, diagnostics]) => [uri, JSON.stringify(diagnostics)]));
      const changed = [...new Set([...this.#known.keys(), ...known.keys()])].filter(
        (uri) => known.get(uri) !== this.#known.get(uri),
      );
      this.#known = known;
      if (changed.length === 0) return;
      if (asksForDiagnostics(client)) refresh();
      else
        for (const uri of changed) {
          const version = versionOf(uri);
          publish({ uri, diagnostics: all.get(uri) ?? [], ...(version === null ? {} : { version }) });
        }
    } catch (failure) {
      log.error(stackOf(failure));
    }
  }

  #all(): Map<string, Diagnostic[]> {
    const { projects, uriOf } = this.#options;
    const all = new Map<string, Diagnostic[]>();
    for (const project of projects()) {
      for (const [file, problems] of project.problems()) {
        // A problem of the whole project has no document.
        if (file !== '') all.set(uriOf(project, file), this.#diagnosticsOf(project, file, problems));
      }
    }
    return all;
  }

  #diagnosticsOf(project: Project, file: string, problems: readonly Problem[]): Diagnostic[] {
    const { client, uriOf, pageOf } = this.#options;
    const supports = client.textDocument?.publishDiagnostics ?? client.textDocument?.diagnostic;
    // A problem of the whole project has no document.
    const uriOfRelated = (path: string) => uriOf(project, path || file);
    return problems.map((problem) => {
      const { codeDescription, relatedInformation, tags, ...rest } = diagnosticOf(problem, uriOfRelated, pageOf);
      return {
        ...rest,
        ...(tags && supports?.tagSupport ? { tags } : {}),
        ...(codeDescription && supports?.codeDescriptionSupport ? { codeDescription } : {}),
        ...(relatedInformation && supports?.relatedInformation ? { relatedInformation } : {}),
      };
    });
  }
}

function reportOf(items: Diagnostic[], previousResultId: string | undefined): DocumentDiagnosticReport {
  const resultId = createHash('sha256').update(JSON.stringify(items)).digest('base64url').slice(0, 16);
  return resultId === previousResultId ? { kind: 'unchanged', resultId } : { kind: 'full', resultId, items };
}
