/** Elements in one expression. Text goes in as text, never as markup. */

type Child = Node | string | number | false | null | undefined;

interface Attributes {
  [name: string]: unknown;
}

/** `h('button', {class: 'drill', onclick: () => …}, 'Revenue')`; attributes that are false, null or undefined are left out. */
export function h<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value as EventListener);
    else element.setAttribute(name, value === true ? '' : String(value));
  }
  element.append(...(children.filter((child) => child !== false && child != null) as (Node | string)[]));
  return element;
}

const icons = {
  chevron: 'M4 6l4 4 4-4',
  enlarge: 'M9.5 2.5h4v4M6.5 13.5h-4v-4M13.5 2.5l-4.5 4.5M2.5 13.5l4.5-4.5',
  back: 'M9.5 3.5L5 8l4.5 4.5',
  download: 'M8 2.5v7.5M4.8 7L8 10.2 11.2 7M3 13.5h10',
  filter: 'M2.5 4h11M4.5 8h7M6.5 12h3',
  spark: 'M8 2l1.5 4.5L14 8l-4.5 1.5L8 14l-1.5-4.5L2 8l4.5-1.5z',
  lock: 'M4.5 7.5h7v6h-7zM5.8 7.5V5.2a2.2 2.2 0 0 1 4.4 0v2.3',
} as const;

/** A line drawing of 16 pixels in the colour of its text; for eyes only. */
export function icon(name: keyof typeof icons): SVGSVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('viewBox', '0 0 16 16');
  svg.setAttribute('class', 'icon');
  svg.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  path.setAttribute('d', icons[name]);
  svg.append(path);
  return svg;
}
