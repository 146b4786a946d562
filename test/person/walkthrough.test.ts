/**
 * A new user without a mouse goes through the walkthrough, in each display language: from an empty folder to a change in production.
 * In German, all texts of the extension are German, except those about the model: see CHANGELOG. VS Code's own texts stay English,
 * because its language pack comes from a marketplace.
 */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { waitFor } from '../run/waitFor.ts';
import { appears, succeeds } from '../vscode/browser/attempts.ts';
import { openByKeyboard, runByKeyboard, tabTo, waitForFocus } from '../vscode/browser/keyboard.ts';
import { repository } from '../vscode/locations.ts';
import { findPosition, useEditorSession } from './editorSession.ts';

type Texts = Readonly<Record<string, string>>;

function readTexts(file: string): Texts {
  return JSON.parse(readFileSync(path.join(repository, file), 'utf8')) as Texts;
}

const languages = [
  { name: 'English', manifest: readTexts('package.nls.json'), messages: {} as Texts },
  {
    name: 'German',
    language: 'de',
    manifest: readTexts('package.nls.de.json'),
    messages: readTexts('l10n/bundle.l10n.de.json'),
  },
];

const steps = ['connect', 'devMode', 'save', 'dashboard', 'promote'] as const;
type Step = (typeof steps)[number];

/** In the page: the texts that end with dots, because their lines are too long or too many. */
const cutTexts = `[...document.querySelectorAll('.gettingStartedDetailsContent *')]
  .filter((node) => {
    const { textOverflow, webkitLineClamp } = getComputedStyle(node);
    if (textOverflow === 'ellipsis' && node.scrollWidth > node.clientWidth) return true;
    return webkitLineClamp !== 'none' && node.scrollHeight > node.clientHeight + 1;
  })
  .map((node) => node.textContent)`;

/** More controls than a window has: Tab has gone around all of them. */
const around = 150;

