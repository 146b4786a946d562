/** The one door to context keys, which menus and welcome views depend on. Sets a key only when its value changed. */

import * as vscode from 'vscode';
import type { ContextKeyId, ContextKeyTypes } from './ids.ts';

const current = new Map<ContextKeyId, unknown>();

export function setContextKey<Id extends ContextKeyId>(id: Id, value: ContextKeyTypes[Id]): void {
  if (current.get(id) === value) return;
  current.set(id, value);
  void vscode.commands.executeCommand('setContext', id, value);
}
