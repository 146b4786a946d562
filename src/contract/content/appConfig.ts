/** The account's configuration of the app and its theme. Spec: “Configuration records”, “Embed”, group F. */

import * as z from 'zod/mini';
import { operation } from '../definition/operation.ts';
import { record } from '../definition/record.ts';
import { deprecated } from '../definition/shapes.ts';

const flag = z.nullish(z.boolean());
const text = z.nullish(z.string());
/** Values by name: `primaryColor` and so on. */
const palette = z.nullish(record(z.string(), z.unknown()));
const colorScheme = z.nullish(record(z.string(), z.unknown()));

const AppTheme = z.looseObject({
  palette,
  logoUrl: text,
  /** Deprecated: `palette` and `logoUrl` replace it. */
  light: deprecated(colorScheme),
  /** Deprecated: `palette` and `logoUrl` replace it. */
  dark: deprecated(colorScheme),
});
export type AppTheme = z.output<typeof AppTheme>;

const CreatorMode = z.looseObject({
  localizedTitles: z.nullish(z.array(z.looseObject({ locale: z.string(), value: z.string() }))),
  showGeneratedSql: flag,
  showSemanticSql: flag,
});

/** The account's level of what a session of embedding can set for itself. */
const EmbedSettings = z.looseObject({
  locale: text,
  showDashboardChat: flag,
  allowAi: flag,
  showAiWidgets: flag,
  showWorkbookChat: flag,
  /** Whether embedded published dashboards allow comments. */
  enableDashboardComments: flag,
});

const AppConfigResponse = z.looseObject({
  appTheme: z.nullish(AppTheme),
  /** Whether the theme also applies to embedded pages whose session has none. */
  applyThemeGlobally: flag,
  creatorMode: z.nullish(CreatorMode),
  embedding: z.nullish(EmbedSettings),
  sheetsUi: z.nullish(z.looseObject({ showAppliedFilters: flag })),
  sheetsAgentChatEnabled: flag,
  timezoneSettings: z.nullish(z.looseObject({ timezone: text })),
});
export type AppConfig = z.output<typeof AppConfigResponse>;

/** By the names of the specification, for the OpenAPI document. */
export const appConfigSchemas = {
  AppConfigResponse,
  AppTheme,
  CreatorMode,
  EmbedSettings,
};

export const appConfigOperations = {
  getAppConfig: operation({
    id: 'getAppConfig',
    group: 'F',
    method: 'GET',
    path: '/api/v1/app-config',
    summary: 'Read the account’s configuration of the app',
    response: AppConfigResponse,
    access: 'viewer',
  }),
  getAppTheme: operation({
    id: 'getAppTheme',
    group: 'F',
    method: 'GET',
    path: '/api/v1/app-theme',
    summary: 'Read the account’s theme of the app',
    response: AppTheme,
    access: 'viewer',
  }),
};
