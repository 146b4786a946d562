/** A message of the log as one line of JSON, for another tool to read. Knows no display. */

import type { LoggedMessage } from './messageLog.ts';

/** The payload is an object where it is whole, otherwise as much of its text as was kept. */
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

/** The payload over several lines where it is JSON; as it was kept otherwise. */
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
