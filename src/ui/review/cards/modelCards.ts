/** The cards about the model: what breaks, public names that others may use, and the other definitions that differ. */

import type { ReviewCard, ReviewDiff, ReviewRow } from '../../../contract/messages/reviewChannel.ts';
import { keepOldName } from '../../../language/codeActions/keepOldName.ts';
import { refusedMessages } from '../../../review/certificate/conclusion.ts';
import { type AffectedMember, type ConsumerChange, consumerMessage } from '../../../review/compiled/compiledReview.ts';
import { definitionDiff, type TextDiff } from '../../../review/definitionDiff.ts';
import { shortText } from '../../../review/markdownText.ts';
import type { Breakage, User } from '../../../review/model/modelChange.ts';
import type { ModelChange, ReviewPlace } from '../../../review/modelChanges.ts';
import { refusedNow } from '../../../review/valueChanges.ts';
import type { BranchReading } from '../../../session/review/readReview.ts';
import { messageText } from '../../shell/errorText.ts';
import type { Localizer } from '../../shell/localizer.ts';
import { type CardOptions, card, folded, limited, maxRows, note, row } from './cardParts.ts';
import { breakageText, changedPartText, modelChangeText, reachText, shownNames, userText } from './changeTexts.ts';

/** The differences that the page gets at once; it asks for the others. */
const maxDiffs = 100;

/** What the changes break, and why it may not be known. */
export function breakCard(reading: BranchReading, options: CardOptions): ReviewCard[] {
  const { model, compiled } = reading.review;
  const { failing, missing } = compiled;
  const { l10n, values = [], certificate } = options;
  const refused = certificate ? refusedMessages(certificate) : [];
  const breaking = model.filter((change) => change.breaking.length > 0);
  const failed = refusedNow(values);
  const count = breaking.length + failing.length + failed.length + refused.length;
  if (count === 0 && missing.length === 0) return [];
  const summary =
    missing.length > 0
      ? [
          l10n.t('The compiled models are not compared, so it is not known what the changes break.'),
          ...missing.map((one) => messageText(one, l10n)),
        ]
      : [];
  const rows = [
    ...limited(
      failing,
      (one) => row(breakageText(one, l10n), { tone: 'error', open: openUser(one.by, options) }),
      l10n,
    ),
    ...limited(
      failed,
      ({ path, test, message }) => {
        const { text, ...whole } = folded(l10n.t('{0} is refused: {1}', test ?? path, message));
        return row(text, { ...whole, tone: 'error' });
      },
      l10n,
    ),
    ...limited(
      refused,
      ({ message }) => {
        const { text, ...whole } = folded(messageText(message, l10n));
        return row(text, { ...whole, tone: 'error' });
      },
      l10n,
    ),
    ...limited([...breaking.entries()], ([at, change]) => modelRow(change, at < maxDiffs, reading, options), l10n),
  ];
  return [card('breaks', l10n.t('Breaks'), { count, tone: count > 0 ? 'error' : 'warning', summary, rows })];
}

/** Public names are an interface: dashboards and programs outside of the project may use them. */
export function consumerCard({ review, models }: BranchReading, options: CardOptions): ReviewCard[] {
  const { l10n } = options;
  const { consumers, contentNotRead } = review.compiled;
  if (consumers.length === 0) return [];
  const rows = limited(consumers, (one) => consumerRow(one, models, options), l10n);
  const summary = [
    l10n.t('Other programs may use these public names.'),
    ...contentNotRead.map((one) => messageText(one, l10n)),
  ];
  return [card('consumers', l10n.t('Consumers'), { count: consumers.length, tone: 'warning', summary, rows })];
}

function consumerRow(one: ConsumerChange, models: BranchReading['models'], options: CardOptions): ReviewRow {
  const { l10n, link, canEdit } = options;
  const { uses = [] } = one;
  const change = canEdit && one.change !== 'type' ? keepOldName(models.before, models.after, one) : undefined;
  const keep = change && { id: link({ kind: 'oldName', change }), label: l10n.t('Keep the Old Name by an Alias') };
  const notes = uses.slice(0, maxRows).map((by) => note(userText(by, l10n), 'warning', openUser(by, options)));
  return row(messageText(consumerMessage(one), l10n), {
    tone: 'warning',
    links: keep ? [keep] : [],
    notes: notes.length > 0 ? notes : [note(l10n.t('No use was found.'))],
  });
}

