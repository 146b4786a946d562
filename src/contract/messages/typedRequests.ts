/** Requests whose arguments and replies are validated on both sides of a channel. */

import type * as z from 'zod/mini';
import { faultOf } from './envelope.ts';

interface RequestShape<Argument extends z.ZodMiniType = z.ZodMiniType, Reply extends z.ZodMiniType = z.ZodMiniType> {
  argument: Argument;
  reply: Reply;
  /** Milliseconds until the request fails. */
  deadlineMs: number;
}

type RequestTable = Record<string, RequestShape>;

export function request<Argument extends z.ZodMiniType, Reply extends z.ZodMiniType>(
  argument: Argument,
  reply: Reply,
  deadlineMs = 15_000,
): RequestShape<Argument, Reply> {
  return { argument, reply, deadlineMs };
}

/** The handlers of the requests of a table, by name. Their arguments are already validated. */
export type Handlers<Table extends RequestTable> = {
  [Name in keyof Table]: (
    argument: z.output<Table[Name]['argument']>,
    signal: AbortSignal,
  ) => z.input<Table[Name]['reply']> | Promise<z.input<Table[Name]['reply']>>;
};

function parsed<Shape extends z.ZodMiniType>(shape: Shape, value: unknown, what: string): z.output<Shape> {
  const result = shape.safeParse(value);
  if (!result.success) throw new Error(`${what} has an unexpected shape: ${faultOf(result.error)}`);
  return result.data;
}

/** Wraps the handlers for a channel (its `local`) so that they reject arguments and replies of an unexpected shape. */
export function requestHandlers<Table extends RequestTable>(table: Table, handlers: Handlers<Table>) {
  const answers: Record<string, (argument: unknown, signal: AbortSignal) => Promise<unknown>> = {};
  for (const [name, shape] of Object.entries(table)) {
    answers[name] = async (argument, signal) => {
      const handle = handlers[name as keyof Table];
      const reply = await handle(parsed(shape.argument, argument, `The request “${name}”`) as never, signal);
      return parsed(shape.reply, reply, `The answer to “${name}”`);
    };
  }
  return answers;
}

interface AskOptions {
  signal?: AbortSignal;
}

/** Sends a request by name. Rejects as the channel does, and for a reply of an unexpected shape. */
export type Ask<Table extends RequestTable> = <Name extends keyof Table & string>(
  name: Name,
  argument: z.input<Table[Name]['argument']>,
  options?: AskOptions,
) => Promise<z.output<Table[Name]['reply']>>;

/** Wraps a channel so that it validates arguments and replies. @param call the channel's `call` */
export function requestSender<Table extends RequestTable>(
  table: Table,
  call: (name: string, argument: unknown, options: { signal?: AbortSignal; deadlineMs: number }) => Promise<unknown>,
): Ask<Table> {
  return async (name, argument, options) => {
    const shape = table[name]!;
    const sent = parsed(shape.argument, argument, `The request “${name}”`);
    const reply = await call(name, sent, { ...options, deadlineMs: shape.deadlineMs });
    return parsed(shape.reply, reply, `The answer to “${name}”`) as never;
  };
}
