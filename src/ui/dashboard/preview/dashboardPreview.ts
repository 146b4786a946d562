/** One preview of a dashboard, app or chat: its state, its configuration and its reactions to saves and branch changes. */

import * as vscode from 'vscode';
import type { Port } from '../../../base/channel.ts';
import { messageOf } from '../../../base/errors.ts';
import { type Observable, Value } from '../../../base/event.ts';
import { type Disposable, Lifetime } from '../../../base/lifetime.ts';
import type { DimensionView } from '../../../contract/messages/hostChannel.ts';
import type {
  HostConfig,
  HostConfigChange,
  HostEnvironment,
  HostOptions,
  HostState,
} from '../../../contract/messages/hostConfig.ts';
import { embedPath, messagePrefix } from '../../../session/dashboard/embedAddress.ts';
import { readFraming } from '../../../session/dashboard/framing.ts';
import { filterDimensions } from '../../../session/dashboard/modelMembers.ts';
import { type PreviewProfile, profileChoices, readProfile } from '../../../session/dashboard/previewProfiles.ts';
import type { PreviewMode, PreviewState } from '../../../session/dashboard/previewState.ts';
import type { BoundFolder } from '../../../session/folders.ts';
import type { SaveOutcome } from '../../../session/savedChanges.ts';
import { followSaves } from '../../folders/followSaves.ts';
import type { App } from '../../shell/app.ts';
import { forCurrent } from '../../shell/observe.ts';
import { onSettingChange, readSetting } from '../../shell/settings.ts';
import { branchChoices, followedBranchName } from './branchChoices.ts';
import { defaultTheme } from './defaultTheme.ts';
import { openMember } from './openMember.ts';
import { PreviewFreshness } from './previewFreshness.ts';
import { type HandledPreview, type PreviewActions, previewHandlers } from './previewHandlers.ts';
import { inEditor, type PageFilter, PreviewPages } from './previewPages.ts';
import { PreviewPlatform } from './previewPlatform.ts';

const readyTimeoutMs = 10_000;
const framingTimeoutMs = 3_000;
/** The languages of a dashboard. */
const languages = ['en', 'de', 'es', 'fr', 'it', 'ja', 'ko', 'nl', 'pl', 'pt-BR', 'ru', 'tr', 'uk', 'zh-CN'];

export class DashboardPreview implements HandledPreview, Disposable {
  readonly state: Value<PreviewState>;
  readonly app: App;
  readonly actions: PreviewActions;
  readonly platform: PreviewPlatform;
  readonly pages: PreviewPages;
  readonly freshness: PreviewFreshness;
  readonly #lifetime = new Lifetime();
  /** The user of the sessions, to notice a change of the settings. */
  #shownAs: string;

