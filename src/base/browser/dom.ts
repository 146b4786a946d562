/** Creates DOM elements in one expression. Strings always become text nodes, never markup. */

export type Child = Node | string | false | null | undefined;

export type AttributeValue = string | number | boolean | null | undefined;

type Listeners = { [Name in keyof HTMLElementEventMap as `on${Name}`]?: (event: HTMLElementEventMap[Name]) => void };

/** Attributes by their HTML names and listeners such as `onclick`. */
export interface Attributes extends Listeners {
  [name: string]: AttributeValue | ((event: never) => void);
}

/** `element('button', { class: 'primary', onclick: save }, 'Save')` */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') node.addEventListener(name.slice(2), value as EventListener);
    else setAttribute(node, name, value);
  }
  append(node, children);
  return node;
}

/** Writes `true` as an empty attribute; removes the attribute for `false`, `null` and `undefined`. */
export function setAttribute(node: Element, name: string, value: AttributeValue): void {
  if (value === undefined || value === null || value === false) node.removeAttribute(name);
  else node.setAttribute(name, value === true ? '' : String(value));
}

/** Replaces the children of `node`. */
export function replaceContent(node: Element, ...children: readonly Child[]): void {
  node.replaceChildren();
  append(node, children);
}

/** Draws a decorative icon: one stroked path on a 16 × 16 grid. */
export function strokeIcon(shape: string): SVGSVGElement {
  const node = document.createElementNS(svgNamespace, 'svg');
  const attributes = { viewBox: '0 0 16 16', class: 'icon', 'aria-hidden': 'true' };
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  const path = document.createElementNS(svgNamespace, 'path');
  path.setAttribute('d', shape);
  node.append(path);
  return node;
}

const svgNamespace = 'http://www.w3.org/2000/svg';

function append(node: Element, children: readonly Child[]): void {
  for (const child of children) if (child) node.append(child);
}
