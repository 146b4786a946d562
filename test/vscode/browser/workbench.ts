/** A VS Code window in a browser, used as a user does. */

import assert from 'node:assert/strict';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { FrameLocator, Locator, Page } from 'playwright-core';
import { waitFor } from '../../run/waitFor.ts';
import { appears, succeeds } from './attempts.ts';
import { takePicture, takesPictures } from './pictures.ts';
import { type ProblemRow, readProblemRows } from './problemRows.ts';
import { clickMenuItem, clickRowAction, runOnRow } from './rowCommands.ts';
import { readSquiggledTexts } from './squiggles.ts';

/** The part of the window to search: the side bar, the panel below the editor, or all of it. */
export type Part = 'sidebar' | 'panel' | 'window';

const partSelectors: Record<Part, string> = {
  sidebar: '.part.sidebar',
  panel: '.part.panel',
  window: '.monaco-workbench',
};

/** The files of the built-in color themes; the window has a class with the name. */
const themeFiles = { 'Light Modern': 'light_modern', 'Dark Modern': 'dark_modern', 'Dark High Contrast': 'hc_black' };
type Theme = keyof typeof themeFiles;

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
    const row = this.quickInput.getByRole('option', { name: new RegExp(`^${escaped(title)}(,|$)`) }).first();
    await this.#pickInPalette(`>${title}`, row);
  }

  /** Selects a row of the open quick pick, or of the next one. */
  async pickRow(text: string | RegExp): Promise<void> {
    await this.quickInputRow(text).first().click();
  }

  /** Types into the open input box, or into the next one, and confirms. A list that is still open before it is left alone. */
  async typeAnswer(text: string): Promise<void> {
    await this.quickInput.locator('.quick-input-list').waitFor({ state: 'hidden' });
    await this.quickInputBox.fill(text);
    await this.quickInputBox.press('Enter');
  }

  async openFile(name: string): Promise<void> {
    const base = path.posix.basename(name);
    await this.#pickInPalette(name, this.quickInputRow(base).first());
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
    const place = this.quickInput.locator('.monaco-list-row').filter({ hasText: /line/i }).first();
    for (let attempt = 1; ; attempt += 1) {
      await this.#palette(`:${line}:${column}`);
      // The list closes when an editor that opens takes the focus, which would get the key instead.
      if (attempt === 5 || (await appears(place, 5_000))) break;
    }
    await this.#confirm();
  }

  /** Selects the color theme of the next pictures if pictures are taken. */
  async setPictureTheme(name: Theme): Promise<void> {
    if (takesPictures) await this.setTheme(name);
  }

  /** Selects a color theme and waits until the window shows it. */
  async setTheme(name: Theme): Promise<void> {
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

  /** Waits until the errors, or the warnings, of the active editor underline these texts, top to bottom. */
  async waitForSquiggles(texts: readonly string[], severity: 'error' | 'warning' = 'error'): Promise<void> {
    const read = () => readSquiggledTexts(this.editor, severity);
    const isShown = async () => isDeepStrictEqual(await read(), texts);
    await waitFor(`each ${severity} in the editor underlines one of ${JSON.stringify(texts)}`, isShown, read);
  }

  /** Opens the menu of quick fixes at the cursor, and waits for one. A tooltip or a new theme that appears at that moment closes it. */
  async showFix(title: string): Promise<Locator> {
    const fix = this.page.locator('.action-widget:not(.action-list-submenu-panel)').getByText(title);
    await waitFor(`the menu offers “${title}”`, async () => {
      await this.page.keyboard.press('Control+.');
      return appears(fix, 5_000);
    });
    return fix;
  }

  /** Waits for the first error that the active editor underlines. */
  async waitForSquiggle(): Promise<void> {
    await this.editor.locator('.squiggly-error').first().waitFor();
  }

  /** Opens the Problems panel and waits until it lists this number of problems. */
  async waitForProblems(count: number): Promise<ProblemRow[]> {
    await this.runCommand('Problems: Focus on Problems View');
    const panel = this.page.locator('.markers-panel');
    await panel.waitFor();
    let problems: ProblemRow[] = [];
    const isListed = async () => {
      problems = await readProblemRows(panel);
      return problems.length === count;
    };
    await waitFor(`the number of listed problems is ${count}`, isListed, () => problems);
    return problems;
  }

  /** Shows a view container by the title in the activity bar. */
  async openContainer(title: string): Promise<void> {
    const icon = this.page.locator(`.activitybar .action-item:has(a.action-label[aria-label^="${title}"])`);
    const heading = this.page.locator('.part.sidebar .title-label', { hasText: title });
    await icon.waitFor();
    await waitFor(`the side bar shows “${title}”`, async () => {
      if (await heading.isVisible()) return true;
      // Not the label, which a badge may cover. A second click would not close the side bar.
      await icon.click();
      return appears(heading);
    });
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
      return appears(reached);
    });
  }

  /** Clicks an icon that a row shows under the pointer, and waits until `effect` is visible. */
  rowAction(row: Locator, label: string, effect?: Locator): Promise<void> {
    return runOnRow(this, label, () => clickRowAction(row, label), effect);
  }

  /** Opens the context menu of a row and runs one of its items, and waits until `effect` is visible. */
  runMenuItem(row: Locator, item: string, effect?: Locator): Promise<void> {
    return runOnRow(this, item, () => clickMenuItem(this.page, row, item), effect);
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

  /** Fails when a message is on the screen. Progress may be shown until it ends. */
  async waitForNoNotification(): Promise<void> {
    const items = this.page.locator('.notifications-toasts .notification-list-item');
    // Only progress can be cancelled. Its bar stops before it disappears.
    const messages = items.filter({ hasNot: this.page.getByRole('button', { name: 'Cancel', exact: true }) });
    await waitFor('no progress is shown', async () => {
      assert.deepEqual(await messages.allInnerTexts(), []);
      return (await items.count()) === 0;
    });
  }

  async answerNotification(text: string | RegExp, button: string): Promise<void> {
    const item = this.notificationItem(text);
    // A click while the message moves to its place has no effect.
    await waitFor(`“${button}” closes its message`, async () => {
      if (!(await succeeds(item.locator('.monaco-button', { hasText: button }).click({ timeout: 10_000 }))))
        return false;
      return succeeds(item.waitFor({ state: 'hidden', timeout: 3_000 }));
    });
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

  /** Takes a picture of the window if pictures are taken. */
  screenshot(name: string): Promise<void> {
    return takePicture(this.page, name);
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

  /**
   * Opens the palette with this text and clicks a row. The list is read when it opens, so a new file or a command that just
   * became available may be missing until it is opened again.
   */
  async #pickInPalette(text: string, row: Locator): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      await this.#palette(text);
      try {
        await row.click({ timeout: 10_000 });
        return;
      } catch (failure) {
        if (attempt === 5) throw failure;
        await this.page.keyboard.press('Escape');
      }
    }
  }

  /** Opens the palette with this text. Tries again when something else takes the focus. */
  async #palette(text: string): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      await this.page.keyboard.press('F1');
      try {
        await this.quickInputBox.waitFor({ timeout: 5_000 });
        // Does not need the focus: typed text would go to what takes it at this moment.
        await this.quickInputBox.evaluate(
          (input, value) => {
            (input as unknown as { value: string }).value = value;
            input.dispatchEvent(new Event('input', { bubbles: true }));
          },
          text,
          { timeout: 5_000 },
        );
        await this.quickInputBox.focus({ timeout: 5_000 });
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
