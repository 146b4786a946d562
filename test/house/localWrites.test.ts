import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { filesBelow } from '../vscode/filesBelow.ts';
import { repository } from '../vscode/locations.ts';

const root = path.join(repository, 'src');
const sources = filesBelow(root)
  .filter((file) => /\.tsx?$/.test(file))
  .map((file) => [file, readFileSync(path.join(root, file), 'utf8')] as const);

/** Types cannot prove these: see `typesOfClients` in test/sync/remote/guardedCall.test.ts for changes of the platform. */
describe('local files', () => {
  it('are written by these modules only', () => {
    const writes = /from 'node:fs(\/promises)?'|\bapplyEdit\(|\bfs\.(writeFile|delete|rename|copy|createDirectory)\(/;
    const does =
      /\b(writeFile|writeFileSync|appendFile|copyFile|rename|unlink|applyEdit|mkdir|rm|rmSync)\(|\bfs\.delete\(/;
    const found = sources
      .filter(([file]) => !/^(emulator|webview|contract|compiler)\//.test(file))
      .filter(([, text]) => writes.test(text) && does.test(text))
      .map(([file]) => file);
    assert.deepEqual(found, [
      // A folder that a caller of these names.
      'base/files/makeFolder.ts',
      // The report that the user names, and files in the editor's storage: `replaceFile` has no other callers.
      'base/files/replaceFile.ts',
      // The disk of sync, and of the lock of a folder.
      'base/nodeDisk.ts',
      // Cubes, formatted files and proposals that the user asked for: all of them, or none.
      'cli/folders/writeFiles.ts',
      // Another version of the compiler, in the user's state folder.
      'cli/publishedCompiler.ts',
      // The state of a dry run, in a temporary folder.
      'cli/syncRun.ts',
      // The temporary folder of its process.
      'database/databaseProcess.ts',
      // The last results of a folder, in the editor's storage.
      'session/history/history.ts',
      // The parameters of the next page of a request, and the file that the user names for an answer.
      'ui/api/apiRequests.ts',
      // Data of the emulator, in the editor's storage.
      'ui/connections/emulatorRecord.ts',
      'ui/connections/localEmulator.ts',
      // The files that the user names for exported pictures.
      'ui/dashboard/preview/exportDashboard.ts',
      // Cubes that the user saw and accepted. The editor can undo it.
      'ui/database/generateCubes.ts',
      // The new cube, view or test that the user names. Existing files are kept.
      'ui/language/newFiles.ts',
      // As for the dashboard.
      'ui/map/mapPanel.ts',
      // The file that the user names for an export.
      'ui/operate/fileDownload.ts',
      // The file that the user names for the rows of a query.
      'ui/query/exportResult.ts',
      // The edit that keeps an old name, in a file that the editor has opened.
      'ui/review/oldName.ts',
      // Scratch documents, in the memory of the window.
      'ui/shell/scratchFiles.ts',
      // Results of merges, in the editor's storage.
      'ui/sync/mergeFiles.ts',
      // The result of a merge that the user accepted. The editor can undo it.
      'ui/sync/openMerges.ts',
      // A new folder for the sample. Existing files are kept.
      'ui/trial/sampleFolder.ts',
    ]);
  });

  it('of a view are read-only, except for scratch documents, results of merges, and the resources of the platform, which ask before each write', () => {
    const found = sources
      .filter(
        ([file, text]) =>
          file.startsWith('ui/') &&
          /extends OwnFileSystem\b|registerFileSystemProvider\((?![^;]*isReadonly: true)/.test(text),
      )
      .map(([file]) => file);
    assert.deepEqual(found, [
      'ui/resources/resourceFileSystem.ts',
      // The base of the others.
      'ui/shell/ownFileSystem.ts',
      'ui/shell/scratchFiles.ts',
      'ui/sync/mergeFiles.ts',
    ]);
  });

  it('are saved without our part: only what a listener gives to `waitUntil` delays a save or changes it', () => {
    const taking = sources.filter(([, text]) => /\bonWillSave/.test(text) && /\bwaitUntil\b/.test(text));
    assert.deepEqual(
      taking.map(([file]) => file),
      [],
    );
  });
});
