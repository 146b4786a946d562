/** A VS Code window in a browser, used as a user does. */

import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { FrameLocator, Locator, Page } from 'playwright-core';
import { waitFor } from '../../run/waitFor.ts';
import { artifacts } from '../locations.ts';
import { readSquiggledTexts } from './squiggles.ts';

export interface ProblemRow {
  severity: string;
  message: string;
  file: string;
  /** 1-based, as the panel shows them. */
  line: number;
  column: number;
}

/** The part of the window to search: the side bar, the panel below the editor, or all of it. */
export type Part = 'sidebar' | 'panel' | 'window';

const partSelectors: Record<Part, string> = {
  sidebar: '.part.sidebar',
  panel: '.part.panel',
  window: '.monaco-workbench',
};

/** The files of the built-in color themes; the window has a class with the name. */
const themeFiles = { 'Light Modern': 'light_modern', 'Dark Modern': 'dark_modern', 'Dark High Contrast': 'hc_black' };

export class Workbench {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** Loads the address of a window and waits until it can be used. */
  async open(url: string): Promise<void> {
    await this.page.goto(url);
    await this.#ready();
  }

  async reload(): Promise<void> {
    await this.page.reload();
    await this.#ready();
  }

  /** The input at the top of the window: command palette, quick pick or input box. */
  get quickInput(): Locator {
    return this.page.locator('.quick-input-widget:visible');
  }

  get quickInputBox(): Locator {
    return this.quickInput.locator('.quick-input-box input');
  }

  quickInputRow(text: string | RegExp): Locator {
    return this.quickInput.locator('.quick-input-list .monaco-list-row').filter({ hasText: text });
  }

  /** Runs a command by the title that the palette shows, with its category: `Data Model: Commit…`. */
  async runCommand(title: string): Promise<void> {
    await this.#palette(`>${title}`);
    const row = this.quickInput.getByRole('option', { name: new RegExp(`^${escaped(title)}(,|$)`) }).first();
    await row.click();
  }

  /** Selects a row of the open quick pick, or of the next one. */
  async pickRow(text: string | RegExp): Promise<void> {
    await this.quickInputRow(text).first().click();
  }

  /** Types into the open input box, or into the next one, and confirms. */
  async typeAnswer(text: string): Promise<void> {
    await this.quickInputBox.fill(text);
    await this.page.keyboard.press('Enter');
  }

  async openFile(name: string): Promise<void> {
    const base = path.posix.basename(name);
    // The list is read when it opens, and a new file may be missing in it.
    for (let attempt = 1; ; attempt += 1) {
      await this.#palette(name);
      try {
        await this.quickInputRow(base).first().click({ timeout: 5_000 });
        break;
      } catch (failure) {
        if (attempt === 5) throw failure;
        await this.page.keyboard.press('Escape');
      }
    }
    await this.tab(base).waitFor();
    // The tab is shown before the editor, and “go to line” needs the editor.
    await this.page.locator(`.editor-group-container.active .monaco-editor[data-uri$="/${base}"]`).waitFor();
  }

  tab(name: string): Locator {
    return this.page.locator(`.tab.active[data-resource-name="${name}"]`);
  }

  /** The active editor. */
  get editor(): Locator {
    return this.page.locator('.editor-group-container.active .monaco-editor[role=code]').first();
  }

  /** Moves the cursor of the active editor; 1-based. */
  async moveCursorTo(line: number, column: number): Promise<void> {
    await this.#palette(`:${line}:${column}`);
    await this.#confirm();
  }

  /** Selects a color theme and waits until the window shows it. */
  async setTheme(name: keyof typeof themeFiles): Promise<void> {
    await this.runCommand('Preferences: Color Theme');
    await this.quickInputBox.fill(name);
    // Enter accepts the focused theme, which is the current one until the list is filtered.
    await this.quickInput.locator('.monaco-list-row.focused').filter({ hasText: name }).waitFor();
    await this.#confirm();
    await this.page.locator(`.monaco-workbench[class*="-themes-${themeFiles[name]}-json"]`).waitFor();
  }

