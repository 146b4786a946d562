/** Answers in the forms that a client declares it can read. */

import type {
  ClientCapabilities,
  CompletionItem,
  CompletionList,
  Definition,
  DefinitionLink,
  Diagnostic,
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

/** The diagnostics of a request that are ours. */
export function ownDiagnostics(diagnostics: readonly Diagnostic[]): language.Diagnostic[] {
  return diagnostics.flatMap(({ range, message, code, source }) =>
    source === 'data-model' && typeof message === 'string'
      ? [{ range, message, source, ...(code ? { code } : {}) }]
      : [],
  );
}

export function hoverFor({ textDocument }: ClientCapabilities, hover: language.Hover | undefined): Hover | null {
  if (!hover || textDocument?.hover?.contentFormat?.includes('markdown')) return hover ?? null;
  return { ...hover, contents: { kind: 'plaintext', value: plainText(hover.contents.value) } };
}

export function completionFor({ textDocument }: ClientCapabilities, list: language.CompletionList): CompletionList {
  const supports = textDocument?.completion?.completionItem;
  const items = list.items.map((item): CompletionItem => {
    const { documentation, insertTextFormat, textEdit } = item;
    const isPlain = insertTextFormat !== 2 || supports?.snippetSupport === true;
    const isText = !documentation || supports?.documentationFormat?.includes('markdown');
    return {
      ...item,
      ...(isPlain
        ? {}
        : { insertTextFormat: 1, textEdit: { ...textEdit, newText: withoutTabStops(textEdit.newText) } }),
      ...(isText ? {} : { documentation: plainText(documentation.value) }),
    };
  });
  return { ...list, items };
}

/** The text of a snippet with its default values. */
function withoutTabStops(snippet: string): string {
  return snippet
    .replace(/\$\{\d+\|((?:\\.|[^,|\\])*)[^|]*\|\}/g, '$1')
    .replace(/\$\{\d+:((?:\\.|[^}\\])*)\}/g, '$1')
    .replace(/\$(?:\d+|\{\d+\})/g, '')
    .replace(/\\([\\$}])/g, '$1');
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
