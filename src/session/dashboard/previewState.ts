/** The state of a preview that survives a reload of the window. It contains no session id and no token. */

import { Surface } from '../../contract/messages/envelope.ts';
import { HostOptions } from '../../contract/messages/hostConfig.ts';
import { type EmbedSubject, isPublicId } from './embedAddress.ts';

export type PreviewMode = 'signed' | 'private';

export interface PreviewState {
  /** Unique id of the tab, kept over reloads. */
  tab: string;
  /** Counts the changes, to find the newer one of two states. */
  changes: number;
  connectionId: string;
  subject: EmbedSubject;
  /** Absolute path of the workspace folder it was opened for. */
  folder?: string;
  /** The preview follows the folder to another dev branch. */
  mine: boolean;
  mode: PreviewMode;
  options: HostOptions;
}

export const plainOptions: HostOptions = {
  branch: null,
  theme: 'follow',
  locale: null,
  timezone: null,
  filters: [],
  profile: null,
};

/** Reads the known fields of a stored state; undefined if required fields are missing. Other damaged fields get defaults. */
export function readPreviewState(stored: unknown): PreviewState | undefined {
  if (!isRecord(stored) || !isRecord(stored.subject)) return undefined;
  const { surface, publicId, deploymentId } = stored.subject;
  const connectionId = text(stored.connectionId);
  const deployment = text(deploymentId);
  const known = Surface.safeParse(surface);
  if (connectionId === undefined || deployment === undefined || !known.success) return undefined;
  const dashboard = known.data === 'dashboard';
  if (dashboard && !isPublicId(text(publicId) ?? '')) return undefined;
  const folder = text(stored.folder);
  const options = HostOptions.safeParse(stored.options);
  return {
    tab: text(stored.tab) ?? crypto.randomUUID(),
    changes: Number.isSafeInteger(stored.changes) ? Number(stored.changes) : 0,
    connectionId,
    subject: { surface: known.data, deploymentId: deployment, ...(dashboard ? { publicId: text(publicId)! } : {}) },
    ...(folder === undefined ? {} : { folder }),
    mine: stored.mine === true,
    mode: stored.mode === 'private' ? 'private' : 'signed',
    options: options.success ? options.data : plainOptions,
  };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' && value.length <= 2_000 ? value : undefined;
}
