/** The editor's item for a row or a node. */

import * as vscode from 'vscode';
import { markdown } from '../shell/markdown.ts';
import type { LazyNode, Row } from './row.ts';

const collapsibleStates = {
  never: vscode.TreeItemCollapsibleState.None,
  collapsed: vscode.TreeItemCollapsibleState.Collapsed,
  expanded: vscode.TreeItemCollapsibleState.Expanded,
};

export function treeItem(row: Omit<Row, 'kind' | 'list' | 'children'>): vscode.TreeItem {
  const item = new vscode.TreeItem(row.label, collapsibleStates[row.expand]);
  item.id = row.id;
  item.contextValue = row.context;
  if (row.description !== undefined) item.description = row.description;
  if (row.tooltip !== undefined) item.tooltip = markdown(row.tooltip);
  if (row.icon !== undefined) {
    item.iconPath = new vscode.ThemeIcon(row.icon, row.color ? new vscode.ThemeColor(row.color) : undefined);
  }
  const label = row.accessibleLabel ?? [row.label, row.description].filter(Boolean).join(', ');
  item.accessibilityInformation = { label };
  if (row.command !== undefined) item.command = { command: row.command, title: row.label, arguments: [row] };
  return item;
}

export function nodeItem(node: LazyNode & { children?: unknown }): vscode.TreeItem {
  const { Collapsed, None } = vscode.TreeItemCollapsibleState;
  const item = new vscode.TreeItem(node.label, node.children ? Collapsed : None);
  item.id = node.id;
  if (node.context !== undefined) item.contextValue = node.context;
  if (node.description !== undefined) item.description = node.description;
  if (node.tooltip !== undefined) item.tooltip = node.tooltip;
  if (node.icon !== undefined) item.iconPath = new vscode.ThemeIcon(node.icon);
  if (node.command) item.command = { title: node.label, ...node.command };
  return item;
}
