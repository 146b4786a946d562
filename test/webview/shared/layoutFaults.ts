/** Finds faults of a page's layout that a user sees at once: texts over each other, buttons with a broken label, cut-off content. */

import assert from 'node:assert/strict';
import type { Frame, Page } from 'playwright-core';

/** In the page: the visible pieces of text with their places. */
const faults = `(() => {
  const found = [];
  const pieces = [];
  const layerOf = (node) => {
    for (let one = node; one && one !== document.body; one = one.parentElement) {
      const { position, zIndex } = getComputedStyle(one);
      if ((position === 'absolute' || position === 'fixed' || position === 'sticky') && zIndex !== 'auto') return one;
    }
    return document.body;
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = walker.nextNode(); text; text = walker.nextNode()) {
    const parent = text.parentElement;
    if (!text.textContent.trim() || parent.closest('svg, option, script, style, title') || !parent.checkVisibility()) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    const button = parent.closest('button:not(.link)');
    const rects = [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1);
    if (button && new Set(rects.map(({ top }) => Math.round(top))).size > 1) found.push('wraps: ' + button.textContent.trim());
    for (const rect of rects) {
      let { left, right, top, bottom } = rect;
      // What the boxes around it cut off is not visible.
      for (let one = parent; one; one = one.parentElement) {
        const style = getComputedStyle(one);
        // Only for screen readers.
        if (style.clipPath !== 'none') right = left;
        if (style.overflowX === 'visible' && style.overflowY === 'visible') continue;
        const clip = one.getBoundingClientRect();
        [left, right] = [Math.max(left, clip.left), Math.min(right, clip.right)];
        [top, bottom] = [Math.max(top, clip.top), Math.min(bottom, clip.bottom)];
      }
      if (right - left > 1 && bottom - top > 1) pieces.push({ node: text, text: text.textContent.trim().slice(0, 40), left, right, top, bottom, layer: layerOf(parent) });
    }
  }
  for (const [at, one] of pieces.entries()) {
    if (one.right > innerWidth + 1) found.push('cut off: ' + one.text);
    for (const other of pieces.slice(at + 1)) {
      // A text that ends with an ellipsis has two places.
      if (one.layer !== other.layer || one.node === other.node) continue;
      const [x, y] = [Math.min(one.right, other.right) - Math.max(one.left, other.left), Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top)];
      if (x > 2 && y > 3) found.push('overlap: ' + one.text + ' | ' + other.text);
    }
  }
  const root = document.documentElement;
  if (root.scrollWidth > root.clientWidth) found.push('scrolls sideways: ' + root.scrollWidth + ' > ' + root.clientWidth);
  return found;
})()`;

export async function assertNoLayoutFaults(page: Page | Frame, name: string): Promise<void> {
  assert.deepEqual(await page.evaluate(faults), [], name);
}
