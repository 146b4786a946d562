/** Answers in the forms that a client declares it can read. */

import type {
  ClientCapabilities,
  Definition,
  DefinitionLink,
  Hover,
  SymbolInformation,
} from 'vscode-languageserver/node';
import type * as language from '../../language/protocol.ts';

export function linksFor(
  client: { linkSupport?: boolean } | undefined,
  links: language.LocationLink[],
): Definition | DefinitionLink[] {
  if (client?.linkSupport) return links;
  return links.map(({ targetUri, targetSelectionRange }) => ({ uri: targetUri, range: targetSelectionRange }));
}

export function symbolsFor(
  { textDocument }: ClientCapabilities,
  uri: string,
  symbols: language.DocumentSymbol[],
): language.DocumentSymbol[] | SymbolInformation[] {
  if (textDocument?.documentSymbol?.hierarchicalDocumentSymbolSupport) return symbols;
  const flat = (all: readonly language.DocumentSymbol[], containerName?: string): SymbolInformation[] =>
    all.flatMap(({ name, kind, range, children = [] }) => [
      { name, kind, location: { uri, range }, ...(containerName === undefined ? {} : { containerName }) },
      ...flat(children, name),
    ]);
  return flat(symbols);
}

export function hoverFor({ textDocument }: ClientCapabilities, hover: language.Hover | undefined): Hover | null {
  if (!hover || textDocument?.hover?.contentFormat?.includes('markdown')) return hover ?? null;
  return { ...hover, contents: { kind: 'plaintext', value: plainText(hover.contents.value) } };
}

const entities: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<' };

/** The Markdown of our own hovers without its marks. */
function plainText(markdown: string): string {
  return markdown
    .replace(/^```.*\n?/gm, '')
    .replace(/\*\*(.*?)\*\*/g, '$1')
    .replace(/\[((?:\\.|[^\]\\])*)\]\([^)]*\)/g, '$1')
    .replace(/(`+) ?(.*?) ?\1/g, '$2')
    .replace(/\\([^\w\s])/g, '$1')
    .replace(/&\w+;/g, (entity) => entities[entity] ?? entity)
    .trimEnd();
}
