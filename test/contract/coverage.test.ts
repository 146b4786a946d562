/** Compares the contract with the specification's endpoint tables. */

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Operation } from '../../src/contract/definition/operation.ts';
import { operations } from '../../src/contract/operations.ts';
import { repository } from '../vscode/locations.ts';
import { specOperations } from './specOperations.ts';

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
    const file = join(repository, '../shared/platform-spec.md');
    if (!existsSync(file)) return this.skip();
    assert.deepEqual(readTables(readFileSync(file, 'utf8')), specOperations);
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
