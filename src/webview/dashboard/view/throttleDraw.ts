/** Limits how often a part of the page is drawn. */

/**
 * Returns a function that requests a drawing in the next animation frame.
 * @param pauseMs milliseconds between two drawings, so that a flood of messages does not block the page
 */
export function throttleDraw(draw: () => void, pauseMs = 100): () => void {
  let requested = false;
  let drawnAt = Number.NEGATIVE_INFINITY;
  const inFrame = () =>
    requestAnimationFrame((now) => {
      requested = false;
      drawnAt = now;
      draw();
    });
  return () => {
    if (requested) return;
    requested = true;
    const wait = drawnAt + pauseMs - performance.now();
    if (wait > 0) setTimeout(inFrame, wait);
    else inFrame();
  };
}
