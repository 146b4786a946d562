/** How the embedded pages are told to misbehave. `POST /_emulator/embedded` merges switches in, `GET` tells them. */

import * as z from 'zod';
import type { EmbedSettings } from './wire.ts';

/** Of milliseconds or messages a second; true means the default. */
const amount = (most: number) => z.union([z.boolean(), z.number().min(0).max(most)]);

export const SwitchChange = z.strictObject({
  /** The page shows nothing and says nothing. */
  neverReady: z.boolean().optional(),
  /** The page is served into an opaque origin: its messages come from `null`. */
  wrongOrigin: z.boolean().optional(),
  /** Messages a second that nobody asked for. */
  flood: amount(100_000).optional(),
  /** `now`: every live session lapses at once; true: and no new id is taken until this is false again. */
  expireSessions: z.union([z.boolean(), z.literal('now')]).optional(),
  /** Milliseconds each widget takes longer. */
  slowWidgets: amount(600_000).optional(),
  /** Framing is refused to all, or to all but the given sources. */
  refuseFraming: z.union([z.boolean(), z.string().regex(/^[^\r\n;,]+$/)]).optional(),
  /** Private mode asks for no sign-in. */
  signedIn: z.boolean().optional(),
  /** Of the message names. */
  prefix: z
    .string()
    .regex(/^[A-Za-z][\w-]*$/)
    .optional(),
  /** What the account says where the session does not. */
  account: z
    .looseObject({
      locale: z.string().nullish(),
      timezone: z.string().nullish(),
      allowAi: z.boolean().nullish(),
      showAiWidgets: z.boolean().nullish(),
      showWorkbookChat: z.boolean().nullish(),
      showDashboardChat: z.boolean().nullish(),
    })
    .optional(),
});
export type SwitchChange = z.output<typeof SwitchChange>;

export interface Switches {
  neverReady: boolean;
  wrongOrigin: boolean;
  /** Messages a second. */
  flood: number;
  /** New session ids are refused. */
  refuseIds: boolean;
  /** Milliseconds. */
  slowWidgets: number;
  refuseFraming: boolean | string;
  signedIn: boolean;
  prefix: string;
  account: EmbedSettings;
}

export function soundSwitches(): Switches {
  return {
    neverReady: false,
    wrongOrigin: false,
    flood: 0,
    refuseIds: false,
    slowWidgets: 0,
    refuseFraming: false,
    signedIn: false,
    prefix: 'svc',
    account: {},
  };
}

/** Turns the named switches and leaves the others as they are. */
export function turn(switches: Switches, { flood, slowWidgets, expireSessions, ...plain }: SwitchChange): void {
  Object.assign(switches, plain);
  if (flood !== undefined) switches.flood = amountOf(flood, 1000);
  if (slowWidgets !== undefined) switches.slowWidgets = amountOf(slowWidgets, 5000);
  if (expireSessions !== undefined) switches.refuseIds = expireSessions === true;
}

function amountOf(said: boolean | number, usual: number): number {
  return typeof said === 'number' ? said : said ? usual : 0;
}
