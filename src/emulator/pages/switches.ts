/** Switches of the embedded pages: faults, private mode and message prefix. */

import * as z from 'zod';

/** True is the default amount. */
const amount = (most: number) => z.union([z.boolean(), z.number().min(0).max(most)]);

export const SwitchChange = z.strictObject({
  /** The page shows nothing and sends nothing. */
  neverReady: z.boolean().optional(),
  /** The page runs in an opaque origin: its messages come from `null`. */
  wrongOrigin: z.boolean().optional(),
  /** Unrequested messages per second. */
  flood: amount(100_000).optional(),
  /** `now` ends every active session. True also refuses new session ids until it is false again. */
  expireSessions: z.union([z.boolean(), z.literal('now')]).optional(),
  /** Milliseconds added to each widget's query. */
  slowWidgets: amount(600_000).optional(),
  /** True refuses framing to every host; a string names the sources that may frame. */
  refuseFraming: z.union([z.boolean(), z.string().regex(/^[^\r\n;,]+$/)]).optional(),
  /** Private mode without the sign-in screen. */
  signedIn: z.boolean().optional(),
  /** Prefix of the message names. */
  prefix: z
    .string()
    .regex(/^[A-Za-z][\w-]*$/)
    .optional(),
});
export type SwitchChange = z.output<typeof SwitchChange>;

export interface Switches {
  neverReady: boolean;
  wrongOrigin: boolean;
  /** Messages per second. */
  flood: number;
  refuseIds: boolean;
  /** Milliseconds. */
  slowWidgets: number;
  refuseFraming: boolean | string;
  signedIn: boolean;
  prefix: string;
}

export function defaultSwitches(): Switches {
  return {
    neverReady: false,
    wrongOrigin: false,
    flood: 0,
    refuseIds: false,
    slowWidgets: 0,
    refuseFraming: false,
    signedIn: false,
    prefix: 'svc',
  };
}

/** Switches that the change does not name keep their values. */
export function applyChange(switches: Switches, change: SwitchChange): void {
  const { flood, slowWidgets, expireSessions, ...rest } = change;
  Object.assign(switches, rest);
  if (flood !== undefined) switches.flood = amountOf(flood, 1000);
  if (slowWidgets !== undefined) switches.slowWidgets = amountOf(slowWidgets, 5000);
  if (expireSessions !== undefined) switches.refuseIds = expireSessions === true;
}

function amountOf(value: boolean | number, defaultAmount: number): number {
  return typeof value === 'number' ? value : value ? defaultAmount : 0;
}
