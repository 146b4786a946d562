/** What a person chose, as the actions that tell the embed. Spec: “Action catalog”. */

import type { EmbedAction } from '../../contract/messages/actions.ts';
import { filterText } from '../../contract/messages/filter.ts';
import type { EditorTheme, HostOptions } from '../../contract/messages/hostConfig.ts';
import { isTimeZone } from '../../contract/messages/timeZone.ts';

/** Colour scheme, and the editor's own colours where the embed follows it. */
export function themeActions(options: Pick<HostOptions, 'theme'>, editor: EditorTheme): EmbedAction[] {
  const scheme = options.theme === 'follow' ? editor.scheme : options.theme;
  const actions: EmbedAction[] = [{ name: 'set-color-scheme', payload: { scheme } }];
  if (options.theme === 'follow') actions.push({ name: 'set-theme', payload: editor.embedTheme });
  return actions;
}

/** What changed from one choice to another and can be told without a reload; the branch cannot. */
export function changeActions(before: HostOptions, after: HostOptions): EmbedAction[] {
  const actions: EmbedAction[] = [];
  if (after.locale && after.locale !== before.locale)
    actions.push({ name: 'set-locale', payload: { locale: after.locale } });
  if (after.timezone && after.timezone !== before.timezone && isTimeZone(after.timezone))
    actions.push({ name: 'set-timezone', payload: { timezone: after.timezone } });
  return [...actions, ...filterActions(before.filters, after.filters)];
}

/** Everything again, for an embed that lost what it was told since its load. */
export function allActions(options: HostOptions, editor: EditorTheme): EmbedAction[] {
  const untold: HostOptions = { ...options, locale: null, timezone: null, filters: [] };
  return [...themeActions(options, editor), ...changeActions(untold, options)];
}

/** Whether the choice can only be shown by loading again: a default of the platform has no action that brings it back. */
export function needsReload(before: HostOptions, after: HostOptions): boolean {
  return (
    before.branch !== after.branch ||
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
