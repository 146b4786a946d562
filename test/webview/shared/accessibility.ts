/** The accessibility rules of WCAG 2.1, levels A and AA, checked by axe. */

import assert from 'node:assert/strict';
import axe, { type AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { takePicture } from '../../vscode/browser/pictures.ts';
import { painted } from '../dashboard/openedPages.ts';
import { type EditorTheme, editorThemes, showTheme } from './editorThemes.ts';

/** The frame of the preview shows a page of the platform, which is not checked. */
const options = {
  iframes: false,
  resultTypes: ['violations'],
  runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'] },
};

/** Checks what a page shows in every built-in theme, and takes a picture of each. */
export async function assertAccessible(page: Page, name: string): Promise<void> {
  await page.evaluate(axe.source);
  /** The themes of each violation. */
  const found = new Map<string, EditorTheme[]>();
  for (const theme of editorThemes) {
    await showTheme(page, theme);
    // The page draws charts and the map again when the theme changes.
    await painted(page);
    await takePicture(page, `page-${name}-${theme}`);
    const { violations } = (await page.evaluate(`axe.run(document, ${JSON.stringify(options)})`)) as AxeResults;
    for (const { id, nodes } of violations) {
      for (const { html, failureSummary = '' } of nodes) {
        const violation = [id, html.slice(0, 200), ...failureSummary.split('\n').slice(1)].join('\n  ');
        found.set(violation, [...(found.get(violation) ?? []), theme]);
      }
    }
  }
  const lines = [...found].map(([violation, themes]) => `${themes.join(', ')}: ${violation}`);
  assert.equal(lines.length, 0, `${name} violates:\n${lines.join('\n')}`);
}
