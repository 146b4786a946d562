/** What one operation of the platform is: an entry of the table that client, emulator, OpenAPI document and tests derive from. */

import * as z from 'zod/mini';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A failure the specification names for an operation, beyond those every operation shares (401, 404 of a deployment). */
export interface StatedFailure {
  status: number;
  when: string;
}

/**
 * Who may call: `admin` a user with the admin role; `embed` the viewer of a signed embed session, by its token; `viewer`
 * either of user and embed viewer; `public` whoever holds what the body names.
 */
export type Access = 'user' | 'admin' | 'embed' | 'viewer' | 'public';

/** How a list answers: which item, under which key of the deprecated `data` object, and which ways of paging it takes. */
export interface Listing<Item extends z.ZodMiniType = z.ZodMiniType> {
  item: Item;
  /** `data.<key>` holds the items where `data` is an object. */
  key?: string;
  paging: readonly ('offset' | 'cursor')[];
}

export interface Operation<
  Params extends z.ZodMiniObject = z.ZodMiniObject,
  Query extends z.ZodMiniObject = z.ZodMiniObject,
  Body extends z.ZodMiniType = z.ZodMiniType,
  Response extends z.ZodMiniType = z.ZodMiniType,
  List extends Listing | undefined = Listing | undefined,
> {
  id: string;
  /** Section of the platform's specification: the letter of the endpoint group. */
  group: 'A' | 'B' | 'C' | 'D' | 'E' | 'F' | 'G' | 'H' | 'I';
  method: Method;
  /** Path relative to the base address, with `{name}` for each path parameter. */
  path: string;
  summary: string;
  params: Params;
  query: Query;
  /** `z.undefined()` where the operation takes none; `z.optional(…)` where it may be left out. */
  body: Body;
  encoding: 'json' | 'multipart';
  response: Response;
  status: number;
  failures: readonly StatedFailure[];
  access: Access;
  /** `bytes`: a file, as `Uint8Array`, instead of JSON. */
  answers: 'json' | 'bytes';
  /** Whether a request whose outcome is unknown may be sent again: reads and whole-state writes may, transitions never. */
  idempotent: boolean;
  /** Its answer is large, and mostly the same as the last time: a client may keep it and hand out the same object again. */
  cacheable: boolean;
  /** A quick proof that a body is what `response` takes unchanged; a schema takes long over ten thousand entries. */
  hasExpectedShape: ((body: unknown) => boolean) | undefined;
  list: List;
}

const noParams = z.strictObject({});
const noQuery = z.strictObject({});
const noBody = z.undefined();

interface OperationInput<Params, Query, Body, Response, List> {
  id: string;
  group: Operation['group'];
  method: Method;
  path: string;
  summary: string;
  params?: Params;
  query?: Query;
  body?: Body;
  encoding?: 'json' | 'multipart';
  response: Response;
  status?: number;
  failures?: readonly StatedFailure[];
  access?: Access;
  answers?: 'json' | 'bytes';
  idempotent?: boolean;
  cacheable?: boolean;
  hasExpectedShape?: (body: unknown) => boolean;
  list?: List;
}

/** Fills an entry's defaults; reads may be resent, writes may not unless they say so. */
export function operation<
  Response extends z.ZodMiniType,
  Params extends z.ZodMiniObject = typeof noParams,
  Query extends z.ZodMiniObject = typeof noQuery,
  Body extends z.ZodMiniType = typeof noBody,
  List extends Listing | undefined = undefined,
>(input: OperationInput<Params, Query, Body, Response, List>): Operation<Params, Query, Body, Response, List> {
  return {
    params: noParams as unknown as Params,
    query: noQuery as unknown as Query,
    body: noBody as unknown as Body,
    encoding: 'json',
    status: 200,
    failures: [],
    access: 'user',
    answers: 'json',
    idempotent: input.method === 'GET',
    cacheable: false,
    hasExpectedShape: undefined,
    list: undefined as List,
    ...input,
  };
}

export type ParamsOf<O extends Operation> = z.input<O['params']>;
export type QueryOf<O extends Operation> = z.output<O['query']>;
export type BodyOf<O extends Operation> = z.input<O['body']>;
export type ResponseOf<O extends Operation> = z.output<O['response']>;
export type ItemOf<O extends Operation> = O['list'] extends Listing<infer Item> ? z.output<Item> : never;
