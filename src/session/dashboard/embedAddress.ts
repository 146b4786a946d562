/** Addresses of embedded surfaces: the page of what is to be shown, and what a person pasted. Pure; holds no session id. */

import { UserError } from '../../base/errors.ts';
import type { Surface } from '../../contract/messages/envelope.ts';
import { defaultPrefix } from '../../contract/messages/names.ts';

/** What a preview shows. */
export interface EmbedSubject {
  surface: Surface;
  /** Of the dashboard; the other surfaces belong to their deployment. */
  publicId?: string;
  deploymentId: string;
}

/** Notes, “Embedding”: the page of a surface, its path below the platform's address included. */
export function embedPath(baseUrl: string, { surface, publicId, deploymentId }: EmbedSubject): string {
  const page =
    surface === 'dashboard'
      ? `/embed/dashboard/${encodeURIComponent(publicId ?? '')}`
      : `/embed/d/${encodeURIComponent(deploymentId)}/${surface}`;
  return `${new URL(baseUrl).pathname.replace(/\/+$/, '')}${page}`;
}

/** A prefix of message names as a person set it; the platform's own where it can be none. */
export function messagePrefix(text: string): string {
  return /^[A-Za-z][A-Za-z0-9-]{0,40}$/.test(text.trim()) ? text.trim() : defaultPrefix;
}

const publicIdShape = /^[\w.~-]{1,128}$/;

export function isPublicId(text: string): boolean {
  return publicIdShape.test(text);
}

/** A public id, or the address of an embedded page of this platform; whatever else the address holds is left behind. @throws UserError */
export function readSubject(text: string, baseUrl: string, deploymentId: string): EmbedSubject {
  const trimmed = text.trim();
  if (isPublicId(trimmed)) return { surface: 'dashboard', publicId: trimmed, deploymentId };
  if (!URL.canParse(trimmed) || !/^https?:$/.test(new URL(trimmed).protocol)) {
    throw new UserError(`“${trimmed}” is neither a public id nor the address of a dashboard.`, {
      action: 'Paste what the dashboard’s share dialog shows.',
    });
  }
  const url = new URL(trimmed);
  const base = new URL(baseUrl);
  if (url.origin !== base.origin) {
    throw new UserError(`The dashboard is on ${url.host}, this connection is to ${base.host}.`, {
      action: 'Connect to that platform, or paste an address of this one.',
    });
  }
  const path = url.pathname.replace(/\/+$/, '');
  const [, publicId] = /\/(?:embed\/)?dashboards?\/([^/]+)$/.exec(path) ?? [];
  if (publicId !== undefined && isPublicId(publicId)) return { surface: 'dashboard', publicId, deploymentId };
  const [, deployment, surface] = /\/embed\/d\/([\w-]+)\/(app|chat)$/.exec(path) ?? [];
  if (deployment !== undefined) return { surface: surface as Surface, deploymentId: deployment };
  throw new UserError('The address leads to no dashboard that can be embedded.', {
    where: `${url.host}${url.pathname}`,
    action: 'Paste an address such as /embed/dashboard/<public id>.',
  });
}
