/** The model map in a real webview: its page, its worker, and what it asks of the editor. */

import assert from 'node:assert/strict';
import path from 'node:path';
import * as vscode from 'vscode';
import type { MapPanel } from '../../../src/ui/map/mapPanel.ts';
import { waitFor } from '../../run/waitFor.ts';
import { extension } from '../deployments/treeAccess.ts';
import { changeText, editText, save } from '../editText.ts';

const root = vscode.workspace.workspaceFolders![0]!.uri;
const uriOf = (file: string) => vscode.Uri.joinPath(root, file);
const orders = uriOf('model/cubes/orders.yml');

async function openAt(uri: vscode.Uri, text: string, into: number): Promise<vscode.TextEditor> {
  const editor = await vscode.window.showTextDocument(uri, { viewColumn: vscode.ViewColumn.One });
  const at = editor.document.positionAt(editor.document.getText().indexOf(text) + into);
  editor.selection = new vscode.Selection(at, at);
  return editor;
}

describe('the model map', () => {
  let original: string;

  before(async () => {
    await extension();
    original = (await vscode.window.showTextDocument(orders)).document.getText();
  });
  afterEach(async () => {
    for (const { panel } of (await (await extension()).maps.maps()).all) panel.dispose();
    // The window may have saved the edit.
    await vscode.window.showTextDocument(orders, { viewColumn: vscode.ViewColumn.One });
    await save(await changeText(orders, () => original));
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  const drawn = async (map: MapPanel, ...texts: string[]) => {
    let svg = '';
    await waitFor(`the map shows ${texts}`, async () => {
      svg = await map.svg().catch(() => '');
      return texts.every((text) => svg.includes(`>${text}<`));
    });
    return svg;
  };

  it('shows the cubes and views of the model next to the editor, and follows an edit', async () => {
    const editor = await openAt(orders, 'name: orders', 6);
    const map = (await vscode.commands.executeCommand('dataModel.map.show', orders)) as MapPanel;
    assert.match(map.panel.title, /^Model Map: ./);
    await drawn(map, 'orders', 'late_orders', 'customers', 'sales');
    await editText(editor, (edit) =>
      edit.replace(new vscode.Range(editor.selection.active, editor.selection.active), 'all_'),
    );
    await drawn(map, 'all_orders');
    assert.equal(await vscode.commands.executeCommand('dataModel.map.show', orders), map, 'one map for a model');
  });

  it('shows the lineage of the member at the cursor', async () => {
    await openAt(orders, 'name: count', 7);
    const map = (await vscode.commands.executeCommand('dataModel.map.showLineage')) as MapPanel;
    assert.equal(map.panel.title, 'Lineage: orders.count');
    const svg = await drawn(map, 'count');
    assert.doesNotMatch(svg, />late_orders</);
  });

  it('exports to the file that the user selects', async () => {
    const file = uriOf('map.svg');
    const original = vscode.window.showSaveDialog;
    Object.defineProperty(vscode.window, 'showSaveDialog', {
      configurable: true,
      writable: true,
      value: async () => file,
    });
    try {
      await openAt(orders, 'name: orders', 6);
      const map = (await vscode.commands.executeCommand('dataModel.map.show')) as MapPanel;
      await drawn(map, 'orders');
      await vscode.commands.executeCommand('dataModel.map.export');
      const saved = new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
      assert.match(saved, /^<svg xmlns=.*>orders<.*<\/svg>$/s);
    } finally {
      Object.defineProperty(vscode.window, 'showSaveDialog', { configurable: true, writable: true, value: original });
      await vscode.workspace.fs.delete(file).then(undefined, () => {});
    }
    assert.equal(path.posix.basename(file.path), 'map.svg');
  });
});
