/** What the editor adds to the text of a model: semantic tokens, code lenses and inlay hints. */

import * as vscode from 'vscode';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import { codeLenses, resolveCodeLens } from '../../language/annotations/codeLenses.ts';
import { inlayHints } from '../../language/annotations/inlayHints.ts';
import { semanticTokens, semanticTokensLegend } from '../../language/annotations/semanticTokens.ts';
import type { CommandId, SettingId } from '../shell/ids.ts';
import { toRange } from '../shell/ranges.ts';
import { onSettingChange, readSetting } from '../shell/settings.ts';
import { toInlayHint, toLocation } from './convert.ts';
import type { ModelDocuments } from './modelDocuments.ts';

const showReferences: CommandId = 'dataModel.references.show';

class UsageLens extends vscode.CodeLens {
  readonly uri: vscode.Uri;

  constructor(range: vscode.Range, uri: vscode.Uri) {
    super(range);
    this.uri = uri;
  }
}

export function annotationProviders(documents: ModelDocuments): Disposable[] {
  const { selector, ask, onChange } = documents;
  const { languages } = vscode;
  const legend = new vscode.SemanticTokensLegend(semanticTokensLegend.tokenTypes, semanticTokensLegend.tokenModifiers);
  const tokens = async (document: vscode.TextDocument, range?: vscode.Range) => {
    const found = await ask(document, (index, file) => semanticTokens(index, file, range));
    return found && new vscode.SemanticTokens(new Uint32Array(found.data));
  };
  const lensesChange = withSetting('dataModel.codeLens.enabled', onChange);
  const hintsChange = withSetting('dataModel.inlayHints.enabled', onChange);
  return [
    languages.registerDocumentSemanticTokensProvider(
      selector,
      { onDidChangeSemanticTokens: onChange, provideDocumentSemanticTokens: (document) => tokens(document) },
      legend,
    ),
    languages.registerDocumentRangeSemanticTokensProvider(
      selector,
      { provideDocumentRangeSemanticTokens: (document, range) => tokens(document, range) },
      legend,
    ),
    lensesChange,
    languages.registerCodeLensProvider(selector, {
      onDidChangeCodeLenses: lensesChange.event,
      provideCodeLenses: async (document) =>
        readSetting('dataModel.codeLens.enabled', document.uri)
          ? (await ask(document, codeLenses))?.map(({ range }) => new UsageLens(toRange(range), document.uri))
          : undefined,
      resolveCodeLens: async (lens) => {
        if (lens instanceof UsageLens) lens.command = await usageCommand(documents, lens);
        return lens;
      },
    }),
    hintsChange,
    languages.registerInlayHintsProvider(selector, {
      onDidChangeInlayHints: hintsChange.event,
      provideInlayHints: async (document, range) =>
        readSetting('dataModel.inlayHints.enabled', document.uri)
          ? (await ask(document, (index, file) => inlayHints(index, file, range)))?.map(toInlayHint)
          : undefined,
    }),
  ];
}

/** A lens without uses shows its text only. */
async function usageCommand({ ask }: ModelDocuments, { uri, range }: UsageLens): Promise<vscode.Command> {
  const found = await ask({ uri }, (index, file, uriOf) => resolveCodeLens(index, file, range.start, uriOf));
  const { title = '', locations = [] } = found ?? {};
  if (locations.length === 0) return { title, command: '' };
  return { title, command: showReferences, arguments: [uri, range.start, locations.map(toLocation)] };
}

/** Fires with `change`, and when the setting changes. */
function withSetting(id: SettingId, change: vscode.Event<void>): Disposable & { event: vscode.Event<void> } {
  const lifetime = new Lifetime();
  const emitter = lifetime.add(new vscode.EventEmitter<void>());
  lifetime.add(change(() => emitter.fire()));
  lifetime.add(onSettingChange([id], () => emitter.fire()));
  return { event: emitter.event, dispose: () => lifetime.dispose() };
}
