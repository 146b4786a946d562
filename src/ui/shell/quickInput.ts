/** Quick picks and input boxes. All of the extension are opened here, so that their texts are shown literally. */

import * as vscode from 'vscode';
import { plainLabel, plainText } from './outsideText.ts';

export interface PickItem extends vscode.QuickPickItem {
  /** The name of a codicon before the label. */
  icon?: string;
}

declare const isShown: unique symbol;
/** An item whose texts are escaped. */
export type Shown<T> = T & { readonly [isShown]: true };

export function shownItem<T extends PickItem>(item: T): Shown<T> {
  const { icon, label, description, detail } = item;
  return {
    ...item,
    label: `${icon === undefined ? '' : `$(${icon}) `}${plainLabel(label)}`,
    ...(description === undefined ? {} : { description: plainLabel(description) }),
    ...(detail === undefined ? {} : { detail: plainLabel(detail) }),
  } as Shown<T>;
}

type Items<T> = readonly T[] | Promise<readonly T[]>;

/** The items as they are shown, with those that they were made of. */
async function shownItems<T extends PickItem>(items: Items<T>): Promise<Map<vscode.QuickPickItem, T>> {
  return new Map((await items).map((item) => [shownItem(item), item]));
}

/** Shows the pick at once and the items when they are known. @returns undefined if the user selects nothing */
export async function pickItem<T extends PickItem>(
  items: Items<T>,
  options: vscode.QuickPickOptions & { canPickMany?: false },
): Promise<T | undefined> {
  const shown = shownItems(items);
  const keys = shown.then((all): readonly vscode.QuickPickItem[] => [...all.keys()]);
  const picked = await vscode.window.showQuickPick(keys, options);
  return picked && (await shown).get(picked);
}

/** @returns undefined if the user selects nothing */
export async function pickItems<T extends PickItem>(
  items: Items<T>,
  options: vscode.QuickPickOptions & { canPickMany: true },
): Promise<T[] | undefined> {
  const shown = await shownItems(items);
  const picked = await vscode.window.showQuickPick([...shown.keys()], options);
  return picked?.flatMap((one) => shown.get(one) ?? []);
}

/** A pick that changes while it is open. */
export function createPick<T extends PickItem>(): vscode.QuickPick<Shown<T>> {
  return vscode.window.createQuickPick<Shown<T>>();
}

export function createInput(): vscode.InputBox {
  return vscode.window.createInputBox();
}

/** @returns undefined if the user cancels */
export async function askText(options: vscode.InputBoxOptions): Promise<string | undefined> {
  const { prompt, validateInput } = options;
  return vscode.window.showInputBox({
    ...options,
    ...(prompt === undefined ? {} : { prompt: plainText(prompt) }),
    ...(validateInput ? { validateInput: async (value) => plainProblem(await validateInput(value)) } : {}),
  });
}

type InputProblem = string | vscode.InputBoxValidationMessage | undefined | null;

function plainProblem(problem: InputProblem): InputProblem {
  if (!problem) return problem;
  return typeof problem === 'string' ? plainText(problem) : { ...problem, message: plainText(problem.message) };
}
