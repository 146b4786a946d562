/** Creates SVG elements. Strings become text nodes, never markup. */

import { type AttributeValue, setAttribute } from '../../base/browser/dom.ts';

const namespace = 'http://www.w3.org/2000/svg';

/** Characters that a document in XML cannot contain. */
const notInXml =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

export function svgElement<Tag extends keyof SVGElementTagNameMap>(
  tag: Tag,
  attributes: Record<string, AttributeValue> = {},
  ...children: readonly (Node | string | false | undefined)[]
): SVGElementTagNameMap[Tag] {
  const node = document.createElementNS(namespace, tag);
  for (const [name, value] of Object.entries(attributes)) setAttribute(node, name, plain(value));
  for (const child of children) if (child) node.append(typeof child === 'string' ? String(plain(child)) : child);
  return node;
}

function plain(value: AttributeValue): AttributeValue {
  return typeof value === 'string' ? value.replace(notInXml, '\ufffd') : value;
}
