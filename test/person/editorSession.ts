/** The stage of a story: a fresh VS Code with our packaged extension, a folder, a browser. Knows no story. */

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { launchBrowser, openPage } from '../vscode/browser/browser.ts';
import { Workbench } from '../vscode/browser/workbench.ts';
import { startServer, type VsCodeServer } from '../vscode/editor/vsCodeServer.ts';
import { vsix } from '../vscode/locations.ts';
import { bindFolder, type RunningPlatform, startPlatform } from '../vscode/platform.ts';
import { type TemporaryFolder, temporaryFolder } from '../vscode/process/temporaryFolder.ts';
import { writeModel } from '../vscode/writeModel.ts';

export interface EditorSessionOptions {
  /** Starts the emulator, writes its model into the folder, binds it and hands the editor the key. */
  platform?: boolean;
  settings?: Record<string, unknown>;
  /** The editor's server leads its windows to other servers of this machine. */
  proxy?: boolean;
}

export interface EditorSession {
  readonly workbench: Workbench;
  /** The folder that is open in the window. */
  readonly folder: string;
  /** Only where asked for. */
  readonly platform: RunningPlatform | undefined;
  /** The same folder in the same editor once more: same stored state, a page of its own. */
  readonly windowUrl: string;
  /** Addresses outside this machine that the window asked for. */
  readonly offSite: readonly string[];
  /** The last of what VS Code's server printed. */
  serverLog(): string;
  /** Opens a file of the folder and types `to` over the only place that says `from`; unsaved. */
  change(file: string, from: string, to: string): Promise<void>;
  /** Lets everything go. */
  close(): Promise<void>;
}

async function findPosition(file: string, text: string): Promise<{ line: number; column: number }> {
  const content = await readFile(file, 'utf8');
  const at = content.indexOf(text);
  if (at < 0 || content.includes(text, at + 1)) throw new Error(`“${text}” must stand in ${file} exactly once`);
  const before = content.slice(0, at).split('\n');
  return { line: before.length, column: before.at(-1)!.length + 1 };
}

/** Sets it; resolves when the window can be used. */
export async function startEditorSession({
  platform: withPlatform = false,
  settings = {},
  proxy = false,
}: EditorSessionOptions = {}): Promise<EditorSession> {
  let folder: TemporaryFolder | undefined;
  let platform: RunningPlatform | undefined;
  let server: VsCodeServer | undefined;
  let browser: Browser | undefined;
  const close = async () => {
    await browser?.close();
    await server?.stop();
    await platform?.stop();
    folder?.remove();
  };
  try {
    folder = temporaryFolder('story');
    if (withPlatform) {
      platform = await startPlatform();
      await writeModel(folder.path, platform);
      await bindFolder(folder.path, platform);
    }
    server = await startServer({ extensions: [vsix], settings, proxy, ...(platform ? { env: platform.env } : {}) });
    browser = await launchBrowser();
    const { page, externalRequests: offSite } = await openPage(browser);
    const workbench = new Workbench(page);
    const windowUrl = server.windowUrl({ open: folder.path });
    await workbench.open(windowUrl);
    const root = folder.path;
    const serverLog = () => server?.log() ?? '';
    const change = async (file: string, from: string, to: string) => {
      const { line, column } = await findPosition(path.join(root, file), from);
      await workbench.openFile(file);
      await workbench.replace(line, column, from.length, to);
    };
    return { workbench, folder: root, platform, windowUrl, offSite, serverLog, change, close };
  } catch (failure) {
    await close();
    throw failure;
  }
}

/**
 * Sets the stage before the tests of this `describe` and clears it after them; a failed test leaves a picture. The
 * returned function gives the stage, from the first test on.
 */
export function useEditorSession(options: EditorSessionOptions = {}): () => EditorSession {
  let stage: EditorSession | undefined;
  before(async function () {
    this.timeout(120_000);
    stage = await startEditorSession(options);
  });
  afterEach(async function () {
    if (this.currentTest?.state !== 'failed' || !stage) return;
    const name = this.currentTest.fullTitle().replaceAll(/\W+/g, '-').slice(0, 80);
    await stage.workbench.screenshot(`failed-${name}`).catch(() => {});
  });
  after(async function () {
    this.timeout(30_000);
    await stage?.close();
  });
  return () => {
    if (!stage) throw new Error('The stage is not set yet');
    return stage;
  };
}
