/**
 * The review before a branch is committed or merged. A branch that moved in between is shown and confirmed again, and what a later
 * move brought to the target is shown after the merge.
 */

import * as vscode from 'vscode';
import { isCancellation, messageOf } from '../../base/errors.ts';
import { Emitter, type Event } from '../../base/event.ts';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import type { ReviewAnswer, ReviewContent, ReviewDiff, ReviewSubject } from '../../contract/messages/reviewChannel.ts';
import { fileChanges } from '../../review/fileChanges.ts';
import { reviewMarkdown } from '../../review/markdown.ts';
import type { BranchReading } from '../../session/review/readReview.ts';
import { compareReviewedValues } from '../../session/review/reviewedValues.ts';
import { sendReviewed, unshownChanges } from '../../session/review/sendReviewed.ts';
import type { App } from '../shell/app.ts';
import { showFailure, showStatus, withProgress } from '../shell/notifications.ts';
import { offerSignIn } from '../shell/offerSignIn.ts';
import { withSlowProgress } from '../shell/slowProgress.ts';
import type { ReviewedTests } from '../tests/reviewedTests.ts';
import { fileStatusText } from './cards/changeTexts.ts';
import { unshownCard } from './cards/problemCards.ts';
import { ParentMerges } from './parentMerges.ts';
import type { PromotionPlan } from './promotionPlan.ts';
import { reviewUri } from './reviewDocuments.ts';
import { openLink } from './reviewLinks.ts';
import { failureNotice, pageTexts, type ReviewPageSource, ReviewPanel } from './reviewPanel.ts';
import { changedDefinition, readShown, type ShownReview, shownFrom, statementDiff } from './shownReview.ts';

/** What *Compare Values* may ask. */
const valuesBudget = { queries: 50, slices: 100, ms: 120_000 };

type Form = NonNullable<ReviewContent['form']>;

export class PromotionReview implements Disposable {
  readonly panel: ReviewPanel;
  readonly #app: App;
  readonly #plan: PromotionPlan;
  readonly #lifetime = new Lifetime();
  readonly #closed = this.#lifetime.add(new Emitter<void>());
  #shown: ShownReview;
  readonly #merges: ParentMerges | undefined;
  #form: Form | null;
  #notice: ReviewContent['notice'] = null;
  #status: ReviewContent['status'] = null;
  #isBusy = false;
  /** The last refresh. */
  #refreshed: Promise<void> = Promise.resolve();
  #draft: string | undefined;

  /**
   * Reads the review, and opens its page.
   * @param check refuses a review before it is shown @param restored the page of an earlier window @throws PlatformError, CancelledError
   */
  static async open(
    app: App,
    plan: PromotionPlan,
    check?: (reading: BranchReading) => void,
    restored?: ReviewPanel,
  ): Promise<PromotionReview> {
    const title = vscode.l10n.t('Reviewing {0}', plan.branches.branchName);
    const shown = await withSlowProgress(title, (signal) => readShown(plan, signal));
    check?.(shown.reading);
    return new PromotionReview(app, plan, shown, restored);
  }

  constructor(app: App, plan: PromotionPlan, shown: ShownReview, restored?: ReviewPanel) {
    this.#app = app;
    this.#plan = plan;
    this.#shown = shown;
    this.#form = plan.form;
    this.panel = this.#lifetime.add(restored ?? new ReviewPanel(app, this.#page()));
    restored?.show(this.#page());
    const { branches, builds, mergeParent, tests } = plan;
    this.#lifetime.add(builds.onChange(() => this.#updateBuild()));
    if (tests) this.#lifetime.add(tests.onDidRun(() => void this.#try(() => this.#readResults(tests))));
    const { followed, target } = branches;
    if (followed && mergeParent) {
      this.#merges = this.#lifetime.add(
        new ParentMerges(plan.merges, {
          followed,
          parent: target,
          uriOf: (file, hash) =>
            reviewUri({ ...branches, branchName: target, file, ...(hash !== undefined && { hash }) }),
          onMerged: async (files) => {
            await mergeParent(files);
            await this.refresh();
          },
        }),
      );
    }
    this.panel.panel.onDidDispose(() => {
      this.#closed.fire();
      this.#lifetime.dispose();
    });
  }

  get onClose(): Event<void> {
    return this.#closed.event;
  }

  get content(): ReviewContent {
    return {
      title: this.#plan.title,
      subject: this.#form ? this.#plan.subject : null,
      notice: this.#notice,
      status: this.#status,
      isBusy: this.#isBusy,
      conclusion: this.#shown.conclusion,
      cards: this.#shown.cards,
      form: this.#form,
      texts: pageTexts(vscode.l10n),
    };
  }

