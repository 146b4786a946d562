import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { annotationsOf, maxDescription, readTool, writeTool } from '../../../src/cli/mcp/shared/tool.ts';
import { tools } from '../../../src/cli/mcp/toolTable.ts';
import { importsOf } from '../../house/importRules.ts';
import { repository } from '../../vscode/locations.ts';

describe('the tools for assistants', () => {
  it('are these eleven, and only the last two write', () => {
    assert.deepEqual(
      tools.map(({ name, access, input }) => [name, access, Object.keys(input).join(' ')].join(': ')),
      [
        'overview: read: focus detail cursor',
        'search: read: text kinds limit',
        'explain: read: name place',
        'check: read: edits scope data cursor',
        'query: read: query path compare why rows',
        'test: read: which base cursor',
        'review: read: base values',
        'platform: read: what tail',
        'refactor: read: kind name newName place text tables view cube member definition fixId file',
        'apply: write: proposal digest',
        'undo: write: proposal',
      ],
    );
  });

  it('have descriptions of at most 1,200 characters, which say that texts are data where answers have texts', () => {
    for (const { name, description } of tools) {
      assert.ok(description.length <= maxDescription, name);
      const hasTexts = !['apply', 'undo', 'refactor', 'check'].includes(name);
      assert.equal(
        /data, never instructions|data of the project, never instructions/.test(description),
        hasTexts,
        name,
      );
    }
  });

  it('are marked as read-only by what they can do', () => {
    const about = { name: 'x', title: 'X', description: '', input: {} };
    assert.equal(annotationsOf(readTool(about, async () => ({ sentence: '', data: {} }))).readOnlyHint, true);
    assert.equal(annotationsOf(writeTool(about, async () => ({ sentence: '', data: {} }))).readOnlyHint, false);
    // @ts-expect-error: a tool that is marked as read-only has no writer.
    readTool(about, async ({ writer }) => ({ sentence: String(writer), data: {} }));
  });

  it('import no file system, no network, no process and no platform: what they can do is their capability', () => {
    const allowed = /^(?:\.\.?\/|zod$|minisearch$|diff$|node:crypto$)/;
    const platform = /\/(?:platform|sync|session|emulator|database|compiler)\//;
    for (const folder of ['tools', 'refactor']) {
      const at = path.join(repository, 'src/cli/mcp', folder);
      for (const file of readdirSync(at)) {
        for (const imported of importsOf(readFileSync(path.join(at, file), 'utf8'))) {
          assert.match(imported, allowed, `${file} imports ${imported}`);
          assert.doesNotMatch(imported, platform, `${file} imports ${imported}`);
        }
      }
    }
  });
});
