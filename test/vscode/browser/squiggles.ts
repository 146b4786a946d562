/** Reads the underlined texts from the screen. */

import type { Locator } from 'playwright-core';

/** Returns the texts that the squiggles of a severity underline, top to bottom. */
export function readSquiggledTexts(editor: Locator, severity: string): Promise<string[]> {
  return editor.evaluate((root, kind) => {
    const marks = [...root.querySelectorAll(`.squiggly-${kind}`)].map((mark) => mark.getBoundingClientRect());
    const showText = 4;
    const found = marks.map((mark) => ({ top: mark.top, left: mark.left, text: '' }));
    for (const line of root.querySelectorAll('.view-line')) {
      const box = line.getBoundingClientRect();
      const here = marks.flatMap((mark, index) => (mark.bottom > box.top && mark.top < box.bottom ? [index] : []));
      if (here.length === 0) continue;
      const walker = root.ownerDocument.createTreeWalker(line, showText);
      const range = root.ownerDocument.createRange();
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        for (let at = 0; at < (node.textContent ?? '').length; at += 1) {
          range.setStart(node, at);
          range.setEnd(node, at + 1);
          const character = range.getBoundingClientRect();
          const centre = (character.left + character.right) / 2;
          for (const index of here) {
            const mark = marks[index]!;
            if (centre > mark.left && centre < mark.right) found[index]!.text += range.toString();
          }
        }
      }
    }
    return found.sort((a, b) => a.top - b.top || a.left - b.left).map(({ text }) => text.replaceAll('\u00a0', ' '));
  }, severity);
}
