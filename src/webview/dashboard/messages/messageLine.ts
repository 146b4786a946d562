/** Formats messages of the log for copying and for the detail view. */

import type { LoggedMessage } from './messageLog.ts';

/** One line of JSON. A cut payload is a string. */
export function messageLine(message: LoggedMessage): string {
  const { time, direction, type, result, reason, detail, origin, surface, sentAt, cut } = message;
  return JSON.stringify({
    time: new Date(time).toISOString(),
    direction,
    type,
    result: result === 'known' ? 'accepted' : result,
    ...(reason && { reason, detail }),
    ...(origin !== undefined && { origin }),
    ...(surface !== undefined && { surface }),
    ...(sentAt !== undefined && { timestamp: sentAt }),
    ...(cut && { cut }),
    payload: parsedPayload(message),
  });
}

/** The payload as indented JSON; unchanged if it is not JSON. */
export function indentedPayload(message: LoggedMessage): string {
  const parsed = parsedPayload(message);
  return typeof parsed === 'string' ? message.payload : JSON.stringify(parsed, undefined, 2);
}

function parsedPayload({ payload }: LoggedMessage): unknown {
  try {
    return JSON.parse(payload);
  } catch {
    return payload;
  }
}