  /** Selects `length` characters of the active editor and types `text` over them; 1-based. */
  async replace(line: number, column: number, length: number, text: string): Promise<void> {
    await this.moveCursorTo(line, column);
    for (let step = 0; step < length; step += 1) await this.page.keyboard.press('Shift+ArrowRight');
    if (text === '') await this.page.keyboard.press('Delete');
    else await this.page.keyboard.insertText(text);
  }

  async save(): Promise<void> {
    await this.page.keyboard.press('Control+s');
    await this.page.locator('.editor-group-container.active .tab.active:not(.dirty)').waitFor();
  }

  /** The text of the editor's visible lines. */
  async editorLines(): Promise<string[]> {
    await this.editor.locator('.view-line').first().waitFor();
    const lines = await this.editor
      .locator('.view-line')
      .evaluateAll((elements) =>
        elements
          .map((element) => ({ top: Number.parseFloat(element.style.top), text: element.textContent ?? '' }))
          .sort((a, b) => a.top - b.top),
      );
    return lines.map(({ text }) => text.replaceAll('\u00a0', ' '));
  }

  /** The text under each squiggle of a severity in the active editor. */
  squiggles(severity: 'error' | 'warning' | 'info' = 'error'): Promise<string[]> {
    return readSquiggledTexts(this.editor, severity);
  }

  /** Waits for the first squiggle of a severity. */
  async waitForSquiggle(severity: 'error' | 'warning' | 'info' = 'error'): Promise<void> {
    await this.editor.locator(`.squiggly-${severity}`).first().waitFor();
  }

  async waitForNoSquiggle(severity: 'error' | 'warning' | 'info' = 'error'): Promise<void> {
    await this.editor.locator(`.squiggly-${severity}`).first().waitFor({ state: 'detached' });
  }

  /** Opens the Problems panel and reads its rows. */
  async problems(): Promise<ProblemRow[]> {
    await this.runCommand('Problems: Focus on Problems View');
    const panel = this.page.locator('.markers-panel');
    await panel.waitFor();
    const labels = await panel
      .locator('[role=treeitem]')
      .evaluateAll((rows) => rows.map((row) => row.getAttribute('aria-label') ?? ''));
    return readProblems(labels);
  }

  /** Shows a view container by the title in the activity bar. */
  async openContainer(title: string): Promise<void> {
    const action = this.page.locator(`.activitybar .action-item:has(a.action-label[aria-label^="${title}"])`);
    await action.waitFor();
    if (!(await action.getAttribute('class'))?.includes('checked')) await action.locator('a.action-label').click();
    await this.page.locator('.part.sidebar .title-label', { hasText: title }).waitFor();
  }

  row(text: string | RegExp, part: Part = 'sidebar'): Locator {
    return this.page.locator(`${partSelectors[part]} [role=treeitem]`).filter({ hasText: text }).first();
  }

  /** Expands a row of a tree. Rows that arrive at the moment of a click move the others, so that it may hit one of them. */
  async expand(row: Locator): Promise<void> {
    await this.#clickUntil(row, row.locator('.monaco-tl-twistie'), true);
  }

  /** Expands or collapses a view of the side bar. A click while the views move to their places has no effect. */
  async expandView(title: string, expanded = true): Promise<void> {
    const header = this.page.getByRole('button', { name: `${title} Section` });
    await this.#clickUntil(header, header, expanded);
  }

