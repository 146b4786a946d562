/** An action that somebody wrote by hand: in the catalog, or a message that the embed may ignore. Spec: “Action catalog”. */

import { messageOf } from '../../base/errors.ts';
import { actionPayloads, type EmbedAction } from '../../contract/messages/actions.ts';
import { faultOf } from '../../contract/messages/envelope.ts';
import { parseFilterText } from '../../contract/messages/filter.ts';
import { type ActionName, actionNames, type ProtocolNames } from '../../contract/messages/names.ts';
import { isTimeZone } from '../../contract/messages/timeZone.ts';

export interface Composed {
  /** Where name and payload are in the catalog. */
  action?: EmbedAction;
  /** On the wire; empty where the name can be none. */
  type: string;
  /** Why it is not in the catalog. */
  refused?: string;
}

/** @param name short (`refresh`) or as on the wire (`svc:action:refresh`) */
export function asAction(names: ProtocolNames, name: string, payload: Record<string, unknown>): Composed {
  const known = names.actionOf(name) ?? actionNames.find((each) => each === name);
  if (!known) {
    return { type: name.includes(':') ? name : '', refused: `“${name}” is not in the catalog of actions.` };
  }
  const parsed = actionPayloads[known].safeParse(payload);
  const type = names.action(known);
  if (!parsed.success) return { type, refused: faultOf(parsed.error) };
  return { action: { name: known, payload: parsed.data } as EmbedAction, type };
}

/** Why an embed ignores this action of the catalog, by the catalog's own words; undefined where it obeys. */
export function ignoredBecause({ name, payload }: EmbedAction): 'zone' | 'filter' | undefined {
  if (name === 'set-timezone' && !isTimeZone(payload.timezone)) return 'zone';
  return name === 'set-filter' && !parseFilterText(payload.filterUrlParameter) ? 'filter' : undefined;
}

/** What a person wrote as a payload. Nothing at all is an empty one. @returns the fault in words where it is no JSON object */
export function readPayload(text: string): { payload: Record<string, unknown> } | { fault: string } {
  if (text.trim() === '') return { payload: {} };
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return { payload: value as Record<string, unknown> };
    return { fault: '' };
  } catch (failure) {
    return { fault: messageOf(failure) };
  }
}

/** A payload to begin with. @param path where the embed is now */
export function samplePayload(name: ActionName, path: string | null): Record<string, unknown> {
  return { ...samples[name], ...(name === 'navigate' && path !== null && { path }) };
}

const samples: Record<ActionName, Record<string, unknown>> = {
  'set-color-scheme': { scheme: 'dark' },
  'set-theme': { primaryColor: '#7a3cff', borderRadius: '4px', font: 'sans-serif' },
  'set-locale': { locale: 'de' },
  'set-timezone': { timezone: 'Europe/Berlin' },
  'set-filter': { filterUrlParameter: 'f_view.dimension={"operator":"equals","values":["x"]}' },
  navigate: { path: '/' },
  refresh: {},
  'set-session': { sessionId: '' },
};
