/** Applies the user's options to the embedded page: its URL, and actions while it is shown. Spec: “Action catalog”, Authentication 8. */

import type { EmbedAction } from '../../contract/messages/actions.ts';
import { filterParameter, filterText } from '../../contract/messages/filter.ts';
import type { EditorTheme, HostConfig, HostOptions } from '../../contract/messages/hostConfig.ts';
import { isTimeZone } from '../../contract/messages/timeZone.ts';

type Profiles = Pick<HostConfig, 'profiles'>['profiles'];

/** The color scheme, and the editor's colors if the dashboard follows the editor and its session has no theme. */
export function themeActions(
  options: Pick<HostOptions, 'theme' | 'profile'>,
  editor: EditorTheme,
  profiles: Profiles,
): EmbedAction[] {
  const scheme = options.theme === 'follow' ? editor.scheme : options.theme;
  const actions: EmbedAction[] = [{ name: 'set-color-scheme', payload: { scheme } }];
  const hasTheme = profiles.some(({ name, hasTheme }) => name === options.profile && hasTheme);
  if (options.theme === 'follow' && !hasTheme) actions.push({ name: 'set-theme', payload: editor.embedTheme });
  return actions;
}

/** The actions for changed options that need no reload. */
export function changeActions(before: HostOptions, after: HostOptions): EmbedAction[] {
  const actions: EmbedAction[] = [];
  if (after.locale && after.locale !== before.locale)
    actions.push({ name: 'set-locale', payload: { locale: after.locale } });
  if (after.timezone && after.timezone !== before.timezone && isTimeZone(after.timezone))
    actions.push({ name: 'set-timezone', payload: { timezone: after.timezone } });
  return [...actions, ...filterActions(before.filters, after.filters)];
}

/** The actions for all options, for a page that lost them. */
export function allActions(options: HostOptions, editor: EditorTheme, profiles: Profiles): EmbedAction[] {
  const initial: HostOptions = { ...options, locale: null, timezone: null, filters: [] };
  return [...themeActions(options, editor, profiles), ...changeActions(initial, options)];
}

/** Whether the change requires a reload: no action sets the branch or the user, or restores a default of the platform. */
export function needsReload(before: HostOptions, after: HostOptions): boolean {
  return (
    before.branch !== after.branch ||
    before.profile !== after.profile ||
    (before.locale !== null && after.locale === null) ||
    (before.timezone !== null && after.timezone === null)
  );
}

function filterActions(before: HostOptions['filters'], after: HostOptions['filters']): EmbedAction[] {
  const texts = (filters: HostOptions['filters']) =>
    new Map(filters.map((filter) => [`${filter.view}.${filter.dimension}`, filter]));
  const [old, now] = [texts(before), texts(after)];
  const cleared = [...old].filter(([member]) => !now.has(member)).map(([, filter]) => ({ ...filter, values: [] }));
  const changed = [...now].filter(([member, filter]) => {
    const earlier = old.get(member);
    return !earlier || filterText(earlier) !== filterText(filter);
  });
  return [...cleared, ...changed.map(([, filter]) => filter)].map((filter) => ({
    name: 'set-filter',
    payload: { filterUrlParameter: filterText(filter) },
  }));
}

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