  constructor(app: App, state: PreviewState, actions: PreviewActions) {
    this.app = app;
    this.actions = actions;
    this.state = this.#lifetime.add(new Value(state));
    const { connectionId, subject } = state;
    this.platform = this.#lifetime.add(
      new PreviewPlatform(app.connections, connectionId, subject, () => this.#profile),
    );
    this.pages = this.#lifetime.add(
      new PreviewPages((what) => app.log.debug(`The dashboard page missed a notification. ${what}`)),
    );
    this.freshness = new PreviewFreshness(this.pages);
    this.#lifetime.add(this.freshness.value.onChange((freshness) => this.pages.notify('markFreshness', freshness)));
    this.#lifetime.add(
      vscode.window.onDidChangeActiveColorTheme((theme) => this.change({ theme: defaultTheme(theme.kind) })),
    );
    this.#shownAs = this.#profileText;
    const profileSettings = ['dataModel.dashboard.profiles', 'dataModel.dashboard.embedTenant'] as const;
    this.#lifetime.add(onSettingChange(profileSettings, () => this.#profilesChanged()));
    const { folder } = this;
    if (folder) {
      this.#lifetime.add(followSaves(folder, (outcome, branchName) => this.#afterSave(outcome, branchName)));
      const branchChanged = () => this.#branchChanged(folder);
      this.#lifetime.add(
        forCurrent(folder.session, ({ sync }, whileOpen) => void whileOpen.add(sync.onChange(branchChanged))),
      );
    }
  }

  /** The last state that a page reported; undefined until the first report. */
  get page(): Observable<HostState | undefined> {
    return this.pages.latest;
  }

  get options(): HostOptions {
    return this.state.value.options;
  }

  get title(): string {
    const { surface, publicId } = this.state.value.subject;
    if (surface === 'app') return vscode.l10n.t('Analytics App');
    return surface === 'chat' ? vscode.l10n.t('Analytics Chat') : vscode.l10n.t('Dashboard {0}', publicId ?? '');
  }

  /** The title of its tab: what it shows, and as whom. */
  get tabTitle(): string {
    const { mode, options } = this.state.value;
    const { title } = this;
    return mode === 'private' || options.profile === null ? title : vscode.l10n.t('{0} as {1}', title, options.profile);
  }

  /** The scope of the settings. */
  get scope(): vscode.Uri | undefined {
    return this.folder && vscode.Uri.file(this.folder.workspaceFolder);
  }

  /** The bound folder with the dashboard's model. */
  get folder(): BoundFolder | undefined {
    const { folder, connectionId, subject } = this.state.value;
    const bound = this.app.folders.list.value.filter(
      ({ binding }) => binding.connectionId === connectionId && binding.deploymentId === subject.deploymentId,
    );
    return bound.find(({ workspaceFolder }) => workspaceFolder === folder) ?? bound[0];
  }

  /** The origin of the embedded page. @throws UserError without the connection */
  async tenantOrigin(): Promise<string> {
    return (await this.platform.open()).address.origin;
  }

  /** Serves the page at the other end of `port`. */
  attach(environment: HostEnvironment, port: Port): Disposable {
    return this.pages.attach(environment, port, (page) => previewHandlers(this, page));
  }

  /** Runs the queries of all open pages again. */
  refresh(): void {
    this.freshness.markFresh();
    this.pages.notify('refresh', {});
  }

  setVisible(visible: boolean): void {
    this.pages.notify('visibility', { visible }, inEditor);
  }

  /** Stores the options and applies them to the other pages. */
  choose(options: HostOptions, to?: PageFilter): void {
    const isOtherUser = options.profile !== this.options.profile;
    const mine = options.branch !== null && options.branch === followedBranchName(this.folder);
    this.#update({ options, mine });
    this.change({ remember: this.#remembered() });
    this.change({ options }, to);
    if (!isOtherUser) return;
    this.#shownAs = this.#profileText;
    this.#updateComments();
  }

  /** Shows the page as the user of a profile; null: of the editor. @throws PlatformError if the platform does not answer */
  async showAs(profile: string | null): Promise<void> {
    if (this.state.value.mode === 'private') await this.setMode('signed');
    this.choose({ ...this.options, profile });
  }

  /** Shows the definition of a measure. @throws UserError if the model does not define it */
  async openDefinition(member: string): Promise<void> {
    await openMember(this.folder, member, this.actions.editorColumn());
  }

  /** @throws PlatformError if the platform does not answer */
  async setMode(mode: PreviewMode): Promise<void> {
    this.#update({ mode });
    this.change({ mode, comments: await this.#hasComments(), remember: this.#remembered() });
  }

  async filterDimensions(): Promise<DimensionView[]> {
    const session = await this.folder?.open();
    await session?.loadModel();
    return session ? filterDimensions(session.model.project.open) : [];
  }

  async configFor(environment: HostEnvironment): Promise<HostConfig> {
    const { deployment, platform, access, address } = await this.platform.open();
    const { subject, mode, options } = this.state.value;
    const path = embedPath(platform.client.baseUrl, subject);
    const [branches, deploymentName, notFramed] = await Promise.all([
      branchChoices(deployment, this.folder?.session.value?.branchName, options.branch),
      this.platform.deploymentName(),
      environment === 'editor' ? framingBlockedBy(`${address.origin}${path}`) : undefined,
    ]);
    return {
      environment,
      title: this.title,
      deploymentName,
      tenantOrigin: address.origin,
      protocolPrefix: messagePrefix(readSetting('dataModel.dashboard.messagePrefix', this.scope)),
      surface: subject.surface,
      mode,
      embedPath: path,
      publicId: subject.publicId ?? null,
      branches,
      profiles: this.#profiles,
      locales: localeChoices(vscode.env.language),
      editorLocale: vscode.env.language,
      theme: defaultTheme(vscode.window.activeColorTheme.kind),
      options,
      freshness: this.freshness.value.value,
      allowExport: true,
      canExport: subject.surface === 'dashboard',
      embedding: access.embedding,
      comments: await this.#hasComments(),
      readyTimeoutMs,
      texts: pageTexts(),
      remember: this.#remembered(),
      followDrilldown: readSetting('dataModel.dashboard.followDrilldown'),
      notFramed: notFramed ?? null,
      outside: environment === 'editor' ? this.pages.outside : null,
    };
  }

  change(change: HostConfigChange, to?: PageFilter): void {
    this.pages.notify('configChanged', change, to);
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  async #hasComments(): Promise<boolean> {
    const { subject, mode } = this.state.value;
    return subject.surface === 'dashboard' && mode === 'signed' && (await this.platform.open()).access.hasTenant;
  }

  #updateComments(): void {
    this.#hasComments().then(
      (comments) => this.change({ comments }),
      (failure: unknown) => this.app.log.warn(`The comments of the dashboard were not updated: ${messageOf(failure)}`),
    );
  }

  get #profiles(): HostConfig['profiles'] {
    return profileChoices(readSetting('dataModel.dashboard.profiles', this.scope));
  }

  /** @throws UserError for a profile that is missing or not valid */
  get #profile(): PreviewProfile {
    const profiles = readSetting('dataModel.dashboard.profiles', this.scope);
    return readProfile(profiles, this.options.profile, readSetting('dataModel.dashboard.embedTenant', this.scope));
  }

  get #profileText(): string {
    try {
      return JSON.stringify(this.#profile);
    } catch (failure) {
      return messageOf(failure);
    }
  }

  #profilesChanged(): void {
    this.change({ profiles: this.#profiles });
    const before = this.#shownAs;
    this.#shownAs = this.#profileText;
    if (before === this.#shownAs || this.state.value.mode === 'private') return;
    this.pages.notify('reload', {});
    this.#updateComments();
  }

  #update(change: Partial<PreviewState>): void {
    this.state.update((state) => ({ ...state, ...change, changes: state.changes + 1 }));
  }

  #remembered(): Record<string, unknown> {
    return { ...this.state.value };
  }

  #afterSave(outcome: SaveOutcome, branchName: string): void {
    if (this.options.branch !== branchName) return;
    if (outcome.kind === 'stale') this.freshness.markStale(outcome, branchName);
    else if (readSetting('dataModel.dashboard.refreshOnSave', this.scope)) this.refresh();
    else this.freshness.markOutdated(branchName);
  }

  /** Follows the folder to its new dev branch, if the preview shows the folder's branch. */
  #branchChanged(folder: BoundFolder): void {
    const branchName = followedBranchName(folder);
    const { mine, options } = this.state.value;
    const follows = mine && branchName !== undefined && branchName !== options.branch;
    if (follows) this.#update({ options: { ...options, branch: branchName } });
    if (this.pages.isEmpty) return;
    this.#updateBranches(branchName, follows).catch((failure: unknown) =>
      this.app.log.warn(`The branch list of the dashboard was not updated: ${messageOf(failure)}`),
    );
  }

  async #updateBranches(branchName: string | undefined, follows: boolean): Promise<void> {
    const { deployment } = await this.platform.open();
    const branches = await branchChoices(deployment, branchName, this.options.branch);
    this.change({ branches, ...(follows ? { options: this.options, remember: this.#remembered() } : {}) });
  }
}

/** The response header that forbids framing in the editor; undefined if none does or the headers cannot be read. @param url without a session id */
async function framingBlockedBy(url: string): Promise<string | undefined> {
  try {
    const isWebEditor = vscode.env.uiKind === vscode.UIKind.Web;
    const { header, certain } = await readFraming(url, { isWebEditor, signal: AbortSignal.timeout(framingTimeoutMs) });
    return certain ? header : undefined;
  } catch {
    return undefined;
  }
}

/** Translations by the English text. */
function pageTexts(): Record<string, string> {
  return { ...vscode.l10n.bundle };
}

function localeChoices(language: string): { code: string; label: string }[] {
  const names = new Intl.DisplayNames([language], { type: 'language' });
  return languages.map((code) => ({ code, label: names.of(code) ?? code }));
}
