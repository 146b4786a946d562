/** Answers the requests of a preview's page. Session ids only pass through. */

import * as vscode from 'vscode';
import { redact } from '../../../base/redact.ts';
import type { DimensionView, pageRequests } from '../../../contract/messages/hostChannel.ts';
import type {
  HostConfig,
  HostConfigChange,
  HostEnvironment,
  HostOptions,
} from '../../../contract/messages/hostConfig.ts';
import type { Handlers } from '../../../contract/messages/typedRequests.ts';
import type { Connection } from '../../../session/connection.ts';
import { Comments } from '../../../session/dashboard/comments.ts';
import { exportSubject } from '../../../session/dashboard/exportSubject.ts';
import type { PreviewMode } from '../../../session/dashboard/previewState.ts';
import type { App } from '../../shell/app.ts';
import { offerSignIn } from '../../shell/offerSignIn.ts';
import { commentHandlers } from './commentHandlers.ts';
import { defaultTheme } from './defaultTheme.ts';
import { exportDashboard } from './exportDashboard.ts';
import type { PreviewFreshness } from './previewFreshness.ts';
import { answerOf } from './previewMessages.ts';
import type { Page, PageFilter, PreviewPages } from './previewPages.ts';
import type { PreviewPlatform } from './previewPlatform.ts';

/** The services that a preview needs from the window that shows it. */
export interface PreviewActions {
  /** The column for a definition, so that the dashboard stays visible. */
  editorColumn(): vscode.ViewColumn;
  openOutside(): Promise<void>;
  pickProfile(): Promise<void>;
  enterAdminKey(connection: Connection): Promise<void>;
}

/** The preview as its handlers use it. */
export interface HandledPreview {
  readonly app: App;
  readonly actions: PreviewActions;
  readonly platform: PreviewPlatform;
  readonly pages: PreviewPages;
  readonly freshness: PreviewFreshness;
  readonly title: string;
  readonly options: HostOptions;
  configFor(environment: HostEnvironment): Promise<HostConfig>;
  filterDimensions(): Promise<DimensionView[]>;
  choose(options: HostOptions, to: PageFilter): void;
  setMode(mode: PreviewMode): Promise<void>;
  openDefinition(member: string): Promise<void>;
  change(change: HostConfigChange): void;
}

export function previewHandlers(preview: HandledPreview, page: Page): Handlers<typeof pageRequests> {
  const { app, actions, platform, pages, freshness } = preview;
  const access = async () => (await platform.open()).access;
  const offer = (failure: unknown) => offerSignIn(failure, app);
  const answer = <T extends object>(work: () => Promise<T>) => answerOf(work, vscode.l10n, offer);
  const done = (work: () => Promise<unknown>) =>
    answer(async () => {
      await work();
      return {};
    });
  return {
    loadConfig: async () => {
      const config = await preview.configFor(page.environment);
      page.loaded = true;
      return config;
    },
    mintSession: ({ branch }, signal) =>
      answer(async () => {
        const { access } = await platform.open();
        const before = access.embedding;
        try {
          return { sessionId: await access.mint(branch, signal) };
        } finally {
          if (access.embedding !== before) preview.change({ embedding: access.embedding });
        }
      }),
    exportDashboard: ({ format, branch }, signal) =>
      answer(async () => {
        const { deployment, access } = await platform.open();
        const { locale, timezone, filters } = preview.options;
        const { scheme } = defaultTheme(vscode.window.activeColorTheme.kind);
        const { profile } = preview.options;
        const renderAs =
          profile === null
            ? undefined
            : await exportSubject(profile, await access.profile(), access.platform.admin, signal);
        const request = {
          format,
          branch,
          colorScheme: scheme,
          locale: locale ?? undefined,
          timezone: timezone ?? undefined,
          filters,
          renderAs,
        };
        const client = renderAs ? access.platform.admin : deployment.client;
        const target = { client, builds: deployment.builds, subject: access.subject, title: preview.title };
        const report = (status: string) => void page.send('exportProgress', { status }).catch(() => {});
        return { savedTo: await exportDashboard(target, request, signal, report) };
      }),
    setEmbedding: ({ allow }, signal) =>
      answer(async () => ({ allowed: await (await access()).setEmbedding(allow, signal) })),
    ...commentHandlers(async () => new Comments(await access()), offer),
    openDefinition: ({ member }) => done(() => preview.openDefinition(member)),
    listDimensions: async () => ({ views: await preview.filterDimensions() }),
    saveOptions: (options) => {
      preview.choose(options, (other) => other !== page);
      return {};
    },
    useMode: ({ mode }) => done(() => preview.setMode(mode)),
    pickProfile: () => done(() => actions.pickProfile()),
    enterAdminKey: () => done(async () => actions.enterAdminKey((await platform.open()).connection)),
    openOutside: () => done(() => actions.openOutside()),
    commandOutside: ({ command }) => done(async () => pages.outsidePage()('runCommand', { command })),
    actOutside: (action) => pages.outsidePage()('sendAction', action),
    copyText: async ({ text }) => {
      await vscode.env.clipboard.writeText(text);
      return {};
    },
    log: ({ level, message }) => {
      app.log[level](`Dashboard page: ${redact(message)}`);
      return {};
    },
    stateChanged: (state) => {
      pages.recordState(page, state);
      freshness.pageReported(page, state);
      return {};
    },
  };
}
