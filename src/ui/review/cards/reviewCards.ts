/** What the page of a review shows: its conclusion and its cards. Pure: `link` gives the id of what a text opens. */

import type { ReviewCard, ReviewContent } from '../../../contract/messages/reviewChannel.ts';
import { accessMessages, numberMessages } from '../../../review/certificate/conclusion.ts';
import { compiledHereMessages } from '../../../review/compiled/compiledReview.ts';
import { breakingCount, conclusionOf } from '../../../review/review.ts';
import type { BranchReading } from '../../../session/review/readReview.ts';
import { messageText } from '../../shell/errorText.ts';
import { countOfFiles } from '../../shell/localizer.ts';
import type { CardOptions } from './cardParts.ts';
import { breakCard, changeCard, consumerCard } from './modelCards.ts';
import { accessCard, fileCard, testCard } from './otherCards.ts';
import { conflictCard, errorCard, notCompiledText, stateCard } from './problemCards.ts';
import { valueCard } from './valueCard.ts';

export function reviewCards(reading: BranchReading, options: CardOptions): ReviewCard[] {
  return [
    ...errorCard(reading, options),
    ...conflictCard(reading, options),
    ...breakCard(reading, options),
    ...consumerCard(reading, options),
    ...valueCard(reading, options),
    ...accessCard(reading, options),
    ...testCard(options),
    changeCard(reading, options),
    fileCard(reading.review.files, options),
    stateCard(reading, options),
  ];
}

/** What changes, what breaks, and who sees more: one sentence each. */
export function conclusion({ review }: BranchReading, options: CardOptions): ReviewContent['conclusion'] {
  const { l10n, values = [], certificate } = options;
  const { files, model, compiled, access } = review;
  if (files.length + model.length + compiled.errors.length + compiled.missing.length === 0)
    return [{ text: l10n.t('Nothing changed: both branches have the same files.'), tone: 'good' }];
  const judged = { ...review, values, certificate };
  const changed = model.length === 1 ? l10n.t('1 definition') : l10n.t('{0} definitions', model.length);
  const numbers = certificate ? numberMessages(certificate).slice(0, 1) : [];
  const facts: ReviewContent['conclusion'] = [
    {
      text: [
        l10n.t('{0} changed in {1}.', changed, countOfFiles(files.length, l10n)),
        ...numbers.map((one) => messageText(one, l10n)),
      ].join(' '),
      tone: (certificate?.slices.differs ?? 0) > 0 ? 'warning' : 'plain',
    },
  ];
  const count = breakingCount(judged);
  const outside = compiled.consumers.length;
  switch (conclusionOf(judged)) {
    case 'not-compiled':
      return [...facts, { text: notCompiledText(compiled.errors, l10n), tone: 'error' }];
    case 'unknown':
      facts.push({ text: l10n.t('It is not known what breaks.'), tone: 'error' });
      break;
    case 'breaking':
      facts.push({
        text: count === 1 ? l10n.t('1 change breaks something.') : l10n.t('{0} changes break something.', count),
        tone: 'error',
      });
      break;
    case 'consumers':
      facts.push({
        text:
          outside === 1
            ? l10n.t('Nothing breaks here, but 1 public name is gone or has another type.')
            : l10n.t('Nothing breaks here, but {0} public names are gone or have another type.', outside),
        tone: 'warning',
      });
      break;
    case 'fine':
      facts.push({ text: l10n.t('Nothing breaks.'), tone: 'good' });
  }
  if (!access) facts.push({ text: l10n.t('It is not known who sees more.'), tone: 'plain' });
  else if (access.changes.length + access.unknown.length === 0)
    facts.push({ text: l10n.t('No group sees more or less than before.'), tone: 'good' });
  else {
    const text = accessMessages(access)
      .map((one) => messageText(one, l10n))
      .join(' ');
    facts.push({ text, tone: 'warning' });
  }
  const here = compiledHereMessages(compiled).map((one) => messageText(one, l10n));
  if (here.length > 0) facts.push({ text: here.join(' '), tone: 'plain' });
  return facts;
}
