/** What the editor adds to the text of a model: semantic tokens, code lenses and inlay hints. */

import * as vscode from 'vscode';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import { queryLenses, usageLenses, usesAt } from '../../language/annotations/codeLenses.ts';
import { inlayHints } from '../../language/annotations/inlayHints.ts';
import { semanticTokens, semanticTokensLegend } from '../../language/annotations/semanticTokens.ts';
import { documentUses } from '../../language/queries/documentUses.ts';
import type { Range } from '../../model/source/range.ts';
import type { CommandId } from '../manifest/commandTable.ts';
import type { SettingId } from '../manifest/ids.ts';
import { toRange } from '../shell/ranges.ts';
import { onSettingChange, readSetting } from '../shell/settings.ts';
import { toInlayHint, toLocation } from './convert.ts';
import type { ModelDocuments } from './modelDocuments.ts';

const showReferences: CommandId = 'dataModel.references.show';
const queryMember: CommandId = 'dataModel.query.ofMember';

/** What the lens *Query* passes to its command. */
export interface QueriedMember {
  uri: vscode.Uri;
  /** `orders` or `orders.count` */
  subject: string;
}

type UsageLens = ReturnType<typeof usageLenses>[number];

/** @param isBound whether the platform can answer queries of this model */
export function annotationProviders(documents: ModelDocuments, isBound: boolean): Disposable[] {
  const { selector, ask, onChange, queries: documentsNow } = documents;
  const { languages } = vscode;
  const legend = new vscode.SemanticTokensLegend(semanticTokensLegend.tokenTypes, semanticTokensLegend.tokenModifiers);
  const tokens = async (document: vscode.TextDocument, range?: vscode.Range) => {
    const found = await ask(document, (index, file) => semanticTokens(index, file, range));
    return found && new vscode.SemanticTokens(new Uint32Array(found.data));
  };
  const lensSettings = ['dataModel.codeLens.enabled', 'dataModel.codeLens.query'] as const;
  const lensesChange = withSettings(lensSettings, onChange, documents.onQueries);
  const hintsChange = withSettings(['dataModel.inlayHints.enabled'], onChange);
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
      // All lenses have their commands: where a list arrives while the one before is being resolved, VS Code mixes them, and a click
      // fails with “Actual command not found”.
      provideCodeLenses: async (document) => {
        const { uri } = document;
        const ofQueries = isBound && readSetting('dataModel.codeLens.query', uri);
        const ofUsage = readSetting('dataModel.codeLens.enabled', uri);
        const queries = ofQueries ? await ask(document, queryLenses) : undefined;
        const uses = ofUsage
          ? await ask(document, (index, file, uriOf) =>
              usageLenses(index, file, documentUses(index, documentsNow(), uriOf)),
            )
          : undefined;
        return [
          ...(queries ?? []).map(({ range, subject }) => queryLens(range, { uri, subject })),
          ...(uses ?? []).map((lens) => usageLens(documents, uri, lens)),
        ];
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

function queryLens(range: Range, queried: QueriedMember): vscode.CodeLens {
  const { l10n } = vscode;
  const tooltip = l10n.t('Show the values of {0} in a new query', queried.subject);
  // Beside an icon of a lens, the editor shows no plain blank.
  const command = { title: `$(play)\u00a0${l10n.t('Query')}`, tooltip, command: queryMember, arguments: [queried] };
  return new vscode.CodeLens(toRange(range), command);
}

/** A lens without uses shows its text only. */
function usageLens(
  { ask, queries }: ModelDocuments,
  uri: vscode.Uri,
  { range, title, isUsed }: UsageLens,
): vscode.CodeLens {
  const { start } = toRange(range);
  const findUses = async () => {
    const uses = await ask({ uri }, (index, file, uriOf) =>
      usesAt(index, file, start, uriOf, documentUses(index, queries(), uriOf)),
    );
    return (uses ?? []).map(toLocation);
  };
  const command = isUsed ? { command: showReferences, arguments: [uri, start, findUses] } : { command: '' };
  return new vscode.CodeLens(toRange(range), { title, ...command });
}

/** Fires with the `changes`, and when one of the settings changes. */
function withSettings(
  ids: readonly SettingId[],
  ...changes: vscode.Event<void>[]
): Disposable & { event: vscode.Event<void> } {
  const lifetime = new Lifetime();
  const emitter = lifetime.add(new vscode.EventEmitter<void>());
  for (const change of changes) lifetime.add(change(() => emitter.fire()));
  lifetime.add(onSettingChange(ids, () => emitter.fire()));
  return { event: emitter.event, dispose: () => lifetime.dispose() };
}
