/** The URL of an embedded page. Spec: Authentication 8. */

import { filterParameter } from '../../contract/messages/filter.ts';
import type { HostConfig } from '../../contract/messages/hostConfig.ts';
import { isTimeZone } from '../../contract/messages/timeZone.ts';

type AddressParts = Pick<HostConfig, 'tenantOrigin' | 'embedPath' | 'allowExport' | 'options'>;

/** A URL with `sessionId` is secret and valid for one load. */
export function embedUrl({ tenantOrigin, embedPath, allowExport, options }: AddressParts, sessionId?: string): string {
  const url = new URL(embedPath, tenantOrigin);
  if (url.origin !== new URL(tenantOrigin).origin)
    throw new Error('The path of the embedded page leads to another origin.');
  const add = (name: string, value: string) => url.searchParams.append(name, value);
  if (sessionId !== undefined) add('session', sessionId);
  if (options.locale) add('locale', options.locale);
  if (options.timezone && isTimeZone(options.timezone)) add('timezone', options.timezone);
  if (allowExport) add('allowExport', 'true');
  for (const filter of options.filters) if (filter.values.length > 0) add(...filterParameter(filter));
  return url.href;
}
