/** What the page of a review shows, from both branches as they were read last. */

import * as vscode from 'vscode';
import type { BuildStatus } from '../../contract/deployments/runtime.ts';
import type { ReviewContent, ReviewDiff } from '../../contract/messages/reviewChannel.ts';
import { formatSql } from '../../query/results/formatSql.ts';
import type { Certificate } from '../../review/certificate/certificate.ts';
import { definitionDiff } from '../../review/definitionDiff.ts';
import { lineDiff } from '../../review/lineDiff.ts';
import type { ModelChange } from '../../review/modelChanges.ts';
import type { TestOutcome } from '../../review/review.ts';
import type { ValueChange } from '../../review/valueChanges.ts';
import { type BranchReading, readReview } from '../../session/review/readReview.ts';
import { buildAppearance } from '../deployments/buildAppearance.ts';
import type { LinkTarget } from './cards/cardParts.ts';
import { diffLabel, shownDiff } from './cards/modelCards.ts';
import { conclusion, reviewCards } from './cards/reviewCards.ts';
import type { PromotionPlan } from './promotionPlan.ts';

export interface ShownReview {
  reading: BranchReading;
  values: readonly ValueChange[] | undefined;
  /** With the values that are compared so far. */
  certificate: Certificate | undefined;
  tests: readonly TestOutcome[] | undefined;
  /** The build of the branch; after a merge, which may delete the branch, the one from before. */
  build: BuildStatus | undefined;
  /** What came to the target together with the merge. */
  unshown: ReviewContent['cards'];
  conclusion: ReviewContent['conclusion'];
  cards: ReviewContent['cards'];
  links: ReadonlyMap<string, LinkTarget>;
}

/** Reads both branches. @throws PlatformError, CancelledError */
export async function readShown(plan: PromotionPlan, signal: AbortSignal): Promise<ShownReview> {
  // Without an answer, the page shows no build.
  const build = plan.builds.readAndFollow(plan.branches.branchName, signal).catch(() => {});
  const [reading] = await Promise.all([readReview(plan.source, signal), build]);
  const tests = await plan.tests?.read(reading);
  const latest = plan.builds.value.get(plan.branches.branchName);
  const { certificate } = reading.review;
  return shownFrom(plan, { reading, values: undefined, certificate, tests, build: latest, unshown: [] });
}

export function shownFrom(
  { branches }: PromotionPlan,
  shown: Omit<ShownReview, 'conclusion' | 'cards' | 'links'>,
): ShownReview {
  const { reading, values, certificate, tests, unshown } = shown;
  const links = new Map<string, LinkTarget>();
  const link = (to: LinkTarget) => {
    const id = String(links.size + 1);
    links.set(id, to);
    return id;
  };
  const { l10n, env } = vscode;
  const canEdit = branches.followed !== undefined;
  const build = shown.build && buildAppearance(shown.build, l10n);
  const options = { ...branches, build, values, certificate, tests, language: env.language, canEdit, link, l10n };
  return {
    ...shown,
    links,
    conclusion: conclusion(reading, options),
    cards: [...unshown, ...reviewCards(reading, options)],
  };
}

export function changedDefinition(change: ModelChange, { models }: BranchReading): ReviewDiff {
  const { l10n } = vscode;
  const label = diffLabel(change, l10n);
  const diff = definitionDiff(change, models);
  if (diff) return shownDiff(diff, label, vscode);
  return { label, language: 'yaml', lines: [{ kind: 'gap', text: l10n.t('No line of the definition differs.') }] };
}

/** The statements of both models, one item on a line. */
export async function statementDiff({ name, before, after }: LinkTarget & { kind: 'statements' }): Promise<ReviewDiff> {
  const [old, now] = await Promise.all([formatSql(before, undefined), formatSql(after, undefined)]);
  const lines = lineDiff(old.text.split('\n'), now.text.split('\n'));
  return shownDiff({ language: 'sql', lines }, vscode.l10n.t('Difference of {0}', name), vscode);
}
