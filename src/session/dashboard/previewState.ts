/** What of a preview outlives the window: read back as cautiously as any stranger's text. Never a session id, never a token. */

import { Surface } from '../../contract/messages/envelope.ts';
import { HostOptions } from '../../contract/messages/hostConfig.ts';
import { type EmbedSubject, isPublicId } from './embedAddress.ts';

export type PreviewMode = 'signed' | 'private';

export interface PreviewState {
  /** Tells the tab from every other one, in the lives of its window. */
  tab: string;
  /** How often something was chosen in it. */
  changes: number;
  connectionId: string;
  subject: EmbedSubject;
  /** Absolute path of the workspace folder it was opened for. */
  folder?: string;
  /** The branch is whatever dev branch that folder follows. */
  mine: boolean;
  mode: PreviewMode;
  options: HostOptions;
}

export const plainOptions: HostOptions = { branch: null, theme: 'follow', locale: null, timezone: null, filters: [] };

/** Takes the known fields where they have their type; undefined where it cannot be a preview. */
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
