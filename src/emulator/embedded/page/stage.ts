/** What every surface works with. */

import type { EmbedFilter } from '../../../contract/messages/filter.ts';
import type { PageConfig, SessionState } from '../wire.ts';
import type { HostLink } from './hostLink.ts';
import type { Preferences } from './preferences.ts';
import type { ServerLink } from './serverLink.ts';
import { type Words, wordsFor } from './words.ts';

/** What the address of the page asks for. */
export interface LaunchParameters {
  sessionId: string | null;
  locale: string | null;
  timezone: string | null;
  allowExport: boolean;
  filters: readonly EmbedFilter[];
}

export interface Stage {
  readonly config: PageConfig;
  readonly launch: LaunchParameters;
  readonly host: HostLink;
  readonly server: ServerLink;
  readonly preferences: Preferences;
  /** The session as it was last heard of. */
  session(): SessionState;
}

export function wordsOf({ preferences }: Stage): Words {
  return wordsFor(preferences.locale);
}

/** A surface: something with paths to go to, queries to repeat and an appearance to keep. */
export interface MountedSurface {
  readonly element: HTMLElement;
  /** Runs every query that is shown again. */
  refresh(): void;
  /** Draws everything again in the preferences in force; asks nothing. */
  restyle(): void;
  setFilter(filter: EmbedFilter): void;
  /** Whether there is such a path. */
  navigate(path: string): boolean;
  dispose(): void;
}

/** A surface that has everything it needs: `ready` goes out before it opens. */
export interface PreparedSurface {
  /** Puts it up and tells the host what is viewed. */
  open(): MountedSurface;
}
