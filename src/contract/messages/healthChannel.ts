/** The health of a connection: what its page shows, and the requests between the page and the extension. */

import * as z from 'zod/mini';
import { request } from './typedRequests.ts';

const Row = z.object({
  id: z.string(),
  title: z.string(),
  state: z.enum(['running', 'ok', 'warning', 'failed', 'unknown']),
  stateLabel: z.string(),
  /** Null while the check runs. */
  text: z.nullable(z.string()),
  /** Folded; null: `text` has all of it. */
  details: z.nullable(z.string()),
  /** Label of the button; null: none. */
  action: z.nullable(z.string()),
});
export type HealthRow = z.output<typeof Row>;

/** What a page is about, and what VS Code stores of it. The checks run again after a reload of the window. */
export const HealthSubject = z.object({ connectionId: z.string(), deploymentId: z.nullable(z.string()) });
export type HealthSubject = z.output<typeof HealthSubject>;

/** All texts are in the editor's language, without secrets, and plain: the page shows none as markup. */
const HealthContent = z.object({
  subject: HealthSubject,
  title: z.string(),
  summary: z.string(),
  isRunning: z.boolean(),
  rows: z.array(Row),
  /** Versions of the programs. */
  environment: z.string(),
  commands: z.object({ run: z.string(), copy: z.string(), details: z.string() }),
});
export type HealthContent = z.output<typeof HealthContent>;

const nothing = z.object({});

export const healthPageRequests = {
  loadHealth: request(nothing, HealthContent),
  run: request(nothing, nothing),
  copy: request(nothing, nothing),
  /** Runs the action of a row. */
  act: request(z.object({ id: z.string() }), nothing),
};

export const healthExtensionRequests = {
  contentChanged: request(HealthContent, nothing, 5_000),
};
