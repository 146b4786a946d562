/** Elements in one expression. Text only ever becomes text: nothing here parses HTML. */

export type Child = Node | string | null | undefined | false;

type Listeners = { [Name in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[Name]) => void };

export interface Attributes {
  class?: string;
  /** Attributes by their names in HTML; false and undefined leave one out, true writes it empty. */
  attributes?: Record<string, string | number | boolean | undefined>;
  on?: Listeners;
}

export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  options: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[Tag] {
  const node = document.createElement(tag);
  if (options.class) node.className = options.class;
  for (const [name, value] of Object.entries(options.attributes ?? {})) setAttribute(node, name, value);
  for (const [name, listener] of Object.entries(options.on ?? {}))
    node.addEventListener(name, listener as EventListener);
  append(node, children);
  return node;
}

export function setAttribute(node: Element, name: string, value: string | number | boolean | undefined): void {
  if (value === undefined || value === false) node.removeAttribute(name);
  else node.setAttribute(name, value === true ? '' : String(value));
}

function append(node: Element, children: readonly Child[]): void {
  for (const child of children) if (child) node.append(child);
}

/** The same element with other children. */
export function refill(node: Element, ...children: Child[]): void {
  node.replaceChildren();
  append(node, children);
}
