/** The schemas of an API document, compiled by a validator of JSON Schema that is not ours. */

import assert from 'node:assert/strict';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { JsonSchema } from './randomInput.ts';

export interface ApiDocument extends Record<string, unknown> {
  components: { schemas: Record<string, object> };
  paths: Record<string, Record<string, OperationObject>>;
}
export interface OperationObject {
  operationId: string;
  parameters: { name: string; in: string; required: boolean; schema: JsonSchema }[];
  requestBody?: Content;
  responses: Record<string, Content>;
}
interface Content {
  content?: Record<string, { schema: object }>;
}

const json = 'application/json';

export class DocumentSchemas {
  readonly document: ApiDocument;
  readonly #ajv = new Ajv2020({ strictSchema: true, strictTypes: false, validateFormats: false });

  constructor(document: ApiDocument) {
    this.document = document;
    // The document itself is not a schema.
    for (const keyword of Object.keys(document)) this.#ajv.addKeyword(keyword);
    this.#ajv.addSchema({ $id: 'spec:', ...document });
  }

  /** JSON pointers to the schemas of components, parameters, bodies and responses. */
  pointers(): string[] {
    const { components, paths } = this.document;
    const contents = ({ content = {} }: Content, at: string) =>
      Object.keys(content).map((type) => `${at}/content/${escaped(type)}/schema`);
    const inPaths = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, { parameters, requestBody = {}, responses }]) => {
        const at = `/paths/${escaped(path)}/${method}`;
        return [
          ...parameters.map((_, index) => `${at}/parameters/${index}/schema`),
          ...contents(requestBody, `${at}/requestBody`),
          ...Object.entries(responses).flatMap(([status, response]) => contents(response, `${at}/responses/${status}`)),
        ];
      }),
    );
    return [...Object.keys(components.schemas).map((name) => `/components/schemas/${escaped(name)}`), ...inPaths];
  }

  /** @throws Error for a schema that is not valid JSON Schema 2020-12, or has an unknown keyword */
  compile(pointer: string): ValidateFunction {
    assert.ok(this.#ajv.validateSchema(this.at(pointer)), `${pointer}: ${this.#ajv.errorsText()}`);
    return this.#ajv.getSchema(`spec:#${pointer}`) ?? this.#ajv.compile({ $ref: `spec:#${pointer}` });
  }

  hasBody(operationId: string): boolean {
    return this.#operation(operationId).requestBody?.content?.[json] !== undefined;
  }

  parametersOf(operationId: string): OperationObject['parameters'] {
    return this.#operation(operationId).parameters;
  }

  /** The schema of a JSON body, its validator, and a body with every field. */
  bodyOf(operationId: string): { schema: JsonSchema; validate: ValidateFunction; example: unknown } {
    const [path, method] = this.#find(operationId);
    const pointer = `/paths/${escaped(path)}/${method}/requestBody/content/${escaped(json)}/schema`;
    const schema = this.at(pointer);
    return { schema, validate: this.compile(pointer), example: this.#example(schema) };
  }

  #example({ $ref, anyOf, enum: values, const: only, type, properties = {}, items, minimum }: JsonSchema): unknown {
    if ($ref) return this.#example(this.at($ref.slice(1)));
    if (anyOf) return this.#example(anyOf[0]!);
    if (only !== undefined || values) return only ?? values![0];
    if (type === 'object')
      return Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, this.#example(schema)]));
    if (type === 'array') return items ? [this.#example(items)] : [];
    return { integer: minimum ?? 1, number: 1, boolean: true, null: null }[type ?? ''] ?? 'x';
  }

  /** Checks a response body by what the document says about its operation and status. */
  assertResponse(operationId: string, status: number, body: unknown, context = ''): void {
    const [path, method] = this.#find(operationId);
    const { content } = this.document.paths[path]![method]!.responses[status] ?? {};
    assert.ok(content, `${operationId} documents the status ${status}${context}`);
    const pointer = `/paths/${escaped(path)}/${method}/responses/${status}/content/${escaped(json)}/schema`;
    const valid = this.compile(pointer);
    assert.ok(valid(body), `${operationId} ${status}: ${this.#ajv.errorsText(valid.errors)}${context}`);
  }

  #operation(operationId: string): OperationObject {
    const [path, method] = this.#find(operationId);
    return this.document.paths[path]![method]!;
  }

  #find(operationId: string): [path: string, method: string] {
    for (const [path, methods] of Object.entries(this.document.paths)) {
      const found = Object.entries(methods).find(([, operation]) => operation.operationId === operationId);
      if (found) return [path, found[0]];
    }
    throw new Error(`The document has no operation ${operationId}`);
  }

  at(pointer: string): JsonSchema {
    return pointer
      .slice(1)
      .split('/')
      .map((part) => decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~'))
      .reduce<unknown>((node, part) => (node as Record<string, unknown>)[part], this.document) as JsonSchema;
  }
}

function escaped(name: string): string {
  return encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'));
}
