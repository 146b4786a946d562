/** The tests of all projects in the Test Explorer, and the ways to run them. */

import * as vscode from 'vscode';
import { isCancellation, stackOf } from '../../base/errors.ts';
import { Emitter, type Event } from '../../base/event.ts';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import type { Log } from '../../base/log.ts';
import type { BoundFolder, Folders } from '../../session/folders.ts';
import { followSaves } from '../folders/followSaves.ts';
import { ownerAmong } from '../language/languageFeatures.ts';
import type { App } from '../shell/app.ts';
import { forEachItem } from '../shell/observe.ts';
import { affectedTests } from './affectedTests.ts';
import { ModelCoverage } from './modelCoverage.ts';
import { ProjectTests } from './projectTests.ts';
import { runTestItems, type TestChoice } from './runTestItems.ts';

export class TestExplorer implements Disposable {
  readonly controller: vscode.TestController;
  readonly profiles: Readonly<Record<'run' | 'affected' | 'coverage', vscode.TestRunProfile>>;
  readonly #lifetime = new Lifetime();
  readonly #ran = this.#lifetime.add(new Emitter<void>());
  readonly #projects = new Set<ProjectTests>();

  constructor(app: App, allFolders: readonly Folders[], controller: vscode.TestController) {
    this.controller = controller;
    const ownerOf = ownerAmong(allFolders);
    for (const folders of allFolders) {
      this.#lifetime.add(
        forEachItem(folders.list, (folder, whileBound) => {
          const project = whileBound.add(new ProjectTests(folder, controller, ownerOf));
          this.#projects.add(project);
          this.#showNames();
          whileBound.onDispose(() => {
            this.#projects.delete(project);
            this.#showNames();
          });
        }),
      );
      // Another project may own some of the files now.
      this.#lifetime.add(folders.list.onChange(() => void this.refresh()));
    }
    const run = (request: vscode.TestRunRequest, token: vscode.CancellationToken, choice: TestChoice = {}) =>
      runTestItems({ app, controller, projects: [...this.#projects] }, request, token, choice).finally(() =>
        this.#ran.fire(),
      );
    const { Run, Coverage } = vscode.TestRunProfileKind;
    const profile = (
      label: string,
      kind: vscode.TestRunProfileKind,
      choice: TestChoice,
      isDefault: boolean,
    ): vscode.TestRunProfile => {
      const start = (request: vscode.TestRunRequest, token: vscode.CancellationToken) =>
        request.continuous
          ? runAfterSaves([...this.#projects], token, app.log, (signal, project) =>
              run(request, signal, { ...choice, only: project }),
            )
          : run(request, token, choice);
      return this.#lifetime.add(controller.createRunProfile(label, kind, start, isDefault, undefined, kind === Run));
    };
    const coverage = new ModelCoverage();
    const addCoverage: TestChoice = { onEnd: (testRun, project) => coverage.add(testRun, project) };
    this.profiles = {
      run: profile(vscode.l10n.t('Run'), Run, {}, true),
      affected: profile(vscode.l10n.t('Run Those Affected by My Changes'), Run, { filter: affectedTests }, false),
      coverage: profile(vscode.l10n.t('Run with Coverage'), Coverage, addCoverage, true),
    };
    this.profiles.coverage.loadDetailedCoverage = async (_run, file) => coverage.detailsOf(file);
  }

  /** After each run, also a cancelled one. */
  get onDidRun(): Event<void> {
    return this.#ran.event;
  }

  /** When all test documents are read. */
  async ready(): Promise<void> {
    await Promise.all([...this.#projects].map((project) => project.ready));
  }

  projectOf(folder: BoundFolder): ProjectTests | undefined {
    return [...this.#projects].find((project) => project.folder === folder);
  }

  /** Runs some tests. They are also shown in the Test Explorer. */
  async run(items: readonly vscode.TestItem[], signal: AbortSignal): Promise<void> {
    const cancel = new vscode.CancellationTokenSource();
    const onAbort = () => cancel.cancel();
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      const { run } = this.profiles;
      await run.runHandler(new vscode.TestRunRequest(items, [], run), cancel.token);
    } finally {
      signal.removeEventListener('abort', onAbort);
      cancel.dispose();
    }
  }

  async refresh(): Promise<void> {
    await Promise.all([...this.#projects].map((project) => project.refresh()));
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  #showNames(): void {
    for (const project of this.#projects) project.showName(this.#projects.size > 1);
  }
}

/**
 * Runs tests after each save, as soon as its branch is built, until `token` is cancelled. A run that has not ended when the next
 * build is ready is cancelled.
 */
function runAfterSaves(
  projects: readonly ProjectTests[],
  token: vscode.CancellationToken,
  log: Log,
  run: (token: vscode.CancellationToken, project: ProjectTests) => Promise<void>,
): void {
  const lifetime = new Lifetime();
  for (const project of projects) {
    let current: vscode.CancellationTokenSource | undefined;
    const cancel = () => {
      current?.cancel();
      current?.dispose();
    };
    lifetime.onDispose(cancel);
    lifetime.add(
      followSaves(project.folder, ({ kind }) => {
        if (kind !== 'refresh') return;
        cancel();
        current = new vscode.CancellationTokenSource();
        run(current.token, project).catch((failure) => {
          if (!isCancellation(failure)) log.error(stackOf(failure));
        });
      }),
    );
  }
  lifetime.add(token.onCancellationRequested(() => lifetime.dispose()));
}
