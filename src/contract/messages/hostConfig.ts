/** What the host page is told about the dashboard it hosts, and what it tells about itself. Never holds a session id, a token or a key. */

import * as z from 'zod/mini';
import { EmbedTheme } from './actions.ts';
import { Surface } from './envelope.ts';

export const FilterChoice = z.object({
  view: z.string(),
  dimension: z.string(),
  operator: z.string(),
  values: z.array(z.union([z.string(), z.number(), z.boolean()])),
});
export type FilterChoice = z.output<typeof FilterChoice>;

/** What a person chose on the page; the extension keeps it for the next time this dashboard is opened. */
export const HostOptions = z.object({
  /** The branch the session queries; null means production. */
  branch: z.nullable(z.string()),
  /** `follow` the editor, or stay with one scheme whatever the editor shows. */
  theme: z.enum(['follow', 'light', 'dark', 'auto']),
  /** A language code; null leaves it to the platform. */
  locale: z.nullable(z.string()),
  /** An IANA zone; null leaves it to the platform. */
  timezone: z.nullable(z.string()),
  filters: z.array(FilterChoice),
});
export type HostOptions = z.output<typeof HostOptions>;

export const BranchChoice = z.object({
  /** null for production, which is no branch of a session. */
  name: z.nullable(z.string()),
  kind: z.enum(['production', 'staging', 'dev']),
  label: z.string(),
});
export type BranchChoice = z.output<typeof BranchChoice>;

export const EditorTheme = z.object({
  scheme: z.enum(['light', 'dark']),
  /** The editor's colours as a brand theme, for `set-theme`. */
  embedTheme: EmbedTheme,
});
export type EditorTheme = z.output<typeof EditorTheme>;

export const Freshness = z.object({
  /** The dashboard no longer shows what the files say. */
  stale: z.boolean(),
  /** Why, in one sentence: `The model does not compile.` */
  reason: z.nullish(z.string()),
});
export type Freshness = z.output<typeof Freshness>;

/** Where the page runs: in the editor's webview or in the outside browser. */
export const HostEnvironment = z.enum(['editor', 'browser']);
export type HostEnvironment = z.output<typeof HostEnvironment>;

export const SessionPhase = z.enum(['none', 'minting', 'loading', 'active', 'expiring', 'expired', 'failed']);
export type SessionPhase = z.output<typeof SessionPhase>;

/** Why the embed is not shown. */
export const HostProblem = z.enum(['not-framed', 'mint-forbidden', 'mint-failed', 'embed-error', 'misconfigured']);
export type HostProblem = z.output<typeof HostProblem>;

/** What the toolbar asks of a page beside changing its options. */
export const HostCommand = z.enum(['refresh', 'reload', 'renew', 'back', 'forward']);
export type HostCommand = z.output<typeof HostCommand>;

/** The page as it is now. */
export const HostState = z.object({
  environment: HostEnvironment,
  phase: SessionPhase,
  /** The embed said that it is ready, in this load. */
  ready: z.boolean(),
  /** The embed said that everything is painted, in this load or since the last refresh. */
  loaded: z.boolean(),
  loadDurationMs: z.nullable(z.number()),
  widgetCount: z.nullable(z.number()),
  problem: z.nullable(HostProblem),
  /** When the session stops working, in milliseconds of the epoch; null while unknown or without a session. */
  endsAt: z.nullable(z.number()),
  canGoBack: z.boolean(),
  canGoForward: z.boolean(),
  path: z.nullable(z.string()),
  stale: z.boolean(),
  options: HostOptions,
  /** Messages since the page opened. */
  counts: z.object({
    accepted: z.number(),
    unknown: z.number(),
    ignored: z.number(),
    sent: z.number(),
    queued: z.number(),
    /** How often `dashboard-loaded` came. */
    loads: z.number(),
    renewals: z.number(),
  }),
});
export type HostState = z.output<typeof HostState>;

export const HostConfig = z.object({
  environment: HostEnvironment,
  title: z.string(),
  deploymentName: z.string(),
  /** The one origin that is framed, heard and spoken to: `https://acme.example`. */
  tenantOrigin: z.string().check(z.regex(/^https?:\/\/[^/?#]+$/)),
  /** Prefix of the message names; `svc` on the hosted platform. */
  protocolPrefix: z.string(),
  surface: Surface,
  /** `signed` mints a session for each load; `private` relies on the viewer's own sign-in. */
  mode: z.enum(['signed', 'private']),
  /** Path of the embedded page without its query: `/embed/dashboard/abc`. */
  embedPath: z.string().check(z.startsWith('/')),
  publicId: z.nullable(z.string()),
  branches: z.array(BranchChoice),
  locales: z.array(z.object({ code: z.string(), label: z.string() })),
  /** Language of the editor, for dates and numbers. */
  editorLocale: z.string(),
  theme: EditorTheme,
  options: HostOptions,
  freshness: Freshness,
  /** Puts `allowExport=true` into the embed's address, which shows its own download actions. */
  allowExport: z.boolean(),
  canExport: z.boolean(),
  /** Whether the dashboard may be embedded: null where the person may not change it. */
  embedding: z.nullable(z.boolean()),
  comments: z.boolean(),
  /** How long the embed may take to say that it is ready, in milliseconds. */
  readyTimeoutMs: z.number(),
  /** The tenant's page refuses to be framed here, by this header: it is not tried. */
  notFramed: z.nullish(z.string()),
  /** For the editor's page: the one in the outside browser, as it is now; null while there is none. */
  outside: z.nullable(HostState),
  /** Show a measure's definition at once when the viewer drills into it. */
  followDrilldown: z.boolean(),
  /** What the editor keeps for this page over a reload of the window, handed to it as it is. */
  remember: z.record(z.string(), z.unknown()),
  /** Translations by the English string; English where one is missing. */
  texts: z.record(z.string(), z.string()),
});
export type HostConfig = z.output<typeof HostConfig>;

/** A part of the configuration that changed while the page is open. */
export const HostConfigChange = z.partial(HostConfig);
export type HostConfigChange = z.output<typeof HostConfigChange>;
