/** What the cards of a review are made of: rows, links, and texts of unknown length. */

import type { ReviewCard, ReviewRow } from '../../../contract/messages/reviewChannel.ts';
import type { Change } from '../../../language/codeActions/edits/action.ts';
import type { Certificate } from '../../../review/certificate/certificate.ts';
import type { FileChange } from '../../../review/fileChanges.ts';
import { shortText } from '../../../review/markdownText.ts';
import type { User } from '../../../review/model/modelChange.ts';
import type { ModelChange, ReviewPlace } from '../../../review/modelChanges.ts';
import type { TestOutcome } from '../../../review/review.ts';
import type { ValueChange } from '../../../review/valueChanges.ts';
import type { BuildAppearance } from '../../deployments/buildAppearance.ts';
import type { Localizer } from '../../shell/localizer.ts';

export type LinkTarget =
  | { kind: 'file'; change: FileChange }
  /** The file on the branch that gets the changes and on the other one. */
  | { kind: 'conflict'; file: string }
  | { kind: 'place'; place: ReviewPlace }
  /** A report, a dashboard or a notification of the platform. */
  | { kind: 'content'; user: User }
  | { kind: 'allFiles' }
  /** Writes the old name of a public member next to the new one. */
  | { kind: 'oldName'; change: Change }
  /** The difference of a definition. */
  | { kind: 'definition'; change: ModelChange }
  /** The statements of both models for a member. */
  | { kind: 'statements'; name: string; before: string; after: string }
  /** Runs the affected queries on both branches, and asks for the numbers whose SQL differs. */
  | { kind: 'values' }
  /** Runs the affected tests. */
  | { kind: 'tests' };

export interface CardOptions {
  branchName: string;
  target: string;
  build: BuildAppearance | undefined;
  /** Undefined until they are compared. */
  values: readonly ValueChange[] | undefined;
  /** With the values that are compared so far; undefined: the models are not compared. */
  certificate: Certificate | undefined;
  /** Undefined if the project has no tests, or no folder follows the branch. */
  tests: readonly TestOutcome[] | undefined;
  language: string;
  /** Whether a folder follows the branch, so that its files can be edited. */
  canEdit: boolean;
  link: (target: LinkTarget) => string;
  l10n: Localizer;
}

/** More rows are only counted; the copied Markdown has all. */
export const maxRows = 500;

const plain = { tone: 'plain', open: null, links: [], notes: [] } as const satisfies Partial<ReviewRow>;

export function row(text: string, more: Partial<ReviewRow> = {}): ReviewRow {
  return { ...plain, links: [], notes: [], text, ...more };
}

export function note(text: string, tone: ReviewRow['tone'] = 'plain', open: string | null = null) {
  return { text, tone, open };
}

/** The first rows, and how many are left out. */
export function limited<Item>(
  items: readonly Item[],
  rowOf: (item: Item) => ReviewRow,
  l10n: Localizer,
  limit = maxRows,
): ReviewRow[] {
  const rest = items.length - limit;
  const rows = items.slice(0, limit).map(rowOf);
  return rest > 0 ? [...rows, row(l10n.t('… and {0} more', rest))] : rows;
}

/** A text of a server or a model, short; the whole of a longer one is folded. */
export function folded(text: string): Pick<ReviewRow, 'text' | 'whole'> {
  const short = shortText(text);
  return short === text ? { text } : { text: short, whole: text.slice(0, 20_000) };
}

export function card(id: ReviewCard['id'], title: string, more: Partial<ReviewCard> = {}): ReviewCard {
  const rows = more.rows ?? [];
  return { id, title, count: rows.length, tone: 'plain', summary: [], rows, links: [], ...more };
}
