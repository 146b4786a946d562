/** Call hierarchy in VS Code. An item remembers what it is, because the editor returns the same object with each question. */

import * as vscode from 'vscode';
import { incomingCalls, outgoingCalls, prepareCallHierarchy } from '../../language/callHierarchy/callHierarchy.ts';
import { toRange } from '../shell/ranges.ts';
import { toCallHierarchyItem } from './convert.ts';
import type { ModelDocuments } from './modelDocuments.ts';

type Item = ReturnType<typeof prepareCallHierarchy>[number];

export function callHierarchyProvider({ ask }: ModelDocuments): vscode.CallHierarchyProvider {
  const items = new WeakMap<vscode.CallHierarchyItem, Item>();
  const remembered = (item: Item) => {
    const shown = toCallHierarchyItem(item);
    items.set(shown, item);
    return shown;
  };
  const askAbout = async <T>(shown: vscode.CallHierarchyItem, calls: CallsOf<T>): Promise<T[] | undefined> => {
    const item = items.get(shown);
    return item && ask(shown, (index, _file, uriOf) => calls(index, item, uriOf));
  };
  return {
    prepareCallHierarchy: async (document, at) =>
      (await ask(document, (index, file, uriOf) => prepareCallHierarchy(index, file, at, uriOf)))?.map(remembered),
    provideCallHierarchyIncomingCalls: async (item) =>
      (await askAbout(item, incomingCalls))?.map(
        ({ from, fromRanges }) => new vscode.CallHierarchyIncomingCall(remembered(from), fromRanges.map(toRange)),
      ),
    provideCallHierarchyOutgoingCalls: async (item) =>
      (await askAbout(item, outgoingCalls))?.map(
        ({ to, fromRanges }) => new vscode.CallHierarchyOutgoingCall(remembered(to), fromRanges.map(toRange)),
      ),
  };
}

type CallsOf<T> = (
  index: Parameters<typeof incomingCalls>[0],
  item: Item,
  uriOf: Parameters<typeof incomingCalls>[2],
) => T[];
