/** Compares the contract with the specification's endpoint tables. */

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Operation } from '../../src/contract/definition/operation.ts';
import { actions } from '../../src/contract/definition/permissions.ts';
import { openApiDocument } from '../../src/contract/openApi.ts';
import { operations } from '../../src/contract/operations.ts';
import { repository } from '../vscode/locations.ts';
import { specOperations, specTypes } from './specOperations.ts';

const specification = join(repository, '../shared/platform-spec.md');

/** Operations that the tables leave out and the specification's text or other sections name. */
const outsideTables = [
  'GET /api/v1/deployments/{}',
  'POST /api/v1/embed/generate-session',
  'POST /api/v1/embed/session/token',
];

const templateOf = (method: string, path: string) => `${method} ${path.replace(/\{[^}]*\}/g, '{}').replace(/\/$/, '')}`;

describe('the operations of the specification', () => {
  const inContract = (Object.values(operations) as Operation[]).map(
    ({ group, method, path }) => [group, templateOf(method, path)] as const,
  );

  for (const [group, rows] of Object.entries(specOperations)) {
    it(`group ${group} is complete`, () => {
      const have = inContract.filter((entry) => entry[0] === group).map((entry) => entry[1]);
      const known = have.filter((row) => !outsideTables.includes(row));
      assert.deepEqual(known.sort(), [...rows].sort());
    });
  }

  it('are those of the tables', function () {
    if (!existsSync(specification)) return this.skip();
    assert.deepEqual(readTables(readFileSync(specification, 'utf8')), specOperations);
  });
});

describe('the types of the specification', () => {
  it('are schemas of the API document, by their names', () => {
    const { components } = openApiDocument() as { components: { schemas: object } };
    const absent = specTypes.filter((name) => !Object.hasOwn(components.schemas, name));
    assert.deepEqual(absent, []);
  });

  it('are those that it names', function () {
    if (!existsSync(specification)) return this.skip();
    const text = readFileSync(specification, 'utf8');
    const named = new Set([...text.matchAll(/`([A-Z][A-Za-z]*[a-z][A-Za-z]*)`/g)].map((match) => match[1]!));
    // The specification writes names of actions and of one error like types.
    for (const name of [...actions, 'EmbedSessionExchangeError']) named.delete(name);
    assert.deepEqual([...named].sort(), specTypes);
  });
});

/** Paths that a table abbreviates. */
const bases: Record<string, string> = {
  C: '/build/api/v1/deployments/{}',
  D: '/api/v1/deployments/{}/dbt-sync',
};

function readTables(text: string): Record<string, string[]> {
  const groups: Record<string, string[]> = {};
  let group = '';
  let previous = '';
  for (const line of text.split('\n')) {
    if (line.startsWith('## ')) group = '';
    group = /^### ([A-H])\. /.exec(line)?.[1] ?? group;
    const [, methods, cell] = line.split('|').map((part) => part.trim());
    if (group === '' || !/^(GET|POST|PUT|PATCH|DELETE)\b/.test(methods ?? '')) continue;
    const named = [...cell!.matchAll(/`([^`]+)`/g)].map((match) => match[1]!);
    // The table gives no path to the list of groups.
    const paths = named.length > 0 ? named : [{ 'same path': previous, 'list groups': '/api/v1/groups' }[cell!] ?? ''];
    previous = paths.at(-1)!;
    for (const path of paths) {
      const whole = path.startsWith('.../')
        ? `/api/v1/deployments/{}/${path.slice(4)}`
        : `${bases[group] ?? ''}${path}`;
      for (const method of methods!.split(', ')) {
        // One row stands for POST of the collection, PUT and DELETE of a user.
        if (cell!.includes(' and `/api/v1/users/{id}`') && (method === 'POST') === /\{id\}$/.test(path)) continue;
        groups[group] = [...(groups[group] ?? []), templateOf(method, whole.replace(/\(none\)$/, ''))];
      }
    }
  }
  return groups;
}
