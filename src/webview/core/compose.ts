/** An action that somebody wrote by hand: in the catalog, or a message that the embed may ignore. Spec: “Action catalog”. */

import { actionPayloads, type EmbedAction } from '../../contract/messages/actions.ts';
import { faultOf } from '../../contract/messages/envelope.ts';
import { actionNames, type ProtocolNames } from '../../contract/messages/names.ts';

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
