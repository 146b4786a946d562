/** A bar above a panel that makes it higher or lower, by the pointer and by the arrow keys. */

import { element, setAttribute } from '../../../base/browser/dom.ts';

const least = 120;
const stepPx = 24;

/** @param panel ends at the bottom of the page; what lies above it keeps some room. */
export function makeResizeHandle(label: string, panel: () => HTMLElement): HTMLElement {
  const grip = element('div', {
    class: 'grip',
    role: 'separator',
    'aria-orientation': 'horizontal',
    'aria-label': label,
    title: label,
    tabindex: 0,
  });
  const most = () => Math.max(least, window.innerHeight - 160);
  const resize = (height: number) => {
    const bounded = Math.round(Math.max(least, Math.min(height, most())));
    panel().style.height = `${bounded}px`;
    setAttribute(grip, 'aria-valuenow', bounded);
    setAttribute(grip, 'aria-valuemin', least);
    setAttribute(grip, 'aria-valuemax', most());
  };
  grip.addEventListener('pointerdown', (event) => {
    grip.setPointerCapture(event.pointerId);
    const from = event.clientY + panel().offsetHeight;
    const move = ({ clientY }: PointerEvent) => resize(from - clientY);
    grip.addEventListener('pointermove', move);
    grip.addEventListener('lostpointercapture', () => grip.removeEventListener('pointermove', move), { once: true });
  });
  grip.addEventListener('keydown', (event) => {
    const by = { ArrowUp: stepPx, ArrowDown: -stepPx }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    resize(panel().offsetHeight + by);
  });
  return grip;
}
