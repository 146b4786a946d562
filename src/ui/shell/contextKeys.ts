/** Sets the context keys that menus and welcome views depend on. Skips values that did not change. */

import * as vscode from 'vscode';
import type { ContextKeyId, ContextKeyTypes } from '../manifest/ids.ts';

const current = new Map<ContextKeyId, unknown>();

export function setContextKey<Id extends ContextKeyId>(id: Id, value: ContextKeyTypes[Id]): void {
  if (current.get(id) === value) return;
  current.set(id, value);
  void vscode.commands.executeCommand('setContext', id, value);
}
