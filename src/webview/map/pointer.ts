/** The mouse on the map: drag to pan, wheel to zoom, click for the action of what is below. */

import type { MapCanvas } from './mapCanvas.ts';

export interface PointerActions {
  select(box: string | null): void;
  open(box: string, member: string | null): void;
  expand(box: string): void;
  moved(): void;
}

/** Pixels that a click may move. */
const still = 4;

export function listenToPointer(canvas: MapCanvas, actions: PointerActions): void {
  const { svg, viewport } = canvas;
  let drag: { x: number; y: number; moved: boolean } | undefined;
  svg.addEventListener('pointerdown', (event) => {
    if (event.button === 0 || event.button === 1) drag = { x: event.clientX, y: event.clientY, moved: false };
  });
  svg.addEventListener('pointermove', (event) => {
    if (!drag || event.buttons === 0) return;
    const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
    if (!drag.moved && Math.hypot(dx, dy) < still) return;
    // Captured only now: a captured pointer would hide the target of a click.
    if (!drag.moved) svg.setPointerCapture(event.pointerId);
    drag = { x: event.clientX, y: event.clientY, moved: true };
    svg.classList.add('dragging');
    viewport.pan(dx, dy);
    canvas.refresh();
  });
  svg.addEventListener('pointerup', () => {
    svg.classList.remove('dragging');
    if (drag?.moved) actions.moved();
  });
  svg.addEventListener('click', (event) => {
    const wasDrag = drag?.moved ?? false;
    drag = undefined;
    if (!wasDrag) click(event.target, actions);
  });
  svg.addEventListener('dblclick', (event) => {
    const box = boxAt(event.target);
    if (box) actions.open(box, null);
  });
  svg.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault();
      const { left, top } = svg.getBoundingClientRect();
      const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 30 : 1;
      if (event.shiftKey) viewport.pan(-(event.deltaY || event.deltaX) * lines, 0);
      else {
        // A pinch arrives as a wheel with small steps and the Control key.
        const speed = event.ctrlKey ? 0.01 : 0.0016;
        viewport.zoom(Math.exp(-event.deltaY * lines * speed), { x: event.clientX - left, y: event.clientY - top });
      }
      canvas.refresh();
      actions.moved();
    },
    { passive: false },
  );
}

function boxAt(target: EventTarget | null): string | undefined {
  return target instanceof Element ? target.closest<SVGElement>('[data-box]')?.dataset.box : undefined;
}

function click(target: EventTarget | null, actions: PointerActions): void {
  const box = boxAt(target);
  if (box === undefined) {
    actions.select(null);
    return;
  }
  const part = (target as Element).closest<SVGElement>('[data-action]');
  if (part?.dataset.action === 'expand') actions.expand(box);
  else if (part) actions.open(box, part.dataset.member ?? null);
  else actions.select(box);
}
