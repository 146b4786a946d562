/** Draws when something changed: at once where nothing was drawn lately, a few times a second where much changes. */

/**
 * A function that asks for a drawing, in a frame of the browser's.
 * @param pauseMs milliseconds between two drawings: a flood of messages must not take the page's whole time
 */
export function redrawing(draw: () => void, pauseMs = 100): () => void {
  let asked = false;
  let drawnAt = Number.NEGATIVE_INFINITY;
  const inFrame = () =>
    requestAnimationFrame((now) => {
      asked = false;
      drawnAt = now;
      draw();
    });
  return () => {
    if (asked) return;
    asked = true;
    const wait = drawnAt + pauseMs - performance.now();
    if (wait > 0) setTimeout(inFrame, wait);
    else inFrame();
  };
}
