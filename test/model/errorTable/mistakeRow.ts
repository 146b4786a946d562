/** A row of the error table: a change of a valid model, with marks where problems are expected. */

import { fixture, type Texts } from '../models.ts';

export const fleet = fixture('fleet');
export const orders = 'cubes/orders.yml';
export const customers = 'cubes/customers.yml';
export const items = 'cubes/order_items.yaml';
export const sales = 'views/sales.yml';
export const trips = 'cubes/Trips.js';
export const vans = 'cubes/Vans.js';
export const delivery = 'views/Delivery.js';

export interface MistakeRow {
  name: string;
  /** The valid model; default: the fixture `bakery`. */
  base?: Texts;
  /** Replacements in one file each. `to` contains the «marks». */
  edits: readonly (readonly [file: string, from: string, to: string])[];
  /** Default: `error`. */
  severity?: 'warning';
  code?: string;
  /** The message of each problem. */
  message?: RegExp;
}

export interface QueryMistakeRow extends MistakeRow {
  /** A query for PostgreSQL, and its SQL or the message of its failure. */
  query?: object;
  result?: RegExp;
}
