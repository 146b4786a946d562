/** The shape of each reply of the child process, which runs the code of models and may send anything. */

import { isCompileResult } from './compileResult.ts';
import type { CompilerRequests, Reply } from './compilerRequests.ts';

type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === 'string';
const isFlag: Check = (value) => typeof value === 'boolean';
const isNumber: Check = (value) => typeof value === 'number';
const isObject: Check = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
const isNull: Check = (value) => value === null;
const either =
  (...checks: Check[]): Check =>
  (value) =>
    checks.some((check) => check(value));
const both =
  (...checks: Check[]): Check =>
  (value) =>
    checks.every((check) => check(value));
const listOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);
const recordOf =
  (check: Check): Check =>
  (value) =>
    isObject(value) && Object.values(value as object).every(check);
const shape =
  (fields: Readonly<Record<string, Check>>): Check =>
  (value) =>
    isObject(value) && Object.entries(fields).every(([name, check]) => check((value as Record<string, unknown>)[name]));

const statement = { sql: isText, params: listOf(either(isText, isNumber, isNull)) };
const annotation = recordOf(isObject);
const plan = shape({
  ...statement,
  dataSource: isText,
  total: either(isNull, shape(statement)),
  columns: listOf(shape({ alias: isText, keys: listOf(isText), type: isText })),
  annotation: shape({
    measures: annotation,
    dimensions: annotation,
    segments: annotation,
    timeDimensions: annotation,
  }),
});

const field = shape({
  name: isText,
  expr: isText,
  displayName: isText,
  comment: either(isText, isNull),
});
const isJoin: Check = (value) =>
  shape({
    name: isText,
    source: isText,
    on: isText,
    joins: either((joins) => joins === undefined, listOf(isJoin)),
  })(value);
const metricView = shape({
  name: isText,
  kind: (kind) => kind === 'cube' || kind === 'view',
  dataSource: isText,
  comment: either(isText, isNull),
  source: isText,
  joins: listOf(isJoin),
  dimensions: listOf(field),
  measures: listOf(field),
  warnings: listOf(isText),
});

const caller = shape({
  groups: listOf(isText),
  members: listOf(isText),
  rows: recordOf(either(isText, listOf(isObject))),
  failure: either((value) => value === undefined, isText),
});

const sqlOrReason = either(shape({ sql: isText }), shape({ reason: isText }));
const relations = shape({
  cubes: listOf(
    shape({
      name: isText,
      dataSource: isText,
      fileName: either(isText, isNull),
      alias: isText,
      from: sqlOrReason,
      primaryKey: listOf(both(shape({ name: isText }), sqlOrReason)),
      measures: listOf(isText),
      dimensions: listOf(isText),
    }),
  ),
  joins: listOf(
    both(
      shape({
        from: isText,
        to: isText,
        relationship: (value) => ['many_to_one', 'one_to_many', 'one_to_one'].includes(value as string),
      }),
      sqlOrReason,
    ),
  ),
});

const cubes = listOf(
  shape({
    name: isText,
    dataSource: isText,
    fileName: either(isText, isNull),
    measures: listOf(isText),
    dimensions: listOf(isText),
    segments: listOf(isText),
    joins: listOf(isText),
  }),
);

const modelResponses: Readonly<Record<string, Check>> = {
  cubes: shape({ cubes }),
  names: shape({ names: listOf(isText) }),
  metricView: shape({ view: metricView }),
  meta: shape({ meta: shape({ cubes: listOf(shape({ name: isText })) }) }),
  notComputed: shape({ members: listOf(shape({ member: isText, reason: isText })) }),
  access: shape({ access: shape({ groups: listOf(isText), members: recordOf(isText), callers: listOf(caller) }) }),
  query: shape({ plan }),
  relations: shape({ relations }),
  total: shape({ statement: shape(statement) }),
  refused: shape({ message: isText }),
  broken: shape({ errors: listOf(shape({ message: isText, fileName: either(isText, isNull) })) }),
  'unknown-model': () => true,
};

function isModelResponse(value: unknown): boolean {
  const { kind } = (value ?? {}) as { kind?: unknown };
  return typeof kind === 'string' && Object.hasOwn(modelResponses, kind) && modelResponses[kind]!(value);
}

const replies: Readonly<Record<keyof CompilerRequests, Check>> = {
  start: isFlag,
  compile: isCompileResult,
  queryModel: isModelResponse,
  runPython: either(shape({ failure: isText }), shape({ text: isText })),
};

/** Whether the value has the shape of a reply to a request of this name. */
export function isReply(name: keyof CompilerRequests, value: unknown): value is Reply<unknown> {
  return shape({ mustRestart: isFlag, value: replies[name] })(value);
}
