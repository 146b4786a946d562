import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Operation } from '../../../src/contract/definition/operation.ts';
import { openApiDocument } from '../../../src/contract/openApi.ts';
import { findRoute, readApiDocument } from '../../../src/platform/api/openApi.ts';
import { bodyProperties } from '../../../src/platform/api/resource.ts';
import { resourceKinds } from '../../../src/ui/resources/resourceKinds.ts';
import { resourceScheme } from '../../../src/ui/shell/ids.ts';
import { repository } from '../../vscode/locations.ts';

describe('the kinds of resources', () => {
  const api = readApiDocument(openApiDocument());

  it('have a schema for the editor each', () => {
    const { contributes } = JSON.parse(readFileSync(path.join(repository, 'package.json'), 'utf8')) as {
      contributes: { jsonValidation: { fileMatch: string; url: string }[] };
    };
    assert.deepEqual(
      contributes.jsonValidation,
      resourceKinds.map(({ id }) => ({
        fileMatch: `${resourceScheme}://${id}/*.json`,
        url: `data-model://resource-schema/${id}.json`,
      })),
    );
  });

  for (const { id, list, read, write, key, label } of resourceKinds) {
    it(`${id}: its routes exist, and its write says what it accepts`, () => {
      const routeOf = ({ method, path: address }: Operation) => `${method} ${address}`;
      for (const each of [list, read]) if (each) assert.ok(findRoute(api, routeOf(each)), each.id);
      const operation = findRoute(api, routeOf(write));
      assert.ok(operation, write.id);
      assert.ok(bodyProperties(operation), 'the body is an object with known properties');
      assert.ok(list === undefined || (key !== undefined && label !== undefined));
    });
  }
});
