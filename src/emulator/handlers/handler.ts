/** What a handler is: one operation of the contract's table answered from the platform's state. */

import type * as z from 'zod/mini';
import type { Operation } from '../../contract/operation.ts';
import type { OperationId, Operations } from '../../contract/operations.ts';
import type { EmbedViewer } from '../embed/viewer.ts';
import type { LiveDeployment } from '../platform/liveDeployment.ts';
import type { Caller, Platform } from '../platform/platform.ts';

export interface HandlerInput<O extends Operation> {
  platform: Platform;
  /** Unless the operation's access is `embed` or `public`; with `viewer` either this or the next. */
  caller: Caller;
  /** Where the operation's access is `embed` or `viewer`. */
  viewer: EmbedViewer;
  /** Of the operation's path, where it has one. @throws HttpFailure 404 */
  deployment: LiveDeployment;
  params: z.output<O['params']>;
  query: z.output<O['query']>;
  body: z.output<O['body']>;
  /** Aborts when the client goes away. */
  signal: AbortSignal;
}

export type Handler<O extends Operation> = (
  input: HandlerInput<O>,
) => z.input<O['response']> | Promise<z.input<O['response']>>;

export type Handlers = { [Id in OperationId]: Handler<Operations[Id]> };
