/** What the parts of the page show, and what they may ask for. The host makes the one and answers the other. */

import type { HostCommand, HostConfig, HostOptions } from '../../../contract/messages/hostConfig.ts';
import type { Gate } from '../../core/gate.ts';
import type { PathHistory } from '../../core/history.ts';
import type { EmbedSessionState } from '../../core/session.ts';

export interface HostView {
  readonly config: HostConfig;
  readonly session: EmbedSessionState;
  readonly history: PathHistory;
  readonly counts: Gate['counts'];
  readonly loads: number;
  readonly loadDurationMs: number | null;
  readonly widgetCount: number | null;
  readonly loaded: boolean;
  /** An export is under way; its progress in words. */
  readonly exporting: string | undefined;
  readonly panels: { readonly inspector: boolean; readonly comments: boolean };
}

export interface HostCommands {
  /** Here, or where the dashboard is shown instead. */
  do(command: HostCommand): void;
  /** Loads here, whatever another page shows. */
  tryHere(): void;
  choose(change: Partial<HostOptions>): void;
  exportAs(format: 'png' | 'pdf'): void;
  cancelExport(): void;
  allowEmbedding(allow: boolean): void;
  openOutside(): void;
  toggle(panel: keyof HostView['panels']): void;
  useMode(mode: 'signed' | 'private'): void;
  enterAdminKey(): void;
  keepWaiting(): void;
  openDefinition(member: string): void;
}
