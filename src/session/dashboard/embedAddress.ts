/** Addresses of embedded pages: builds their paths and reads pasted addresses. None contains a session id. */

import type { Surface } from '../../contract/messages/envelope.ts';
import { defaultPrefix } from '../../contract/messages/names.ts';
import { dashboardErrors } from './dashboardErrors.ts';

/** The dashboard, app or chat that a preview shows. */
export interface EmbedSubject {
  surface: Surface;
  /** Only for dashboards. */
  publicId?: string;
  deploymentId: string;
}

/** The path of an embedded page, including the path of the platform's base URL. */
export function embedPath(baseUrl: string, { surface, publicId, deploymentId }: EmbedSubject): string {
  const page =
    surface === 'dashboard'
      ? `/embed/dashboard/${encodeURIComponent(publicId ?? '')}`
      : `/embed/d/${encodeURIComponent(deploymentId)}/${surface}`;
  return `${new URL(baseUrl).pathname.replace(/\/+$/, '')}${page}`;
}

/** The prefix of message names from the settings; the platform's default for an invalid one. */
export function messagePrefix(text: string): string {
  return /^[A-Za-z][A-Za-z0-9-]{0,40}$/.test(text.trim()) ? text.trim() : defaultPrefix;
}

const publicIdShape = /^[\w.~-]{1,128}$/;

export function isPublicId(text: string): boolean {
  return publicIdShape.test(text);
}

/** Reads a public id or the address of an embedded page; ignores the rest of the address. @throws UserError */
export function readSubject(text: string, baseUrl: string, deploymentId: string): EmbedSubject {
  const trimmed = text.trim();
  if (isPublicId(trimmed)) return { surface: 'dashboard', publicId: trimmed, deploymentId };
  if (!URL.canParse(trimmed) || !/^https?:$/.test(new URL(trimmed).protocol)) {
    throw dashboardErrors.error('not-a-dashboard', [trimmed]);
  }
  const url = new URL(trimmed);
  const base = new URL(baseUrl);
  if (url.origin !== base.origin) {
    throw dashboardErrors.error('other-host', [url.host, base.host]);
  }
  const path = url.pathname.replace(/\/+$/, '');
  const [, publicId] = /\/(?:embed\/)?dashboards?\/([^/]+)$/.exec(path) ?? [];
  if (publicId !== undefined && isPublicId(publicId)) return { surface: 'dashboard', publicId, deploymentId };
  const [, deployment, surface] = /\/embed\/d\/([\w-]+)\/(app|chat)$/.exec(path) ?? [];
  if (deployment !== undefined) return { surface: surface as Surface, deploymentId: deployment };
  throw dashboardErrors.error('not-embeddable', [`${url.host}${url.pathname}`]);
}
