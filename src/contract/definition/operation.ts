/** The type of an operation: client, emulator, OpenAPI document and tests derive from the table of operations. */

import * as z from 'zod/mini';
import type { Permission } from './permissions.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * What a call changes. `nothing`: it reads, or issues something of the caller's own that expires (a token, a session, an export);
 * `files`: files of a branch; `branch`: an existing branch in another way; `resource`: anything else, such as a new branch, or the
 * dev-mode session, which the guard checks before each change of a branch.
 */
export type Change = 'nothing' | 'resource' | 'branch' | 'files';

/** A failure that the specification names for an operation, in addition to those of every operation (401, 404 of a deployment). */
interface StatedFailure {
  status: number;
  when: string;
}

/**
 * Who may call: `admin`: a user with the admin role; `embed`: the viewer of a signed embed session, by its token; `viewer`:
 * a user or an embed viewer; `public`: any caller, the body proves the right.
 */
type Access = 'user' | 'admin' | 'embed' | 'viewer' | 'public';

/** The response of a list: its items, their key in the deprecated `data` object, and the supported kinds of paging. */
export interface Listing<Item extends z.ZodMiniType = z.ZodMiniType> {
  item: Item;
  /** `data.<key>` contains the items if `data` is an object. */
  key?: string;
  paging: readonly ('offset' | 'cursor')[];
}

export interface Operation<
  Params extends z.ZodMiniObject = z.ZodMiniObject,
  Query extends z.ZodMiniObject = z.ZodMiniObject,
  Body extends z.ZodMiniType = z.ZodMiniType,
  Response extends z.ZodMiniType = z.ZodMiniType,
  List extends Listing | undefined = Listing | undefined,
  Changes extends Change = Change,
> {
  id: string;
  /** Section of the platform's specification: the letter of the endpoint group. */
  group: 'A' | 'B' | 'C' | 'D' | 'E' | 'F' | 'G' | 'H' | 'I';
  method: Method;
  changes: Changes;
  /** Path relative to the base address, with `{name}` for each path parameter. */
  path: string;
  summary: string;
  params: Params;
  query: Query;
  /** `z.undefined()` without a body; `z.optional(…)` for an optional one. */
  body: Body;
  encoding: 'json' | 'multipart';
  /** Limit of the body in bytes, if it is below the server's own. A larger one is refused with 413. */
  largestBody: number | undefined;
  response: Response;
  status: number;
  failures: readonly StatedFailure[];
  access: Access;
  /** The actions that the policies of a calling user must allow; undefined: none. A body may need more, which the handler checks. */
  permission: Permission | undefined;
  /** `bytes`: the response is a file, as `Uint8Array`. */
  answers: 'json' | 'bytes';
  /** The media type of the bytes. */
  mediaType: string;
  /** Whether a request may be sent again when its result is unknown: reads and writes of a whole state may. */
  idempotent: boolean;
  /** Whether the client keeps the last response and returns the same object for the same bytes. For large responses that rarely change. */
  cacheable: boolean;
  /** Whether numbers that a double would round are read as texts. */
  exactNumbers: boolean;
  /** Whether the client calls it for each of many files: it is sent as the server has capacity, and delays no other call. */
  bulk: boolean;
  list: List;
}

const withoutParams = z.strictObject({});
const withoutQuery = z.strictObject({});
const withoutBody = z.undefined();

type Effect<Changes> = { method: 'GET'; changes?: never } | { method: Exclude<Method, 'GET'>; changes: Changes };

interface OperationInput<Params, Query, Body, Response, List> {
  id: string;
  group: Operation['group'];
  path: string;
  summary: string;
  params?: Params;
  query?: Query;
  body?: Body;
  encoding?: 'json' | 'multipart';
  largestBody?: number;
  response: Response;
  status?: number;
  failures?: readonly StatedFailure[];
  access?: Access;
  permission?: Permission;
  answers?: 'json' | 'bytes';
  mediaType?: string;
  idempotent?: boolean;
  cacheable?: boolean;
  exactNumbers?: boolean;
  bulk?: boolean;
  list?: List;
}

/** An entry of the table with its defaults. A GET changes nothing and is idempotent by default; every other entry states both. */
export function operation<
  Response extends z.ZodMiniType,
  Params extends z.ZodMiniObject = typeof withoutParams,
  Query extends z.ZodMiniObject = typeof withoutQuery,
  Body extends z.ZodMiniType = typeof withoutBody,
  List extends Listing | undefined = undefined,
  Changes extends Change = 'nothing',
>(
  input: OperationInput<Params, Query, Body, Response, List> & Effect<Changes>,
): Operation<Params, Query, Body, Response, List, Changes> {
  return {
    changes: 'nothing' as Changes,
    params: withoutParams as unknown as Params,
    query: withoutQuery as unknown as Query,
    body: withoutBody as unknown as Body,
    encoding: 'json',
    largestBody: undefined,
    status: 200,
    failures: [],
    access: 'user',
    permission: undefined,
    answers: 'json',
    mediaType: 'application/octet-stream',
    idempotent: input.method === 'GET',
    cacheable: false,
    exactNumbers: false,
    bulk: false,
    list: undefined as List,
    ...(input as OperationInput<Params, Query, Body, Response, List> & { method: Method }),
  };
}

export type ListOperation = Operation & { list: Listing };

const anyFields = z.looseObject({});

/** The same operation with any parameters, body and answer: a platform may know more of them than the contract. */
export function lenient<O extends Operation>({ list, ...entry }: O): Omit<O, 'list'> & Operation {
  const any = { params: anyFields, query: anyFields, body: z.unknown(), response: z.unknown() };
  return { ...entry, ...any, list: list && { ...list, item: z.unknown() } } as unknown as Omit<O, 'list'> & Operation;
}

export type ParamsOf<O extends Operation> = z.input<O['params']>;
export type QueryOf<O extends Operation> = z.output<O['query']>;
export type BodyOf<O extends Operation> = z.input<O['body']>;
export type ResponseOf<O extends Operation> = z.output<O['response']>;
export type ItemOf<O extends Operation> = O['list'] extends Listing<infer Item> ? z.output<Item> : never;