for (const { name, language, manifest, messages } of languages) {
  describe(`the walkthrough by keyboard, in ${name}`, function () {
    // Each step needs the one before.
    this.bail(true);
    const session = useEditorSession({ language });
    const page = () => session().workbench.page;
    const message = (english: string, ...values: string[]) =>
      (messages[english] ?? english).replaceAll(/\{(\d)\}/g, (_, index) => values[Number(index)]!);
    const step = (id: Step) => page().locator(`.getting-started-step[data-step-id$="#start#${id}"]`);
    const webview = () =>
      page()
        .frameLocator('iframe.webview.ready[src*="extensionId=data-model-workbench"]')
        .frameLocator('iframe#active-frame');
    const openWalkthrough = () =>
      runByKeyboard(session().workbench, `${manifest.category}: ${manifest['command.walkthrough.open.title']}`);

    const expandedStep = async () => {
      const expanded = page().locator('.getting-started-step.expanded');
      const id = await expanded.getAttribute('data-step-id', { timeout: 1_000 }).catch(() => null);
      return steps.find((step) => id?.endsWith(`#${step}`));
    };
    const expandStep = async (id: Step) => {
      for (let at = await expandedStep(); at !== id; at = await expandedStep()) {
        const key = at !== undefined && steps.indexOf(at) > steps.indexOf(id) ? 'ArrowUp' : 'ArrowDown';
        await page().keyboard.press(key);
        await waitFor('the key goes to another step', async () => (await expandedStep()) !== at);
      }
    };
    /** Goes to the link in the text of a step that runs a command. When the page opens, it may go on to the next step by itself. */
    const goToLink = async (id: Step, command: string) => {
      const text = manifest[`walkthrough.${id}.description`]!;
      const label = new RegExp(`\\[([^\\]]+)\\]\\(command:${command}\\)`).exec(text)?.[1];
      const link = step(id).getByRole('button', { name: label!, exact: true });
      await waitFor(`the link “${label}” has the focus`, async () => {
        await openWalkthrough();
        await page().locator('.getting-started-step:focus').waitFor();
        await expandStep(id);
        return (await appears(link)) && succeeds(tabTo(link, around));
      });
    };
    const pressLink = async (id: Step, command: string) => {
      await goToLink(id, command);
      await page().keyboard.press('Enter');
    };
    /** Only then does the walkthrough have the focus again. */
    const closeInput = async () => {
      await page().keyboard.press('Escape');
      await session().workbench.quickInputBox.waitFor({ state: 'hidden' });
    };
    const waitUntilDone = (...ids: Step[]) =>
      waitFor(`the steps ${ids} are done`, async () => {
        const checked = await Promise.all(ids.map((id) => step(id).getAttribute('aria-checked')));
        return checked.every((value) => value === 'true');
      });

    it('opens from the palette, with texts that are not cut', async () => {
      await openWalkthrough();
      await waitForFocus(step('connect'));
      const titles = await page().locator('.getting-started-step .step-title').allInnerTexts();
      assert.deepEqual(
        titles,
        steps.map((id) => manifest[`walkthrough.${id}.title`]),
      );
      assert.deepEqual(await page().evaluate(cutTexts), []);
      await session().workbench.screenshot(`walkthrough-1-opened-${name}`);
    });

    it('connects to a platform, or starts the emulator and opens a dev branch', async () => {
      const { workbench } = session();
      await pressLink('connect', 'dataModel.connection.add');
      await workbench.quickInputBox.waitFor();
      await closeInput();
      await pressLink('connect', 'dataModel.emulator.start');
      await waitForFocus(workbench.dialog.getByRole('button', { name: message('Pull'), exact: true }));
      await workbench.screenshot(`walkthrough-2-plan-${name}`);
      await page().keyboard.press('Enter');
      await workbench.tab('orders.yml').waitFor();
      await workbench.statusItem(message('built')).waitFor();
      await workbench.screenshot(`walkthrough-3-dev-mode-${name}`);
      await pressLink('devMode', 'dataModel.branch.openDevMode');
      await workbench.quickInputRow('main').first().waitFor();
      await closeInput();
      await waitUntilDone('connect', 'devMode');
    });

    it('shows an error where it occurs, until it is corrected', async () => {
      const { workbench, folder } = session();
      const { keyboard } = page();
      const cube = path.join(folder, 'model/cubes/orders.yml');
      const title = await findPosition(cube, 'title: Orders');
      await openByKeyboard(workbench, 'orders.yml', title.line, title.column);
      await keyboard.press('End');
      await keyboard.type(' of the shop');
      await workbench.save();
      const { line, column } = await findPosition(cube, '{completed_count}');
      await openByKeyboard(workbench, 'orders.yml', line, column + 1);
      await keyboard.type('x');
      await workbench.save();
      await workbench.waitForSquiggles(['xcompleted_count']);
      await workbench.screenshot(`walkthrough-4-error-${name}`);
      await keyboard.press('Escape');
      await keyboard.press('Backspace');
      await workbench.save();
      await workbench.waitForSquiggles([]);
      assert.match(readFileSync(cube, 'utf8'), /title: Orders of the shop\n[\s\S]*\{completed_count\}/);
      await pressLink('save', 'workbench.actions.view.problems');
      await waitForFocus(page().locator('.markers-panel .message-box-container'));
      await pressLink('save', 'workbench.view.testing.focus');
      await page().locator('.test-explorer .monaco-list-row').first().waitFor();
      await waitUntilDone('save');
    });

    it('previews the dashboard, whose controls are reached', async () => {
      const { workbench } = session();
      const filters = webview().getByRole('button', { name: message('Filters'), exact: true });
      await pressLink('dashboard', 'dataModel.dashboard.open');
      await filters.waitFor();
      await waitUntilDone('dashboard');
      await page().keyboard.press('Control+2');
      await tabTo(filters, around);
      await page().keyboard.press('Enter');
      await webview()
        .getByRole('dialog', { name: message('Filters') })
        .waitFor();
      await workbench.screenshot(`walkthrough-5-preview-${name}`);
      await page().keyboard.press('Escape');
      await waitForFocus(filters);
    });

    it('reviews the change and merges it', async () => {
      const { workbench } = session();
      const { keyboard } = page();
      await runByKeyboard(workbench, 'View: Close All Editors');
      await page().locator('.part.editor .tab').first().waitFor({ state: 'detached' });
      await pressLink('promote', 'dataModel.branch.mergeToProduction');
      const button = (english: string) => webview().getByRole('button', { name: message(english), exact: true });
      const changed = webview().getByRole('button', { name: 'model/cubes/orders.yml', exact: true });
      await waitFor('the branch is built and compared', async () => {
        if (await appears(changed, 10_000)) return true;
        await tabTo(button('Refresh'), around);
        await keyboard.press('Enter');
        return false;
      });
      await workbench.screenshot(`walkthrough-6-review-${name}`);
      const confirmation = webview().getByRole('checkbox', {
        name: message('Change {0}, the production branch of “{1}”', 'main', 'Sample shop'),
      });
      const merge = async () => {
        if (!(await confirmation.isChecked({ timeout: 5_000 }))) {
          await tabTo(confirmation, around);
          await keyboard.press('Space');
        }
        await tabTo(button('Merge to Production'), around);
        await keyboard.press('Enter');
      };
      const built = webview()
        .getByRole('status')
        .getByText(message('Production build of “{0}”: {1}', 'Sample shop', message('built')));
      // The page ignores the button while it reviews again, as after a build, and removes it after the merge.
      await waitFor('the change is merged and built', async () => {
        if (await button('Merge to Production').isVisible()) await succeeds(merge());
        return appears(built, 20_000);
      });
      await workbench.screenshot(`walkthrough-7-merged-${name}`);
      await openWalkthrough();
      await waitUntilDone(...steps);
      await workbench.waitForNoNotification();
    });
  });
}
