/**
 * The review before a branch is committed or merged. A branch that moved in between is shown and confirmed again, and what a later
 * move brought to the target is shown after the merge.
 */

import * as vscode from 'vscode';
import { isCancellation, messageOf } from '../../base/errors.ts';
import { Emitter, type Event } from '../../base/event.ts';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import type { BuildStatus } from '../../contract/deployments/runtime.ts';
import type { ReviewAnswer, ReviewContent, ReviewSubject } from '../../contract/messages/reviewChannel.ts';
import type { QueryTarget } from '../../query/run/runQuery.ts';
import { fileChanges } from '../../review/fileChanges.ts';
import { reviewMarkdown } from '../../review/markdown.ts';
import type { TestOutcome } from '../../review/review.ts';
import { BranchValues, type ValueChange, valueChanges } from '../../review/valueChanges.ts';
import type { BuildWatch } from '../../session/buildWatch.ts';
import { type BranchReading, type ReviewSource, readReview } from '../../session/review/readReview.ts';
import { sendReviewed, unshownChanges } from '../../session/review/sendReviewed.ts';
import { buildAppearance } from '../deployments/buildAppearance.ts';
import type { App } from '../shell/app.ts';
import { showFailure, showStatus, withProgress } from '../shell/notifications.ts';
import { offerSignIn } from '../shell/offerSignIn.ts';
import { withSlowProgress } from '../shell/slowProgress.ts';
import type { OpenMerges } from '../sync/openMerges.ts';
import type { ReviewedTests } from '../tests/reviewedTests.ts';
import { fileStatusText } from './changeTexts.ts';
import { ParentMerges } from './parentMerges.ts';
import { reviewUri } from './reviewDocuments.ts';
import { openLink, type ReviewedBranches } from './reviewLinks.ts';
import { failureNotice, pageCommands, ReviewPanel, type ShownReview } from './reviewPanel.ts';
import { type LinkTarget, reviewSections, unshownSections } from './reviewSections.ts';

/** For one comparison of values. */
const valueBudget = { queries: 50, ms: 120_000 };

type Form = NonNullable<ReviewContent['form']>;

/** The subject of the review, and the effect of its button. */
export interface PromotionPlan {
  subject: ReviewSubject;
  title: string;
  form: Form;
  branches: ReviewedBranches;
  source: ReviewSource;
  /** Brings merged files onto the branch, so that they do not conflict any more; undefined if that is not possible. */
  mergeParent: ((files: readonly string[]) => Promise<void>) | undefined;
  merges: OpenMerges;
  /** The targets of the queries that compare values. */
  values: Record<'before' | 'after', Omit<QueryTarget, 'as'>>;
  /** Until the branch answers with the model that the review shows. @throws UserError if its build failed */
  untilBuilt: (signal: AbortSignal, report: (text: string) => void) => Promise<void>;
  builds: BuildWatch;
  /** Undefined if the project has no tests, or no folder follows the branch. */
  tests: ReviewedTests | undefined;
  /** Before the branches are compared with the review for the last time. @throws CancelledError */
  beforeSend: (() => Promise<void>) | undefined;
  /** Commits or merges. @returns what happened. @throws UserError when the platform refuses */
  send(answer: ReviewAnswer): Promise<string>;
  /** Follows the builds that `send` starts. @returns how they ended; undefined: nothing to tell */
  follow(report: (text: string) => void): Promise<string | undefined>;
  /** Says it to a user who does not look at the page, with the next step. */
  showEnd(text: string): void;
}

interface Shown {
  reading: BranchReading;
  values: readonly ValueChange[] | undefined;
  tests: readonly TestOutcome[] | undefined;
  /** The build of the branch; after a merge, which may delete the branch, the one from before. */
  build: BuildStatus | undefined;
  /** What came to the target together with the merge. */
  unshown: ReviewContent['sections'];
  sections: ReviewContent['sections'];
  links: ReadonlyMap<string, LinkTarget>;
}