  /** What the user typed for another review of the same branch. */
  draftFor(subject: ReviewSubject): string | undefined {
    const keys = ['connectionId', 'deploymentId', 'branchName'] as const;
    const isSame = keys.every((key) => subject[key] === this.#plan.subject[key]);
    return isSame && this.#form ? this.#draft : undefined;
  }

  /** Opens what a text of the page links to. */
  async open(id: string): Promise<void> {
    const link = this.#shown.links.get(id);
    if (link?.kind === 'values') await this.compareValues();
    else if (link?.kind === 'tests') await this.runTests();
    else if (link?.kind === 'conflict' && (await this.#merges?.open(link.file, this.#shown.reading))) return;
    else if (link && link.kind !== 'statements' && link.kind !== 'definition')
      await openLink(link, this.#plan.branches, this.#shown.reading);
  }

  /** Reads everything again. @throws PlatformError, CancelledError */
  async refresh(): Promise<void> {
    if (this.#isBusy || !this.#form) return;
    this.#refreshed = this.#busy(vscode.l10n.t('Reading both branches'), async () => {
      this.#shown = await readShown(this.#plan, this.#lifetime.signal);
      this.#notice = null;
    });
    await this.#refreshed;
  }

  /** The difference of a definition, or of the statements of a member; null if the page has changed since. */
  async readDiff(id: string): Promise<ReviewDiff | null> {
    const link = this.#shown.links.get(id);
    if (link?.kind === 'definition') return changedDefinition(link.change, this.#shown.reading);
    return link?.kind === 'statements' ? statementDiff(link) : null;
  }

  /** Asks both branches for what may differ, within a budget. @throws CancelledError */
  async compareValues(): Promise<void> {
    await withProgress(vscode.l10n.t('Comparing values'), async (cancelled, report) => {
      // The values of a review that is being replaced would be lost.
      await this.#refreshed.catch(() => {});
      const { reading } = this.#shown;
      const signal = AbortSignal.any([cancelled, this.#lifetime.signal]);
      await this.#plan.untilBuilt(signal, report);
      await compareReviewedValues(reading, this.#plan.values, {
        budget: valuesBudget,
        signal,
        onValues: (values) => {
          report(vscode.l10n.t('queries: {0} of {1}', values.length, reading.queries.length));
          this.#show(reading, { values });
        },
        onNumbers: (compared, certificate) => {
          report(vscode.l10n.t('numbers: {0} of {1}', compared, reading.certified?.open.length ?? 0));
          this.#show(reading, { certificate });
        },
      });
    });
  }

  /** Runs the affected tests in the Test Explorer. @throws UserError, CancelledError */
  async runTests(): Promise<void> {
    const { tests, untilBuilt } = this.#plan;
    if (!tests) return;
    await withProgress(vscode.l10n.t('Running the affected tests'), async (cancelled, report) => {
      const signal = AbortSignal.any([cancelled, this.#lifetime.signal]);
      await this.#refreshed.catch(() => {});
      await untilBuilt(signal, report);
      await tests.run(this.#shown.reading, signal);
    });
  }

  /** The merges with the parent; undefined if no folder follows the branch. */
  get merges(): ParentMerges | undefined {
    return this.#merges;
  }

  async copy(): Promise<void> {
    const { reading, values = [], certificate, tests } = this.#shown;
    await vscode.env.clipboard.writeText(reviewMarkdown({ ...reading.review, values, certificate, tests }));
    showStatus(vscode.l10n.t('Copied the review'));
  }

  /** The effect of the page's button. Shows failures and never rejects. */
  async act(answer: ReviewAnswer): Promise<void> {
    const { l10n } = vscode;
    const form = this.#form;
    if (this.#isBusy || !form) return;
    if (answer.message.trim() === '')
      return this.#refuse(l10n.t('Enter a message that describes what changes and why.'));
    if (form.confirmation !== null && !answer.confirmed) {
      return this.#refuse(l10n.t('Select the check box above the button first.'));
    }
    this.#notice = null;
    try {
      const isSent = await this.#busy(form.button, () => this.#send({ ...answer, message: answer.message.trim() }));
      if (isSent) await this.#follow();
    } catch (failure) {
      if (!isCancellation(failure)) await this.#fail(failure);
    }
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  /** @returns false if one of the branches moved; then the page shows what is new */
  async #send(answer: ReviewAnswer): Promise<boolean> {
    const { signal } = this.#lifetime;
    const { reading } = this.#shown;
    await this.#plan.beforeSend?.();
    // Closing the page does not stop a merge that is sent.
    const sent = await sendReviewed(this.#plan.source, reading, () => this.#plan.send(answer), signal);
    if (!sent) {
      this.#shown = await readShown(this.#plan, signal);
      this.#notice = this.#newsSince(reading);
      return false;
    }
    showStatus(sent.done);
    this.#form = null;
    this.#notice = null;
    this.#status = { tone: 'good', text: sent.done };
    this.panel.update();
    await this.#showUnshown();
    return true;
  }

  async #showUnshown(): Promise<void> {
    const { reading, cards } = this.#shown;
    try {
      const now = await this.#plan.source.target.list(this.#lifetime.signal);
      const unshown = unshownCard(unshownChanges(reading, now), this.#plan.branches.target, vscode.l10n);
      this.#shown = { ...this.#shown, unshown, cards: [...unshown, ...cards] };
    } catch (failure) {
      if (!isCancellation(failure)) this.#app.log.warn(`The merged branch was not read: ${messageOf(failure)}`);
    }
  }

  #newsSince({ before, after }: Pick<BranchReading, 'before' | 'after'>): ReviewContent['notice'] {
    const { l10n } = vscode;
    const { reading } = this.#shown;
    const { target, branchName } = this.#plan.branches;
    const lines = [
      ...fileChanges(before, reading.before).map((change) => ({ branch: target, change })),
      ...fileChanges(after, reading.after).map((change) => ({ branch: branchName, change })),
    ].map(({ branch, change }) => l10n.t('{0} on {1}: {2}', change.path, branch, fileStatusText(change, l10n)));
    const text = l10n.t('Nothing was sent: a branch changed after you opened this review. The review shows it now.');
    return { tone: 'warning', text, lines };
  }

  #show(reading: BranchReading, more: Partial<Pick<ShownReview, 'values' | 'certificate' | 'tests' | 'build'>>): void {
    // A newer review has other values and results.
    if (this.#shown.reading !== reading) return;
    this.#shown = shownFrom(this.#plan, { ...this.#shown, ...more });
    this.panel.update();
  }

  #updateBuild(): void {
    const build = this.#plan.builds.value.get(this.#plan.branches.branchName);
    if (this.#form && !this.#isBusy && build !== this.#shown.build) this.#show(this.#shown.reading, { build });
  }

  async #readResults(tests: ReviewedTests): Promise<void> {
    const { reading } = this.#shown;
    this.#show(reading, { tests: await tests.read(reading) });
  }

  async #follow(): Promise<void> {
    const done = this.#status?.text ?? '';
    const report = (text: string) => {
      this.#status = { tone: 'good', text: `${done}. ${text}` };
      this.panel.update();
    };
    const end = await this.#plan.follow(report);
    if (end === undefined) return;
    report(end);
    if (!this.panel.isVisible) this.#plan.showEnd(end);
  }

  /** On the page if the user sees it. A notification would say the same a second time. */
  async #fail(failure: unknown): Promise<void> {
    const notice = failureNotice(failure, vscode.l10n);
    this.#notice = notice;
    this.panel.update();
    if (!notice || !this.panel.isVisible) return showFailure(failure, this.#app);
    this.#app.log.error(messageOf(failure));
    offerSignIn(failure, this.#app);
  }

  #page(): ReviewPageSource {
    const content = () => this.content;
    return {
      get content() {
        return content();
      },
      open: (id) => this.#try(() => this.open(id)),
      readDiff: (id) => this.readDiff(id),
      refresh: () => this.#try(() => this.refresh()),
      copy: () => this.#try(() => this.copy()),
      draft: (message) => {
        this.#draft = message;
      },
      act: (answer) => this.act(answer),
    };
  }

  #refuse(text: string): void {
    this.#notice = { tone: 'error', text, lines: [] };
    this.panel.update();
  }

  async #busy<T>(text: string, work: () => Promise<T>): Promise<T> {
    this.#isBusy = true;
    this.#status = { tone: 'plain', text };
    this.panel.update();
    try {
      return await work();
    } finally {
      this.#isBusy = false;
      if (this.#status?.text === text) this.#status = null;
      this.#updateBuild();
      this.panel.update();
    }
  }

  async #try(run: () => Promise<void>): Promise<void> {
    await run().catch((failure: unknown) => showFailure(failure, this.#app));
  }
}
