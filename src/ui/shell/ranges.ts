import * as vscode from 'vscode';
import type { Range } from '../../model/source/range.ts';

export function toRange({ start, end }: Range): vscode.Range {
  return new vscode.Range(start.line, start.character, end.line, end.character);
}
