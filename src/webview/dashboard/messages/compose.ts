/** Checks an action that the user wrote against the catalog. Spec: “Action catalog”. */

import { messageOf } from '../../../base/errors.ts';
import { actionPayloads, type EmbedAction } from '../../../contract/messages/actions.ts';
import { faultOf } from '../../../contract/messages/envelope.ts';
import { parseFilterText } from '../../../contract/messages/filter.ts';
import { type ActionName, actionNames, type ProtocolNames } from '../../../contract/messages/names.ts';
import { isTimeZone } from '../../../contract/messages/timeZone.ts';

export interface Composed {
  /** Set if the catalog accepts name and payload. */
  action?: EmbedAction;
  /** Message type; empty if the name cannot be one. */
  type: string;
  /** Why the catalog does not accept it. */
  refused?: string;
}

/** @param name short (`refresh`) or a message type (`svc:action:refresh`) */
export function asAction(names: ProtocolNames, name: string, payload: Record<string, unknown>): Composed {
  const known = names.actionOf(name) ?? actionNames.find((each) => each === name);
  if (!known) {
    return { type: name.includes(':') ? name : '', refused: `“${name}” is not an action of the catalog.` };
  }
  const parsed = actionPayloads[known].safeParse(payload);
  const type = names.action(known);
  if (!parsed.success) return { type, refused: faultOf(parsed.error) };
  return { action: { name: known, payload: parsed.data } as EmbedAction, type };
}

/** The reason why an embedded page ignores this action of the catalog; undefined if it does not. */
export function ignoredBecause({ name, payload }: EmbedAction): 'zone' | 'filter' | undefined {
  if (name === 'set-timezone' && !isTimeZone(payload.timezone)) return 'zone';
  return name === 'set-filter' && !parseFilterText(payload.filterUrlParameter) ? 'filter' : undefined;
}

/** Parses a payload that the user wrote; an empty text is `{}`. @returns the parser's message if it is not a JSON object */
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

/** A sample payload. @param path the current path of the embedded page */
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
