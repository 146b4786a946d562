/** Shared by the views of a mounted surface. */

import type { EmbedFilter } from '../../../contract/messages/filter.ts';
import type { DataQuery } from '../charts/dataQuery.ts';
import type { QueryResult } from '../charts/queryResult.ts';
import type { PageConfig, SessionState } from '../pageApi.ts';
import type { HostLink } from './hostLink.ts';
import type { Preferences } from './preferences.ts';
import type { ServerLink } from './serverLink.ts';

/** The parameters of the page's address. */
export interface LaunchParameters {
  sessionId: string | null;
  locale: string | null;
  timezone: string | null;
  allowExport: boolean;
  filters: readonly EmbedFilter[];
}

export interface PageContext {
  readonly config: PageConfig;
  readonly launch: LaunchParameters;
  readonly host: HostLink;
  readonly server: ServerLink;
  readonly preferences: Preferences;
  /** Aborted when the surface is unmounted. */
  readonly signal: AbortSignal;
  /** The last known state. */
  session(): SessionState;
  /** Runs a query on the session's branch. @throws Error with the message of the data API */
  load(query: DataQuery, signal?: AbortSignal): Promise<QueryResult>;
}
