/** The cards of a review that a test makes up. */

import { errorCatalog } from '../../../../src/base/errors.ts';
import type { ReviewCard } from '../../../../src/contract/messages/reviewChannel.ts';
import { ModelIndex } from '../../../../src/model/index/modelIndex.ts';
import { nothingCompiled } from '../../../../src/review/compiled/compiledReview.ts';
import type { ModelChange } from '../../../../src/review/modelChanges.ts';
import type { TestOutcome } from '../../../../src/review/review.ts';
import type { ValueChange } from '../../../../src/review/valueChanges.ts';
import type { BranchReading } from '../../../../src/session/review/readReview.ts';
import type { LinkTarget } from '../../../../src/ui/review/cards/cardParts.ts';
import { conclusion, reviewCards } from '../../../../src/ui/review/cards/reviewCards.ts';
import { plainLocalizer } from '../../../../src/ui/shell/localizer.ts';

export const texts = errorCatalog({ includes: { message: 'It includes {0}.' } });
const none = new Map<string, string>();
export const place = {
  file: 'model/views/sales.yml',
  range: { start: { line: 3, character: 4 }, end: { line: 3, character: 9 } },
  side: 'after' as const,
};
export const definition = { ...place, whole: place.range };
export const changed: ModelChange = {
  kind: 'measure',
  name: 'orders.count',
  change: 'changed',
  aspects: ['type', 'sql'],
  breaking: [],
  places: [{ ...definition, side: 'before' }, definition],
  reach: { members: [], views: [] },
  usedBy: { queries: [], tests: [] },
};
export const removed: ModelChange = {
  ...changed,
  name: 'orders.total',
  change: 'removed',
  aspects: [],
  breaking: [
    {
      by: { kind: 'view', name: 'sales', place },
      reason: 'It includes orders.total.',
      message: texts.message('includes', ['orders.total']),
    },
  ],
  places: [{ ...definition, side: 'before' }],
};

export const reading = (
  over: Partial<BranchReading> = {},
  review: Partial<BranchReading['review']> = {},
): BranchReading => ({
  before: none,
  after: none,
  fork: none,
  moved: [],
  queries: [],
  certified: undefined,
  models: { before: new ModelIndex(), after: new ModelIndex() },
  ...over,
  review: {
    files: [{ path: 'model/a.yml', status: 'changed' }],
    model: [],
    values: [],
    conflicts: [],
    compiled: nothingCompiled,
    ...review,
  },
});

export const shownWith = (read: BranchReading, values?: readonly ValueChange[], tests?: readonly TestOutcome[]) => {
  const links: LinkTarget[] = [];
  const options = {
    ...{ branchName: 'dev-kim', target: 'main', values, tests, language: 'en', l10n: plainLocalizer },
    certificate: read.review.certificate,
    canEdit: true,
    build: { icon: 'error', label: 'build failed', tone: 'bad', detail: 'no such column' } as const,
    link: (target: LinkTarget) => String(links.push(target) - 1),
  };
  const cards = reviewCards(read, options);
  const of = (id: ReviewCard['id']) => cards.find((card) => card.id === id);
  return { links, cards, of, conclusion: conclusion(read, options) };
};
