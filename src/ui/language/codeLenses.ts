/** The code lenses of a model with their commands. */

import * as vscode from 'vscode';
import { usesAt } from '../../language/annotations/codeLenses.ts';
import type { FeatureRequest, ResultOf } from '../../language/features.ts';
import type { Location, Position } from '../../language/protocol/protocol.ts';
import { documentUses } from '../../language/queries/documentUses.ts';
import type { CommandId } from '../manifest/commandTable.ts';
import { toRange } from '../shell/ranges.ts';
import { toLocation } from './convert.ts';
import type { Ask } from './openSources.ts';

const showReferences: CommandId = 'dataModel.references.show';
const queryMember: CommandId = 'dataModel.query.ofMember';

/** The argument that the lens *Query* passes to its command. */
export interface QueriedMember {
  uri: vscode.Uri;
  /** `orders` or `orders.count` */
  subject: string;
}

type Lens = ResultOf<'textDocument/codeLens'>[number];

const uses: FeatureRequest<{ position: Position }, Location[]> = {
  scope: 'project',
  inSource: ({ index, documents, uriOf }, path, { position }) =>
    usesAt(index, path, position, uriOf, documentUses(index, documents, uriOf)),
};

/**
 * A lens without uses shows its text only. All have their commands at once: if a list arrives while the one before is being resolved,
 * VS Code mixes them, and a click fails with “Actual command not found”.
 */
export function toCodeLens(ask: Ask, uri: vscode.Uri, lens: Lens): vscode.CodeLens {
  const range = toRange(lens.range);
  if ('subject' in lens) return new vscode.CodeLens(range, queryCommand({ uri, subject: lens.subject }));
  const { title, isUsed } = lens;
  const find = async () => (await ask({ uri }, uses, { position: range.start }))?.map(toLocation) ?? [];
  const command = isUsed ? { command: showReferences, arguments: [uri, range.start, find] } : { command: '' };
  return new vscode.CodeLens(range, { title, ...command });
}

function queryCommand(queried: QueriedMember): vscode.Command {
  const { l10n } = vscode;
  const tooltip = l10n.t('Show the values of {0} in a new query', queried.subject);
  // Next to an icon of a lens, the editor does not show a plain blank.
  return { title: `$(play)\u00a0${l10n.t('Query')}`, tooltip, command: queryMember, arguments: [queried] };
}
