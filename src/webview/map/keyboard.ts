/** The keyboard on the map. */

import type { MapCanvas } from './mapCanvas.ts';
import { isArrowKey, nextBox } from './nextBox.ts';
import type { PointerActions } from './pointer.ts';

/** Pixels of one step with Shift. */
const step = 80;

export function listenToKeyboard(canvas: MapCanvas, actions: PointerActions): void {
  canvas.svg.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (handle(canvas, actions, event)) event.preventDefault();
  });
}

function handle(canvas: MapCanvas, actions: PointerActions, { key, shiftKey }: KeyboardEvent): boolean {
  const { focused, viewport } = canvas;
  if (isArrowKey(key)) {
    if (shiftKey) {
      const sign = key === 'ArrowLeft' || key === 'ArrowUp' ? step : -step;
      const isSideways = key === 'ArrowLeft' || key === 'ArrowRight';
      viewport.pan(isSideways ? sign : 0, isSideways ? 0 : sign);
      canvas.refresh();
    } else if (focused !== undefined) moveFocus(canvas, focused, key);
    actions.moved();
    return true;
  }
  switch (key) {
    case '+':
    case '=':
    case '-':
      viewport.zoom(key === '-' ? 1 / 1.25 : 1.25);
      canvas.refresh();
      actions.moved();
      return true;
    case '0':
      canvas.fit();
      actions.moved();
      return true;
    case 'Escape':
      actions.select(null);
      return true;
    case 'Enter':
      if (focused !== undefined) actions.open(focused, null);
      return true;
    case ' ':
      if (focused !== undefined) actions.select(focused);
      return true;
    case 'e':
      if (focused !== undefined) actions.expand(focused);
      return true;
    default:
      return false;
  }
}

function moveFocus(canvas: MapCanvas, focused: string, key: Parameters<typeof nextBox>[0]): void {
  const from = canvas.areaOf(focused);
  if (!from) return;
  const others = new Map([...canvas.boxes].map(([id, { x, y, size }]) => [id, { x, y, ...size }]));
  const next = nextBox(key, from, others, canvas.neighbors(focused));
  canvas.focus(next ?? focused);
}
