/** The code lenses of a model with their commands. */

import * as vscode from 'vscode';
import { usesAt, withContent } from '../../language/annotations/codeLenses.ts';
import type { FeatureRequest, ResultOf } from '../../language/features.ts';
import type { Location, Position } from '../../language/protocol/protocol.ts';
import { documentUses } from '../../language/queries/documentUses.ts';
import type { SearchedContent } from '../../session/review/contentReads.ts';
import type { CommandId } from '../manifest/commandTable.ts';
import { messageText } from '../shell/errorText.ts';
import { toRange } from '../shell/ranges.ts';
import { timeText } from '../shell/timeText.ts';
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

/** What a lens counts in addition to the project. */
interface CountedContent {
  /** There is a platform. */
  isBound: boolean;
  /** Undefined: not read yet. */
  content: SearchedContent | undefined;
}

/** The content that a tooltip lists. */
const maxNamed = 10;

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
export function toCodeLens(ask: Ask, uri: vscode.Uri, lens: Lens, counted: CountedContent): vscode.CodeLens {
  const range = toRange(lens.range);
  if ('subject' in lens) return new vscode.CodeLens(range, queryCommand({ uri, subject: lens.subject }));
  const { isUsed, names } = lens;
  const users = counted.content?.users.filter((one) => names.some((name) => one.names.has(name))) ?? [];
  const title = withContent(
    lens.title,
    users.map(({ kind }) => kind),
  );
  const find = async () => (await ask({ uri }, uses, { position: range.start }))?.map(toLocation) ?? [];
  const command = isUsed ? { command: showReferences, arguments: [uri, range.start, find] } : { command: '' };
  return new vscode.CodeLens(range, { title, tooltip: tooltipOf(counted, users), ...command });
}

function tooltipOf({ isBound, content }: CountedContent, users: SearchedContent['users']): string {
  const { l10n } = vscode;
  const local = l10n.t('Counted are the model, the queries and the tests of this project.');
  if (!isBound) return local;
  if (!content) {
    const command = l10n.t('Count Uses on the Platform');
    return [local, l10n.t('Reports and dashboards of the platform were not read. “{0}” reads them.', command)].join(
      ' ',
    );
  }
  const named = users.slice(0, maxNamed).map(({ kind, name, id }) => `${kindText(kind)}: ${name || id}`);
  const more = users.length > named.length ? [l10n.t('{0} more', users.length - named.length)] : [];
  return [
    local,
    l10n.t('Reports, dashboards and notifications of the platform were read at {0}.', timeText(content.readAt)),
    ...named,
    ...more,
    ...content.notRead.map((one) => messageText(one, l10n)),
  ].join('\n');
}

function kindText(kind: SearchedContent['users'][number]['kind']): string {
  const { l10n } = vscode;
  if (kind === 'report') return l10n.t('Report');
  return kind === 'dashboard' ? l10n.t('Dashboard') : l10n.t('Notification');
}

function queryCommand(queried: QueriedMember): vscode.Command {
  const { l10n } = vscode;
  const tooltip = l10n.t('Show the values of {0} in a new query', queried.subject);
  // Next to an icon of a lens, the editor does not show a plain blank.
  return { title: `$(play)\u00a0${l10n.t('Query')}`, tooltip, command: queryMember, arguments: [queried] };
}
