import assert from 'node:assert/strict';
import type { Operation } from '../../src/contract/definition/operation.ts';
import { openApiDocument } from '../../src/contract/openApi.ts';
import { operations } from '../../src/contract/operations.ts';

interface Parameter {
  name: string;
  in: string;
  required: boolean;
  schema: object;
}
interface OperationObject {
  operationId: string;
  summary: string;
  parameters: Parameter[];
  requestBody?: { required: boolean; content: Record<string, { schema: object }> };
  responses: Record<string, { description: string; content?: Record<string, { schema: object }> }>;
  security: Record<string, string[]>[];
}
interface Document {
  openapi: string;
  info: { title: string; version: string };
  paths: Record<string, Record<string, OperationObject>>;
  components: { schemas: Record<string, object>; securitySchemes: Record<string, { type: string; scheme: string }> };
}

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/** Calls `visit` for every object in a document, with its pointer. */
function walk(value: unknown, visit: (node: Record<string, unknown>, at: string) => void, at = '#'): void {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) visit(value as Record<string, unknown>, at);
  for (const [key, child] of Object.entries(value)) {
    walk(child, visit, `${at}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`);
  }
}

function resolve(document: unknown, pointer: string): unknown {
  return pointer
    .slice(2)
    .split('/')
    .reduce<unknown>((node, part) => {
      return (node as Record<string, unknown> | undefined)?.[part.replaceAll('~1', '/').replaceAll('~0', '~')];
    }, document);
}

// Spec: Versioning 1, OpenAPI 3.1.
describe('the OpenAPI document', () => {
  const document = openApiDocument() as unknown as Document;
  const entries = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, object]) => ({ path, method, object })),
  );

  it('is version 3.1.0 with info version 1.0.0', () => {
    assert.equal(document.openapi, '3.1.0');
    assert.equal(document.info.version, '1.0.0');
    assert.ok(document.info.title);
  });

  it('contains every operation of the table once, and no other', () => {
    const table = (Object.values(operations) as Operation[]).map(({ id, method, path }) => `${id} ${method} ${path}`);
    const written = entries.map(({ path, method, object }) => `${object.operationId} ${method.toUpperCase()} ${path}`);
    assert.deepEqual(written.sort(), table.sort());
    assert.equal(new Set(entries.map(({ object }) => object.operationId)).size, entries.length);
  });

  it('has no paths that differ only in parameter names', () => {
    const templates = Object.keys(document.paths).map((path) => path.replace(/\{[^}]*\}/g, '{}'));
    assert.equal(new Set(templates).size, templates.length);
  });

  it('describes each operation completely', () => {
    for (const { path, method, object } of entries) {
      const name = `${method} ${path}`;
      assert.match(path, /^\/((build\/)?api\/v1\/|notifications$)/, name);
      assert.ok(methods.includes(method), name);
      assert.ok(object.summary, name);
      const inPath = [...path.matchAll(/\{([^}]*)\}/g)].map(([, parameter]) => parameter);
      const declared = object.parameters.filter((parameter) => parameter.in === 'path');
      assert.deepEqual(declared.map((parameter) => parameter.name).sort(), inPath.sort(), name);
      assert.ok(
        declared.every((parameter) => parameter.required),
        name,
      );
      const keys = object.parameters.map((parameter) => `${parameter.in} ${parameter.name}`);
      assert.equal(new Set(keys).size, keys.length, name);
      for (const parameter of object.parameters) {
        assert.ok(['path', 'query'].includes(parameter.in) && typeof parameter.schema === 'object', name);
      }
      assert.ok(!(object.requestBody && method === 'get'), name);
      assert.ok(
        object.responses['200'] ?? object.responses['201'] ?? object.responses['202'] ?? object.responses['204'],
        name,
      );
      for (const [status, response] of Object.entries(object.responses)) {
        assert.match(status, /^[1-5]\d\d$/, name);
        assert.ok(response.description, name);
      }
      for (const scheme of object.security.flatMap(Object.keys))
        assert.ok(scheme in document.components.securitySchemes);
    }
  });

  it('documents the shared failures and those of each operation', () => {
    for (const { path, object } of entries) {
      const entry = (operations as Record<string, Operation>)[object.operationId]!;
      const expected = new Set([400, 401, ...entry.failures.map(({ status }) => status)]);
      if (path.includes('{deploymentId}')) expected.add(404);
      for (const status of expected) assert.ok(object.responses[status], `${object.operationId} ${status}`);
      for (const { status, when } of entry.failures) {
        assert.ok(object.responses[status]?.description.includes(when), `${object.operationId}: ${when}`);
      }
    }
  });

  it('has no dangling reference and no unused schema', () => {
    const used = new Set<string>();
    walk(document, (node, at) => {
      if (!('$ref' in node)) return;
      assert.equal(typeof node.$ref, 'string', at);
      assert.ok(resolve(document, node.$ref as string), `${at} → ${node.$ref}`);
      used.add((node.$ref as string).split('/').at(-1)!);
    });
    assert.deepEqual(
      Object.keys(document.components.schemas).filter((name) => !used.has(name)),
      // The specification names them without an operation.
      ['CreateNotificationInput', 'UpdateNotificationInput'],
    );
  });

  it('uses the JSON Schema of 3.1 without leftovers of a schema library or of 3.0', () => {
    walk(document, (node, at) => {
      if (!at.includes('/schema')) return;
      const leftovers = ['$schema', '$defs', 'id', '~standard', 'nullable', '_def'].filter(
        (key) => key in node && !at.endsWith('/properties'),
      );
      assert.deepEqual(leftovers, [], at);
    });
  });

  it('contains the recursive file tree and the schema names of the specification', () => {
    const { schemas } = document.components;
    assert.equal(JSON.stringify(schemas.FileNode).match(/"\$ref":"#\/components\/schemas\/FileNode"/g)?.length, 1);
    for (const name of ['DataModelValidationResponse', 'BuildStatusResponse', 'DeploymentSettings', 'BranchResponse']) {
      assert.ok(schemas[name], name);
    }
  });

  it('marks the deprecated fields. Spec: Versioning 3', () => {
    const { schemas } = document.components as { schemas: Record<string, { properties?: Record<string, object> }> };
    const marked = (name: string) =>
      Object.entries(schemas[name]!.properties!)
        .filter(([, field]) => (field as { deprecated?: boolean }).deprecated)
        .map(([field]) => field);
    assert.deepEqual(marked('AppTheme'), ['light', 'dark']);
    assert.deepEqual(marked('FoldersListResponse'), ['data', 'count', 'pagination']);
  });

  it('is new, equal and plain data for each call, and the table does not change', () => {
    const before = Object.keys(operations).join();
    const first = openApiDocument();
    const second = openApiDocument();
    assert.notEqual(first, second);
    assert.deepEqual(first, second);
    assert.deepEqual(JSON.parse(JSON.stringify(first)), first);
    (first.paths as Record<string, unknown>).x = 1;
    assert.deepEqual(openApiDocument(), second);
    assert.equal(Object.keys(operations).join(), before);
  });
});
