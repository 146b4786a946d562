/** VS Code in a browser with the packaged extension and a folder: what each scenario starts with. */

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { BrowserContext } from 'playwright-core';
import { waitFor } from '../run/waitFor.ts';
import { openWindowPage } from '../vscode/browser/browser.ts';
import { savePicture } from '../vscode/browser/pictures.ts';
import { Workbench } from '../vscode/browser/workbench.ts';
import { startServer, type VsCodeServer } from '../vscode/editor/vsCodeServer.ts';
import { vsix } from '../vscode/locations.ts';
import { bindFolder, type RunningPlatform, startPlatform } from '../vscode/platform.ts';
import { type TemporaryFolder, temporaryFolder } from '../vscode/process/temporaryFolder.ts';
import { writeModel } from '../vscode/writeModel.ts';

const testSettings = {
  // While rows load, another one arrives under the pointer: its tooltip would cover the row to click for as long as the pointer is there.
  'workbench.hover.delay': 1_000_000,
  // Typed fast, the word itself is suggested at times. Tab then accepts it, and does not go to the next placeholder.
  'editor.wordBasedSuggestions': 'off',
};

export interface EditorSessionOptions {
  /** Starts the emulator, writes its model into the folder, binds the folder and gives the editor the key. */
  platform?: boolean;
  /** Path below the folder: the model is written there, and the folder is not bound. */
  unboundProject?: string;
  /** Fills the folder before the window opens. */
  prepare?(folder: string): Promise<void>;
  /** Options of the emulator's command line. */
  platformOptions?: readonly string[];
  settings?: Record<string, unknown>;
  /** The display language; English without it. VS Code's own texts stay English. */
  language?: string;
  /** The editor that `npm start` opens, instead of the small one of tests. */
  full?: boolean;
}

export interface EditorSession {
  readonly workbench: Workbench;
  /** The folder that is open in the window. */
  readonly folder: string;
  /** Defined when the options ask for it. */
  readonly platform: RunningPlatform | undefined;
  /** The git repositories that the platform can connect to, as `owner/name.git`. */
  readonly repositories: string;
  /** Opens the same folder in a second page of the same editor. */
  readonly windowUrl: string;
  /** Addresses outside this machine that the window requested. */
  readonly externalRequests: readonly string[];
  /** The end of the output of VS Code's server. */
  serverLog(): string;
  /** Opens a file of the folder and moves the cursor to a text, which occurs once. */
  goTo(file: string, text: string): Promise<void>;
  /** Opens a file of the folder and types `to` over `from`, which occurs once. Does not save. */
  change(file: string, from: string, to: string): Promise<void>;
  close(): Promise<void>;
}

/** The position of a text that occurs once; 1-based. */
export async function findPosition(file: string, text: string): Promise<{ line: number; column: number }> {
  const content = await readFile(file, 'utf8');
  const at = content.indexOf(text);
  if (at < 0 || content.includes(text, at + 1)) throw new Error(`“${text}” must occur in ${file} exactly once`);
  const before = content.slice(0, at).split('\n');
  return { line: before.length, column: before.at(-1)!.length + 1 };
}

/** Resolves when the window can be used. */
async function startEditorSession({
  platform: withPlatform = false,
  unboundProject,
  prepare,
  platformOptions = [],
  settings = {},
  language,
  full = false,
}: EditorSessionOptions = {}): Promise<EditorSession> {
  let folder: TemporaryFolder | undefined;
  let repositories: TemporaryFolder | undefined;
  let platform: RunningPlatform | undefined;
  let server: VsCodeServer | undefined;
  let context: BrowserContext | undefined;
  const close = async () => {
    await context?.close();
    await Promise.all([server?.stop(), platform?.stop()]);
    folder?.remove();
    repositories?.remove();
  };
  try {
    folder = temporaryFolder('session');
    const root = folder.path;
    await prepare?.(root);
    repositories = temporaryFolder('repositories');
    if (withPlatform) platform = await startPlatform(['--repositories', repositories.path, ...platformOptions]);
    const { env = {} } = platform ?? {};
    [server] = await Promise.all([
      startServer({ extensions: [vsix], settings: { ...testSettings, ...settings }, language, full, env }),
      platform &&
        writeModel(path.join(root, unboundProject ?? ''), platform).then(() =>
          unboundProject === undefined ? bindFolder(root, platform!) : undefined,
        ),
    ]);
    const { page, externalRequests } = await openWindowPage();
    context = page.context();
    const workbench = new Workbench(page);
    const windowUrl = server.windowUrl({ open: root });
    await workbench.open(windowUrl);
    const serverLog = () => server?.log() ?? '';
    const goTo = async (file: string, text: string) => {
      const { line, column } = await findPosition(path.join(root, file), text);
      await workbench.openFile(file);
      await workbench.moveCursorTo(line, column);
    };
    const change = async (file: string, from: string, to: string) => {
      const { line, column } = await findPosition(path.join(root, file), from);
      await workbench.openFile(file);
      await workbench.replace(line, column, from.length, to);
    };
    const serving = { platform, repositories: repositories.path, windowUrl, serverLog };
    return { workbench, folder: root, ...serving, externalRequests, goTo, change, close };
  } catch (failure) {
    await close();
    throw failure;
  }
}

/** Saves a screenshot if the test failed. */
function saveFailedTest(test: Mocha.Test | undefined, session: EditorSession | undefined): Promise<void> | undefined {
  if (test?.state !== 'failed' || !session) return undefined;
  const name = test.fullTitle().replaceAll(/\W+/g, '-').slice(0, 80);
  return savePicture(session.workbench.page, `failed-${name}`).catch(() => {});
}

/** Starts a session before the tests of this `describe` and closes it after them. The returned function gives it to the tests. */
export function useEditorSession(options: EditorSessionOptions = {}): () => EditorSession {
  let session: EditorSession | undefined;
  before(async () => {
    session = await startEditorSession(options);
  });
  afterEach(function () {
    return saveFailedTest(this.currentTest, session);
  });
  after(async () => {
    await session?.close();
  });
  return () => {
    if (!session) throw new Error('The editor session has not started yet');
    return session;
  };
}

/** Closes all editors, without saving, and the panel. */
async function clearWindow(workbench: Workbench): Promise<void> {
  const { page, dialog } = workbench;
  await workbench.runCommand('View: Close All Editors');
  const discard = dialog.getByRole('button', { name: "Don't Save" });
  await waitFor('all editors are closed', async () => {
    if (await discard.isVisible()) await discard.click();
    return (await page.locator('.part.editor .tab').count()) === 0;
  });
  if (await page.locator('.part.panel').isVisible()) await workbench.runCommand('View: Hide Panel');
}

let shared: EditorSession | undefined;

export async function closeSharedSession(): Promise<void> {
  await shared?.close();
  shared = undefined;
}

/**
 * One session for many files, because the start of a window takes more time than most of their tests: its platform is the sample,
 * and each `describe` starts without editors and without a panel. Each leaves what the next one needs; after a failure the next one
 * starts a new session.
 */
export function useSharedSession(): () => EditorSession {
  before(async () => {
    if (shared) await clearWindow(shared.workbench);
    else shared = await startEditorSession({ platform: true });
  });
  afterEach(function () {
    return saveFailedTest(this.currentTest, shared);
  });
  after(async function () {
    if (!this.test?.parent?.tests.every(({ state }) => state === 'passed')) await closeSharedSession();
  });
  return () => {
    if (!shared) throw new Error('The editor session has not started yet');
    return shared;
  };
}