export class PromotionReview implements Disposable {
  readonly panel: ReviewPanel;
  readonly #app: App;
  readonly #plan: PromotionPlan;
  readonly #lifetime = new Lifetime();
  readonly #closed = this.#lifetime.add(new Emitter<void>());
  #shown: Shown;
  readonly #merges: ParentMerges | undefined;
  #form: Form | null;
  #notice: ReviewContent['notice'] = null;
  #status: ReviewContent['status'] = null;
  #isBusy = false;
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
    const shown = await withSlowProgress(title, (signal) => read(plan, signal));
    check?.(shown.reading);
    return new PromotionReview(app, plan, shown, restored);
  }

  constructor(app: App, plan: PromotionPlan, shown: Shown, restored?: ReviewPanel) {
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
      sections: this.#shown.sections,
      form: this.#form,
      commands: pageCommands(vscode.l10n),
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
    else if (link) await openLink(link, this.#plan.branches, this.#shown.reading);
  }

  /** Reads everything again. @throws PlatformError, CancelledError */
  async refresh(): Promise<void> {
    if (this.#isBusy || !this.#form) return;
    await this.#busy(vscode.l10n.t('Reading both branches'), async () => {
      this.#shown = await read(this.#plan, this.#lifetime.signal);
      this.#notice = null;
    });
  }

  /** Runs the affected queries on both branches, within a budget. @throws CancelledError */
  async compareValues(): Promise<void> {
    const { reading } = this.#shown;
    const { queries } = reading;
    const values: ValueChange[] = [];
    const before = new BranchValues(this.#plan.values.before);
    const after = new BranchValues(this.#plan.values.after);
    const title = vscode.l10n.t('Comparing values of {0} queries', queries.length);
    try {
      await withProgress(title, async (cancelled, report) => {
        const signal = AbortSignal.any([cancelled, this.#lifetime.signal]);
        await this.#plan.untilBuilt(signal, report);
        await valueChanges(queries, {
          before,
          after,
          budget: valueBudget,
          signal,
          onResult: (value) => {
            values.push(value);
            report(vscode.l10n.t('{0} of {1}', values.length, queries.length));
            this.#show(reading, { values: [...values] });
          },
        });
      });
    } finally {
      before.dispose();
      after.dispose();
    }
  }

  /** Runs the affected tests in the Test Explorer. @throws UserError, CancelledError */
  async runTests(): Promise<void> {
    const { tests, untilBuilt } = this.#plan;
    if (!tests) return;
    await withProgress(vscode.l10n.t('Running the affected tests'), async (cancelled, report) => {
      const signal = AbortSignal.any([cancelled, this.#lifetime.signal]);
      await untilBuilt(signal, report);
      await tests.run(this.#shown.reading, signal);
    });
  }

  /** The merges with the parent; undefined if no folder follows the branch. */
  get merges(): ParentMerges | undefined {
    return this.#merges;
  }

  async copy(): Promise<void> {
    const { reading, values = [], tests } = this.#shown;
    await vscode.env.clipboard.writeText(reviewMarkdown({ ...reading.review, values, tests }));
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
      this.#shown = await read(this.#plan, signal);
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
    const { reading, sections } = this.#shown;
    try {
      const now = await this.#plan.source.target.list(this.#lifetime.signal);
      const unshown = unshownSections(unshownChanges(reading, now), this.#plan.branches.target, vscode.l10n);
      this.#shown = { ...this.#shown, unshown, sections: [...unshown, ...sections] };
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

  #show(reading: BranchReading, more: Partial<Pick<Shown, 'values' | 'tests' | 'build'>>): void {
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
    if (!this.panel.isVisible) this.#plan.showEnd(vscode.l10n.t('{0}. All users get the change now.', end));
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

  #page(): ShownReview {
    const content = () => this.content;
    return {
      get content() {
        return content();
      },
      open: (id) => this.#try(() => this.open(id)),
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

async function read(plan: PromotionPlan, signal: AbortSignal): Promise<Shown> {
  // Without an answer, the page shows no build.
  const build = plan.builds.readAndFollow(plan.branches.branchName, signal).catch(() => {});
  const [reading] = await Promise.all([readReview(plan.source, signal), build]);
  const tests = await plan.tests?.read(reading);
  const latest = plan.builds.value.get(plan.branches.branchName);
  return shownFrom(plan, { reading, values: undefined, tests, build: latest, unshown: [] });
}

function shownFrom({ branches }: PromotionPlan, shown: Omit<Shown, 'sections' | 'links'>): Shown {
  const { reading, values, tests, unshown } = shown;
  const links = new Map<string, LinkTarget>();
  const link = (to: LinkTarget) => {
    const id = String(links.size + 1);
    links.set(id, to);
    return id;
  };
  const { l10n, env } = vscode;
  const build = shown.build && buildAppearance(shown.build, l10n);
  const options = { ...branches, build, values, tests, language: env.language, link, l10n };
  return { ...shown, links, sections: [...unshown, ...reviewSections(reading, options)] };
}
