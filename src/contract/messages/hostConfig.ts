/** The configuration and the state of the host page. They contain no session id, token or key. */

import * as z from 'zod/mini';
import { record } from '../definition/record.ts';
import { EmbedTheme } from './actions.ts';
import { Surface } from './envelope.ts';

export const FilterChoice = z.object({
  view: z.string(),
  dimension: z.string(),
  operator: z.string(),
  values: z.array(z.union([z.string(), z.number(), z.boolean()])),
});
export type FilterChoice = z.output<typeof FilterChoice>;

/** The user's options on the page. The extension stores them with the preview. */
export const HostOptions = z.object({
  /** The branch that the session queries; null for production. */
  branch: z.nullable(z.string()),
  /** `follow` uses the editor's theme, `auto` the system's. */
  theme: z.enum(['follow', 'light', 'dark', 'auto']),
  /** A language code; null for the platform's default. */
  locale: z.nullable(z.string()),
  /** An IANA time zone; null for the platform's default. */
  timezone: z.nullable(z.string()),
  filters: z.array(FilterChoice),
  /** Name of the preview profile whose user sees the page; null for the user of the editor. */
  profile: z._default(z.nullable(z.string()), null),
});
export type HostOptions = z.output<typeof HostOptions>;

export const BranchChoice = z.object({
  /** Null for production. */
  name: z.nullable(z.string()),
  kind: z.enum(['production', 'staging', 'dev']),
  label: z.string(),
});
export type BranchChoice = z.output<typeof BranchChoice>;

export const ProfileChoice = z.object({
  name: z.string(),
  /** Its sessions have a theme of their own, which the editor's colors must not replace. */
  hasTheme: z.boolean(),
});
export type ProfileChoice = z.output<typeof ProfileChoice>;

export const EditorTheme = z.object({
  scheme: z.enum(['light', 'dark']),
  /** The editor's colors as a payload of `set-theme`. */
  embedTheme: EmbedTheme,
});
export type EditorTheme = z.output<typeof EditorTheme>;

export const Freshness = z.object({
  /** The dashboard does not show the saved model. */
  stale: z.boolean(),
  /** Why, in one sentence: `The model does not compile.` */
  reason: z.nullish(z.string()),
});
export type Freshness = z.output<typeof Freshness>;

/** The page runs in the editor's webview or in the outside browser. */
export const HostEnvironment = z.enum(['editor', 'browser']);
export type HostEnvironment = z.output<typeof HostEnvironment>;

export const SessionPhase = z.enum(['none', 'minting', 'loading', 'active', 'expiring', 'expired', 'failed']);
export type SessionPhase = z.output<typeof SessionPhase>;

/** Why the embedded page is not shown. */
const HostProblem = z.enum(['not-framed', 'mint-forbidden', 'mint-failed', 'embed-error', 'misconfigured']);

/** The toolbar's commands. */
export const HostCommand = z.enum(['refresh', 'reload', 'renew', 'back', 'forward']);
export type HostCommand = z.output<typeof HostCommand>;

/** The current state of the page. */
export const HostState = z.object({
  environment: HostEnvironment,
  phase: SessionPhase,
  /** The embedded page sent `ready` in this load. */
  ready: z.boolean(),
  /** The embedded page sent `dashboard-loaded` in this load or since the last refresh. */
  loaded: z.boolean(),
  loadDurationMs: z.nullable(z.number()),
  widgetCount: z.nullable(z.number()),
  problem: z.nullable(HostProblem),
  /** When the session expires, epoch milliseconds; null while unknown or without a session. */
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
    /** Number of `dashboard-loaded` events. */
    loads: z.number(),
    renewals: z.number(),
  }),
});
export type HostState = z.output<typeof HostState>;

export const HostConfig = z.object({
  environment: HostEnvironment,
  title: z.string(),
  deploymentName: z.string(),
  /** The origin of the embedded page: `https://acme.example`. */
  tenantOrigin: z.string().check(z.regex(/^https?:\/\/[^/?#]+$/)),
  /** Prefix of the message names; `svc` on the hosted platform. */
  protocolPrefix: z.string(),
  surface: Surface,
  /** `signed` creates a session for each load; `private` uses the viewer's own sign-in. */
  mode: z.enum(['signed', 'private']),
  /** Path of the embedded page without its query: `/embed/dashboard/abc`. */
  embedPath: z.string().check(z.startsWith('/')),
  publicId: z.nullable(z.string()),
  branches: z.array(BranchChoice),
  profiles: z.array(ProfileChoice),
  locales: z.array(z.object({ code: z.string(), label: z.string() })),
  /** Language of the editor, for dates and numbers. */
  editorLocale: z.string(),
  theme: EditorTheme,
  options: HostOptions,
  freshness: Freshness,
  /** Adds `allowExport=true` to the URL, which shows the embedded page's own download actions. */
  allowExport: z.boolean(),
  canExport: z.boolean(),
  /** Whether the dashboard may be embedded; null if the user cannot change it. */
  embedding: z.nullable(z.boolean()),
  comments: z.boolean(),
  /** Milliseconds that the embedded page may take to send `ready`. */
  readyTimeoutMs: z.number(),
  /** The response header that forbids framing. The page is not loaded then. */
  notFramed: z.nullish(z.string()),
  /** For the editor's page: the state of the page in the outside browser; null without one. */
  outside: z.nullable(HostState),
  /** Show a measure's definition when the user drills into the measure. */
  followDrilldown: z.boolean(),
  /** State that the editor stores over a reload of the window. */
  remember: record(z.string(), z.unknown()),
  /** Translations by the English text. */
  texts: record(z.string(), z.string()),
});
export type HostConfig = z.output<typeof HostConfig>;

/** Changed parts of the configuration. */
export const HostConfigChange = z.partial(HostConfig);
export type HostConfigChange = z.output<typeof HostConfigChange>;