/** What differs and breaks nothing: definitions, and the SQL that is made of them. */
export function changeCard(reading: BranchReading, options: CardOptions): ReviewCard {
  const { model, compiled } = reading.review;
  const { l10n } = options;
  const { affected, notCompared } = compiled;
  const { members, queries, reasons } = notCompared;
  const others = model.filter((change) => change.breaking.length === 0);
  const rows = [
    ...limited([...others.entries()], ([at, change]) => modelRow(change, at < maxDiffs, reading, options), l10n),
    ...limited(affected, (one) => affectedRow(one, options), l10n),
  ];
  if (members + queries > 0) {
    const uses = queries === 1 ? l10n.t('1 saved query or test') : l10n.t('{0} saved queries and tests', queries);
    const counts = [
      ...(members > 0 ? [members === 1 ? l10n.t('1 member') : l10n.t('{0} members', members)] : []),
      ...(queries > 0 ? [uses] : []),
    ];
    rows.push(
      row(l10n.t('Not compared: {0}', counts.join(', ')), {
        tone: 'warning',
        detail: l10n.t('The platform did not give their SQL on both branches.'),
        notes: reasons.map((one) => note(shortText(one))),
      }),
    );
  }
  const isUnknown = compiled.missing.length + compiled.errors.length > 0;
  const isSame = rows.length === 0 && model.length === 0 && !isUnknown;
  const summary = isSame ? [l10n.t('No cube, view or member differs.')] : [];
  const title = isUnknown ? l10n.t('Definitions in the sources') : l10n.t('Definitions');
  return card('changes', title, { count: others.length + affected.length, summary, rows });
}

function modelRow(change: ModelChange, hasDiff: boolean, reading: BranchReading, options: CardOptions): ReviewRow {
  const { l10n } = options;
  const place = change.places.find(({ side }) => side === 'after') ?? change.places[0];
  const reach = reachText(change, l10n);
  const diff = hasDiff ? definitionDiff(change, reading.models) : undefined;
  const text = modelChangeText(change, l10n);
  const more = hasDiff
    ? undefined
    : { id: options.link({ kind: 'definition', change }), label: diffLabel(change, l10n) };
  return row(text, {
    tone: change.breaking.length > 0 ? 'error' : 'plain',
    open: openPlace(place, options),
    notes: [
      ...change.breaking.slice(0, maxRows).map((one: Breakage) => {
        return note(breakageText(one, l10n), 'error', openUser(one.by, options));
      }),
      ...(reach === undefined ? [] : [note(reach)]),
    ],
    ...(diff && { diff: shownDiff(diff, diffLabel(change, l10n), options) }),
    ...(more && { more }),
  });
}

function affectedRow(
  { name, previousName, effect, message, causes, sql }: AffectedMember,
  options: CardOptions,
): ReviewRow {
  const { l10n, branchName, target, link } = options;
  const effects = {
    changed: l10n.t('other SQL'),
    refused: l10n.t('refused by {0}', branchName),
    accepted: l10n.t('refused by {0}', target),
  };
  const isOwn = causes.length > 0 && causes.every((one) => one === name);
  const why = isOwn
    ? []
    : causes.length > 0
      ? [l10n.t('because of {0}', shownNames(causes))]
      : [l10n.t('no changed definition explains it: look at macros, variables and programs')];
  return row(previousName === undefined ? name : l10n.t('{0}, before {1}', name, previousName), {
    tone: effect === 'refused' ? 'error' : 'plain',
    detail: [effects[effect], ...why].join(', '),
    notes: message === undefined ? [] : [note(shortText(message))],
    ...(sql && { more: { id: link({ kind: 'statements', name, ...sql }), label: l10n.t('SQL of {0}', name) } }),
  });
}

/** “Difference of measure orders.count” */
export function diffLabel(change: ModelChange, l10n: Localizer): string {
  return l10n.t('Difference of {0}', changedPartText(change, l10n));
}

export function shownDiff(
  { language, lines }: TextDiff,
  label: string,
  { l10n }: Pick<CardOptions, 'l10n'>,
): ReviewDiff {
  return {
    label,
    language,
    lines: lines.map(({ kind, text, mark }) => {
      if (kind === 'gap')
        return { kind, text: text === '1' ? l10n.t('1 equal line') : l10n.t('{0} equal lines', text) };
      if (kind === 'cut') return { kind: 'gap' as const, text: l10n.t('{0} more lines are not compared', text) };
      return { kind, text, ...(mark && { mark }) };
    }),
  };
}

function openPlace(place: ReviewPlace | undefined, { link }: CardOptions): string | null {
  return place ? link({ kind: 'place', place }) : null;
}

function openUser(user: User, options: CardOptions): string | null {
  return user.content ? options.link({ kind: 'content', user }) : openPlace(user.place, options);
}
