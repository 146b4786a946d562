/** Compares the table of docs/permissions.md with the contract. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Operation } from '../../src/contract/definition/operation.ts';
import { describePermission } from '../../src/contract/definition/permissions.ts';
import { operations } from '../../src/contract/operations.ts';
import { repository } from '../vscode/locations.ts';

describe('the table of permissions', () => {
  it('says what each operation of the groups A to F needs', () => {
    const text = readFileSync(join(repository, 'docs/permissions.md'), 'utf8');
    const [, table] = text.split('| needs | operations |');
    const documented = new Map(
      table!
        .split('\n')
        .map((line) => line.split('|').map((cell) => cell.trim()))
        .filter((cells) => cells.length === 4 && !cells[1]!.startsWith('---'))
        .flatMap(([, needs, ids]) => ids!.split(', ').map((id) => [id, needs!] as const)),
    );
    const entries = (Object.values(operations) as Operation[]).filter(
      ({ access }) => access !== 'embed' && access !== 'public',
    );
    assert.deepEqual(
      Object.fromEntries([...documented].sort()),
      Object.fromEntries(entries.map((entry) => [entry.id, needsOf(entry)]).sort()),
    );
  });
});

function needsOf({ access, permission }: Operation): string {
  if (access === 'admin') return 'the admin role';
  return permission ? describePermission(permission) : 'nothing but a key';
}
