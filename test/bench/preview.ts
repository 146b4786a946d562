/**
 * The preview of a dashboard, in parts: `saves` (from a save to the redrawn number), `messages` (the page's own code for each event) and
 * `flood` (1,000 events a second in a real browser). All of them in one run, or those that are named.
 */

import { benchmarkOf } from './benchmark.ts';
import { measureFlood } from './preview/flood.ts';
import { measureMessages } from './preview/messages.ts';
import { measureSaves } from './preview/saves.ts';

export const benchmark = benchmarkOf({ saves: measureSaves, messages: measureMessages, flood: measureFlood });
