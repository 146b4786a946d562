/** Follows each operation of the contract to what a user reaches it with. `--grep "way of"` lists all ways. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type OperationId, operations } from '../../src/contract/operations.ts';
import type { CommandEntry } from '../../src/ui/manifest/commandEntry.ts';
import { commandTable } from '../../src/ui/manifest/commandTable.ts';
import { resourceKinds } from '../../src/ui/resources/resourceKinds.ts';
import { filesBelow } from '../vscode/filesBelow.ts';
import { repository } from '../vscode/locations.ts';
import { type Place, References } from './references.ts';

/** Only the API explorer reaches them, because it is needed once at most. */
const explorerAlone: Partial<Record<OperationId, string>> = {
  getAppTheme: 'The look of the platform’s own pages is read by these pages. No operation changes it.',
  getGithubStatus: 'The list of installations answers the same question where a repository is selected.',
  setAiWidgetThread: 'The platform’s own pages store the thread of a generated widget.',
};

describe('the way of', () => {
  const references = new References();

  before(() => references.start());
  after(() => references.stop());

  const declared = declarations();
  for (const id of Object.keys(operations) as OperationId[]) {
    it(id, async function () {
      const ways = [...fromTables(id), ...(await fromCalls(references, id, declared.get(id)!))];
      const reason = explorerAlone[id];
      this.test!.title += `: ${ways.join(', ') || reason || 'none'}`;
      assert.equal(ways.length > 0, reason === undefined, reason ?? 'reached through the API explorer only');
    });
  }
});

/** Where the table of the contract declares each operation. */
function declarations(): Map<string, Place> {
  const files = filesBelow(path.join(repository, 'src/contract')).map((file) => `contract/${file}`);
  return new Map(
    files.flatMap((file) => {
      const lines = readFileSync(path.join(repository, 'src', file), 'utf8').split('\n');
      return lines.flatMap((text, line): [string, Place][] => {
        const id = /^ {2}(\w+): operation\(/.exec(text)?.[1];
        return id === undefined ? [] : [[id, { file, position: { line, character: 2 } }]];
      });
    }),
  );
}

/** The documents of resources call the operations that their table names. */
function fromTables(id: OperationId): string[] {
  const kinds = resourceKinds.filter(({ within, list, read, write, create, related }) =>
    [within?.list, list, read, write, create, related].some((operation) => operation?.id === id),
  );
  return kinds.map((kind) => `documents of ${kind.id}`);
}

/** The surfaces that a chain of calls leads from to the operation, and the commands that need it. */
async function fromCalls(references: References, id: OperationId, operation: Place): Promise<string[]> {
  const surfaces = new Set<string>();
  const followed = new Map([['', operation]]);
  for (const place of followed.values()) {
    for (const use of await references.usesOf(place)) {
      if (/^(contract|emulator)\//.test(use.file)) continue;
      const surface = surfaceOf(use.file);
      if (surface !== undefined) surfaces.add(surface);
      else for (const next of await references.declarationsAt(use)) followed.set(JSON.stringify(next), next);
    }
  }
  if (surfaces.size === 0) return [];
  const commands = (Object.values(commandTable) as CommandEntry[]).filter((entry) => entry.operation === id);
  return [...commands.map(({ title }) => `“${title}”`), ...[...surfaces].sort()];
}

/** The folder of the editor's part, or the file of a command line. Code that all surfaces share is not one. */
function surfaceOf(file: string): string | undefined {
  const surface = /^(?:ui\/\w+|cli\/\w+|extension)/.exec(file)?.[0];
  return surface === 'ui/shell' ? undefined : surface;
}