  /** Clicks until `element` is expanded, or collapsed. */
  async #clickUntil(element: Locator, target: Locator, expanded: boolean): Promise<void> {
    await element.waitFor();
    const reached = element.and(this.page.locator(`[aria-expanded=${expanded}]`));
    await waitFor(`${element} is ${expanded ? 'expanded' : 'collapsed'}`, async () => {
      if ((await reached.count()) > 0) return true;
      await target.click();
      return reached.waitFor({ timeout: 2_000 }).then(
        () => true,
        () => false,
      );
    });
  }

  /** Clicks an icon that a row shows under the pointer. */
  async rowAction(row: Locator, label: string): Promise<void> {
    await row.hover();
    await row.locator(`a.action-label[aria-label^="${label}"]`).click();
  }

  /** Opens the context menu of a row and runs one of its items. */
  async runMenuItem(row: Locator, item: string): Promise<void> {
    await waitUntilStill(row);
    await row.click({ button: 'right' });
    const menuItem = this.page.locator('.monaco-menu').getByRole('menuitem', { name: item }).first();
    await menuItem.waitFor();
    // A menu ignores clicks for 100 ms. A second click could run the command twice, so wait in the page, whose timers are in order.
    await this.page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 200)));
    await menuItem.click();
    await menuItem.waitFor({ state: 'hidden' });
  }

  /** A button in the welcome text of a view. */
  welcomeButton(text: string): Locator {
    return this.page.locator('.welcome-view .monaco-button', { hasText: text });
  }

  statusItem(text: string | RegExp): Locator {
    return this.page.locator('.part.statusbar .statusbar-item').filter({ hasText: text }).first();
  }

  notificationItem(text: string | RegExp): Locator {
    return this.page.locator('.notifications-toasts .notification-list-item').filter({ hasText: text }).first();
  }

  async closeNotification(item: Locator): Promise<void> {
    await item.hover();
    await item.locator('.codicon-notifications-clear').click();
    await item.waitFor({ state: 'hidden' });
  }

  /** The messages of all notifications that are on the screen. */
  async notifications(): Promise<string[]> {
    return this.page.locator('.notifications-toasts .notification-list-item-message').allInnerTexts();
  }

  async answerNotification(text: string | RegExp, button: string): Promise<void> {
    await this.notificationItem(text).locator('.monaco-button', { hasText: button }).click();
  }

  get dialog(): Locator {
    return this.page.locator('.monaco-dialog-box');
  }

  async answerDialog(button: string): Promise<void> {
    await this.dialog.locator('.monaco-button', { hasText: button }).click();
    await this.dialog.waitFor({ state: 'hidden' });
  }

  /** The content of the webview on the screen. */
  get webview(): FrameLocator {
    return this.page.frameLocator('iframe.webview.ready').frameLocator('iframe#active-frame');
  }

  /** Saves a screenshot of the window among the artifacts of the person suite. */
  async screenshot(name: string): Promise<void> {
    const file = path.join(artifacts, 'person', `${name}.png`);
    await mkdir(path.dirname(file), { recursive: true });
    await this.page.screenshot({ path: file, animations: 'disabled' });
  }

  /** Presses Enter until the input closes, because Enter does nothing before the window has processed the typed text. */
  async #confirm(): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      await this.quickInputBox.press('Enter');
      try {
        await this.quickInput.waitFor({ state: 'hidden', timeout: 5_000 });
        return;
      } catch (failure) {
        if (attempt === 5) throw failure;
      }
    }
  }

  async #ready(): Promise<void> {
    await this.page.locator('.monaco-workbench .part.statusbar').waitFor();
    await this.page.locator('.monaco-workbench .part.editor').waitFor();
  }

  /** Opens the palette with this text. Tries again when something else takes the focus. */
  async #palette(text: string): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      await this.page.keyboard.press('F1');
      try {
        await this.quickInputBox.waitFor({ timeout: 5_000 });
        await this.quickInputBox.fill(text, { timeout: 5_000 });
        return;
      } catch (failure) {
        if (attempt === 5) throw failure;
      }
    }
  }
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** Reads the panel's labels: a file, then each of its problems, such as `Error: … at line 6 and character 15.` */
function readProblems(labels: readonly string[]): ProblemRow[] {
  const rows: ProblemRow[] = [];
  let file = '';
  for (const label of labels) {
    const problem = /^(\w+): (.*) at line (\d+) and character (\d+)/s.exec(label);
    const [, severity, message, line, column] = problem ?? [];
    if (problem)
      rows.push({ severity: severity!, message: message!, file, line: Number(line), column: Number(column) });
    else file = /^\d+ problems? in file (.*?) of folder (.*)$/.exec(label)?.slice(1).reverse().join('/') ?? file;
  }
  return rows;
}

/** Waits until a row keeps its position, because a tree that reloads moves its rows under the pointer. */
async function waitUntilStill(row: Locator): Promise<void> {
  let before = await row.boundingBox();
  await waitFor('the row keeps its position', async () => {
    await pause(250);
    const now = await row.boundingBox();
    const isStill = now !== null && before !== null && now.x === before.x && now.y === before.y;
    before = now;
    return isStill;
  });
}
