/** The whole map as an SVG file that looks the same without the editor's style sheet. */

import { svgElement } from '../shared/svgElement.ts';
import type { MapCanvas } from './mapCanvas.ts';

/** Pixels around the map. */
const margin = 24;

const styles = [
  'fill',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-linecap',
  'stroke-linejoin',
  'paint-order',
  'opacity',
  'font-size',
  'font-weight',
  'font-family',
];

const defaults: Readonly<Record<string, string>> = {
  opacity: '1',
  stroke: 'none',
  'stroke-dasharray': 'none',
  'paint-order': 'normal',
};

export function exportSvg(canvas: MapCanvas): string {
  const { svg, width, height } = canvas.whole();
  const [w, h] = [width + 2 * margin, height + 2 * margin];
  const background = getComputedStyle(document.body).backgroundColor;
  // Styles can be read only from elements of the document.
  svg.setAttribute('aria-hidden', 'true');
  svg.classList.add('off-screen');
  document.body.append(svg);
  try {
    // All are read before the first is changed, because they depend on the classes.
    const all = [...svg.querySelectorAll('*')].map((node) => ({ node, style: readStyle(node) }));
    for (const { node, style } of all) writeStyle(node, style);
  } finally {
    svg.remove();
  }
  const page = svgElement(
    'svg',
    { xmlns: 'http://www.w3.org/2000/svg', width: w, height: h, viewBox: `${-margin} ${-margin} ${w} ${h}` },
    svgElement('rect', { x: -margin, y: -margin, width: w, height: h, fill: background }),
    ...svg.childNodes,
  );
  return new XMLSerializer().serializeToString(page);
}

/** Undefined for what is hidden, or for the mouse only. */
function readStyle(node: Element): [name: string, value: string][] | undefined {
  const computed = getComputedStyle(node);
  if (computed.display === 'none' || node.classList.contains('hit')) return undefined;
  const isGroup = node.tagName === 'g' || node.tagName === 'title';
  const names = isGroup ? ['opacity'] : styles.filter((name) => node.tagName === 'text' || !name.startsWith('font'));
  return names
    .map((name): [string, string] => [name, computed.getPropertyValue(name)])
    .filter(([name, value]) => value !== defaults[name]);
}

function writeStyle(node: Element, style: [name: string, value: string][] | undefined): void {
  if (!style) {
    node.remove();
    return;
  }
  for (const { name } of [...node.attributes]) {
    if (/^(?:data-|aria-|class$|role$|tabindex$)/.test(name)) node.removeAttribute(name);
  }
  for (const [name, value] of style) node.setAttribute(name, value);
}
