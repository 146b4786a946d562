/** The commands of the API explorer, and the code lenses of its documents. The rest loads on first use. */

import * as vscode from 'vscode';
import { UserError } from '../../base/errors.ts';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import type { CommandId } from '../manifest/commandTable.ts';
import type { App } from '../shell/app.ts';
import type { CommandHandlers } from '../shell/commandRunner.ts';
import { type DocumentAddress, documentUri, type ReadOnlyDocuments } from '../shell/readOnlyDocuments.ts';
import type { Row } from '../tree/row.ts';
import type { AnswerDocument } from './apiRequests.ts';

const requestEnd = '.request.json';
const requests = `**/*${requestEnd}`;
const answers = '**/*.answer.jsonc';

type ApiCommand = Extract<keyof CommandHandlers, `dataModel.api.${string}`>;

export class ApiExplorer implements Disposable {
  readonly #app: App;
  readonly #documents: ReadOnlyDocuments;
  readonly #lifetime = new Lifetime();
  /** The last answer to each request, by the URI of its document. */
  readonly #answers = new Map<string, AnswerDocument>();

  constructor(app: App, documents: ReadOnlyDocuments) {
    this.#app = app;
    this.#documents = documents;
    this.#lifetime.add(documents.registerReader(['schema', 'answer'], (address) => this.#read(address)));
    this.#lifetime.add(
      vscode.languages.registerCodeLensProvider([{ pattern: requests }, { pattern: answers }], {
        provideCodeLenses: (document) => this.#lenses(document),
      }),
    );
    this.#lifetime.add(
      vscode.window.tabGroups.onDidChangeTabs(async ({ closed }) => {
        if (app.scratch.all.length > 0 && closed.length > 0) (await scratchRequests()).discardScratch(app, closed);
      }),
    );
    this.#lifetime.add(vscode.workspace.onDidCloseTextDocument(({ uri }) => void this.#answers.delete(uri.toString())));
  }

  commands(): Pick<CommandHandlers, ApiCommand> {
    return {
      'dataModel.api.open': async (connection, row?: Row) =>
        (await load()).openRequest(this.#app, connection, row?.target.deploymentId),
      'dataModel.api.send': async (uri?: vscode.Uri) => {
        await this.#send(requestUri(uri));
      },
      'dataModel.api.sendNextPage': async (uri?: vscode.Uri) => {
        const answer = this.#answers.get(String(uri ?? vscode.window.activeTextEditor?.document.uri));
        if (!answer?.nextPage) throw new UserError(vscode.l10n.t('This is the last page.'));
        await (await load()).sendNextPage(this.#app, answer, this.#answers);
        this.#refresh(answer.request);
      },
      'dataModel.api.saveAs': async (uri?: vscode.Uri) => {
        const request = requestUri(uri);
        const saved = await (await scratchRequests()).saveRequest(this.#app, request);
        // The next page is asked for by the file.
        for (const answer of this.#answers.values()) {
          if (answer.request.toString() === request.toString()) answer.request = saved;
        }
      },
      'dataModel.api.history': async (uri?: vscode.Uri) => {
        const given = uri ?? vscode.window.activeTextEditor?.document.uri;
        const { openHistory } = await import('./earlierRequests.ts');
        const again = await openHistory(this.#app, given?.path.endsWith(requestEnd) ? given : undefined);
        if (again) await this.#send(again);
      },
      'dataModel.api.copyAsCurl': async (uri?: vscode.Uri) => (await load()).copyAsCurl(this.#app, requestUri(uri)),
    };
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  async #send(request: vscode.Uri): Promise<void> {
    await (await load()).sendRequest(this.#app, request, this.#answers);
    this.#refresh(request);
  }

  /** The document of an answer may already be open with the last answer. */
  #refresh(request: vscode.Uri): void {
    for (const [uri, answer] of this.#answers) {
      if (answer.request.toString() === request.toString()) this.#documents.refresh(vscode.Uri.parse(uri));
    }
  }

  async #read({ kind, path, parameters }: DocumentAddress): Promise<string> {
    if (kind === 'schema') return (await load()).readSchema(this.#app, parameters);
    if (parameters.earlier !== undefined) {
      return (await import('./earlierRequests.ts')).earlierAnswer(this.#app, parameters);
    }
    const answer = this.#answers.get(documentUri({ kind, path, parameters }).toString());
    return answer?.text ?? `// ${vscode.l10n.t('Send the request again to see its answer.')}\n`;
  }

  #lenses(document: vscode.TextDocument): vscode.CodeLens[] {
    const { l10n } = vscode;
    const { uri } = document;
    const lens = (at: vscode.Position, title: string, command: CommandId, argument: unknown = uri) =>
      new vscode.CodeLens(new vscode.Range(at, at), { title, command, arguments: [argument] });
    if (uri.path.endsWith('.answer.jsonc')) {
      const { nextPage, rejectedBy } = this.#answers.get(uri.toString()) ?? {};
      const top = new vscode.Position(0, 0);
      if (rejectedBy !== undefined) {
        const target = { connectionId: rejectedBy };
        return [lens(top, l10n.t('Sign In Again'), 'dataModel.connection.signInAgain', { target })];
      }
      return nextPage ? [lens(top, l10n.t('Next Page'), 'dataModel.api.sendNextPage')] : [];
    }
    const at = document.positionAt(Math.max(0, document.getText().search(/"operation"\s*:/)));
    return [
      lens(at, `$(play)\u00a0${l10n.t('Send')}`, 'dataModel.api.send'),
      lens(at, l10n.t('Copy as curl'), 'dataModel.api.copyAsCurl'),
    ];
  }
}

function scratchRequests() {
  return import('./scratchRequests.ts');
}

function load() {
  return import('./apiRequests.ts');
}

/** @throws UserError if the active editor shows no request */
function requestUri(uri: vscode.Uri | undefined): vscode.Uri {
  const request = uri ?? vscode.window.activeTextEditor?.document.uri;
  if (request?.path.endsWith(requestEnd)) return request;
  throw new UserError(vscode.l10n.t('The active editor shows no API request.'), {
    action: vscode.l10n.t('Run “Open API Request” first.'),
  });
}
