import assert from 'node:assert/strict';
import * as vscode from 'vscode';

interface Manifest {
  contributes: { commands: { command: string }[] };
}

const dispatcherSymbol = Symbol.for('undici.globalDispatcher.1');
const globals = globalThis as unknown as Record<symbol, unknown>;

describe('activation', () => {
  const shown: string[] = [];
  let dispatcherBefore: unknown;
  let extension: vscode.Extension<unknown>;

  before(async () => {
    extension = vscode.extensions.getExtension('data-model-workbench.data-model-workbench')!;
    assert.equal(extension.isActive, false, 'a folder without a data model must not activate the extension');
    dispatcherBefore = globals[dispatcherSymbol];
    for (const name of ['showInformationMessage', 'showWarningMessage', 'showErrorMessage'] as const) {
      const original = vscode.window[name];
      const watched = (message: string, ...rest: unknown[]) => {
        shown.push(message);
        return Reflect.apply(original, vscode.window, [message, ...rest]);
      };
      Object.defineProperty(vscode.window, name, { configurable: true, writable: true, value: watched });
    }
    await extension.activate();
  });

  it('succeeds', () => {
    assert.equal(extension.isActive, true);
  });

  it('registers every command of the manifest', async () => {
    const registered = new Set(await vscode.commands.getCommands(true));
    const { commands } = (extension.packageJSON as Manifest).contributes;
    assert.ok(commands.length > 0);
    assert.deepEqual(
      commands.map(({ command }) => command).filter((command) => !registered.has(command)),
      [],
    );
  });

  it('shows no notification', () => {
    assert.deepEqual(shown, []);
  });

  it("leaves the process's fetch dispatcher alone", () => {
    assert.equal(globals[dispatcherSymbol], dispatcherBefore);
  });
});
