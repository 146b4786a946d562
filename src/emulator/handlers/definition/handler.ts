/** The type of a handler: it answers one operation of the contract from the platform's state. */

import type * as z from 'zod/mini';
import type { Operation } from '../../../contract/definition/operation.ts';
import type { OperationId, Operations } from '../../../contract/operations.ts';
import type { EmbedViewer } from '../../embedUsers/viewer.ts';
import type { LiveDeployment } from '../../platform/liveDeployment.ts';
import type { Caller, Platform } from '../../platform/platform.ts';

interface HandlerInput<O extends Operation> {
  platform: Platform;
  /** Set for the access `user` and `admin`. For `viewer`, either this or `viewer` is set. */
  caller: Caller;
  /** Set for the access `embed`. For `viewer`, either this or `caller` is set. */
  viewer: EmbedViewer;
  /** Set when the operation's path names a deployment. */
  deployment: LiveDeployment;
  params: z.output<O['params']>;
  query: z.output<O['query']>;
  body: z.output<O['body']>;
  /** Aborts when the client closes the connection. */
  signal: AbortSignal;
}

export type Handler<O extends Operation> = (
  input: HandlerInput<O>,
) => z.input<O['response']> | Promise<z.input<O['response']>>;

export type Handlers = { [Id in OperationId]: Handler<Operations[Id]> };
