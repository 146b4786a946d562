import * as vscode from 'vscode';

/** Another column of the window than that of a panel, or a new one, so that the panel stays visible. */
export function editorColumn(panel: vscode.WebviewPanel): vscode.ViewColumn {
  const other = vscode.window.tabGroups.all.find(({ viewColumn }) => viewColumn !== panel.viewColumn);
  return other?.viewColumn ?? vscode.ViewColumn.Beside;
}
