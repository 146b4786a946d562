/** Shows the tests of models in the Test Explorer, if a project has some. Loads the rest with the first use. */

import * as vscode from 'vscode';
import { stackOf } from '../../base/errors.ts';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import { sessionErrors } from '../../session/errors.ts';
import type { BoundFolder, Folders } from '../../session/folders.ts';
import { watchDocuments } from '../folders/watchDocuments.ts';
import { testPattern } from '../manifest/ids.ts';
import type { App } from '../shell/app.ts';
import type { CommandHandlers } from '../shell/commandRunner.ts';
import { forEachItem } from '../shell/observe.ts';
import type { TestExplorer } from './testExplorer.ts';

export class ModelTests implements Disposable {
  readonly #app: App;
  readonly #allFolders: readonly Folders[];
  readonly #lifetime = new Lifetime();
  #controller: vscode.TestController | undefined;
  #explorer: Promise<TestExplorer> | undefined;

  constructor(app: App, allFolders: readonly Folders[]) {
    this.#app = app;
    this.#allFolders = allFolders;
    for (const folders of allFolders) {
      this.#lifetime.add(forEachItem(folders.list, (folder, whileBound) => this.#lookFor(folder, whileBound)));
    }
    this.#lifetime.add(vscode.workspace.onDidOpenTextDocument((document) => this.#opened(document)));
  }

  /** Lists the tests of all projects. */
  explorer(): Promise<TestExplorer> {
    const controller = this.#show();
    this.#explorer ??= import('./testExplorer.ts').then(({ TestExplorer }) =>
      this.#lifetime.add(new TestExplorer(this.#app, this.#allFolders, controller)),
    );
    return this.#explorer;
  }

  commands(): Pick<CommandHandlers, 'dataModel.tests.saveAndRun'> {
    return {
      // The argument is the message of a test.
      'dataModel.tests.saveAndRun': async (argument?: { test?: vscode.TestItem }) => {
        const test = argument?.test;
        const folder = test?.uri && this.#app.folders.of(test.uri.fsPath);
        if (!folder) throw sessionErrors.error('folder-not-bound');
        const { pushForRun } = await import('../sync/pendingFiles.ts');
        await pushForRun(this.#app, folder);
        await (await this.explorer()).run([test], new AbortController().signal);
      },
    };
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  #lookFor(folder: BoundFolder, whileBound: Lifetime): void {
    const { workspace } = vscode;
    const pattern = new vscode.RelativePattern(vscode.Uri.file(folder.binding.projectFolder), testPattern);
    const found = () => {
      if (!whileBound.disposed) this.#show();
    };
    whileBound.add(watchDocuments(folder, testPattern, () => [], found));
    workspace.findFiles(pattern, '**/node_modules/**', 1).then(
      ([first]) => first && found(),
      (failure) => this.#app.log.error(stackOf(failure)),
    );
    for (const document of workspace.textDocuments) this.#opened(document);
  }

  /** The tests of an open document get their buttons. */
  #opened(document: vscode.TextDocument): void {
    if (this.#explorer || !vscode.languages.match({ scheme: 'file', pattern: testPattern }, document)) return;
    if (!this.#allFolders.some((folders) => folders.of(document.uri.fsPath))) return;
    this.explorer().catch((failure) => this.#app.log.error(stackOf(failure)));
  }

  /** An empty controller would show an empty Testing view. */
  #show(): vscode.TestController {
    if (this.#controller) return this.#controller;
    const controller = this.#lifetime.add(
      vscode.tests.createTestController('dataModel.tests', vscode.l10n.t('Data Model')),
    );
    this.#controller = controller;
    controller.resolveHandler = async (item) => {
      if (!item) await (await this.explorer()).ready();
    };
    controller.refreshHandler = async () => (await this.explorer()).refresh();
    return controller;
  }
}
