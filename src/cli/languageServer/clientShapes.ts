/** Answers in the forms that a client declares it can read: one row for each request whose answer has several forms. */

import type {
  ClientCapabilities,
  CompletionItem,
  CompletionList,
  Definition,
  DefinitionLink,
  Hover,
  SymbolInformation,
} from 'vscode-languageserver/node';
import type { Method, ResultOf } from '../../language/features.ts';
import type * as language from '../../language/protocol/protocol.ts';
import { actionsFor, editFor } from './clientEdits.ts';

type Shapes = {
  [M in Method]?: (client: ClientCapabilities, answer: NonNullable<ResultOf<M>>, uri: string) => unknown;
};

const shapes: Shapes = {
  'textDocument/definition': ({ textDocument }, links) => linksFor(textDocument?.definition, links),
  'textDocument/typeDefinition': ({ textDocument }, links) => linksFor(textDocument?.typeDefinition, links),
  'textDocument/implementation': ({ textDocument }, links) => linksFor(textDocument?.implementation, links),
  'textDocument/documentSymbol': (client, symbols, uri) => symbolsFor(client, uri, symbols),
  'textDocument/hover': hoverFor,
  'textDocument/completion': completionFor,
  'textDocument/rename': editFor,
  'textDocument/codeAction': actionsFor,
  // The protocol has no command that shows references, so a lens is a text.
  'textDocument/codeLens': (_, lenses) =>
    lenses.flatMap((lens) =>
      'title' in lens ? [{ range: lens.range, command: { title: lens.title, command: '' } }] : [],
    ),
};

/** `uri` is that of the document that the request is about. */
export function shapeFor(client: ClientCapabilities, method: Method, answer: unknown, uri: string): unknown {
  if (answer === undefined) return null;
  const shape = shapes[method] as ((...args: unknown[]) => unknown) | undefined;
  return shape ? (shape(client, answer, uri) ?? null) : answer;
}

function linksFor(
  client: { linkSupport?: boolean } | undefined,
  links: language.LocationLink[],
): Definition | DefinitionLink[] {
  if (client?.linkSupport) return links;
  return links.map(({ targetUri, targetSelectionRange }) => ({ uri: targetUri, range: targetSelectionRange }));
}

function symbolsFor(
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

function hoverFor({ textDocument }: ClientCapabilities, hover: language.Hover): Hover {
  if (textDocument?.hover?.contentFormat?.includes('markdown')) return hover;
  return { ...hover, contents: { kind: 'plaintext', value: plainText(hover.contents.value) } };
}

function completionFor({ textDocument }: ClientCapabilities, list: language.CompletionList): CompletionList {
  const supports = textDocument?.completion?.completionItem;
  // Only VS Code has a command that asks again.
  const items = list.items.map(({ suggests: _, tags, ...item }): CompletionItem => {
    const { documentation, insertTextFormat, textEdit } = item;
    const isPlain = insertTextFormat !== 2 || supports?.snippetSupport === true;
    const isText = !documentation || supports?.documentationFormat?.includes('markdown');
    return {
      ...item,
      ...(tags && supports?.tagSupport ? { tags } : {}),
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

/** The Markdown of our own hovers as plain text. */
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
