/** This extension as it is installed. */

import * as vscode from 'vscode';

export function thisExtension(): vscode.Extension<unknown> {
  return vscode.extensions.getExtension('data-model-workbench.data-model-workbench')!;
}
