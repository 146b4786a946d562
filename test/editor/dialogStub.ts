/** Answers messages, quick picks, input boxes and the choice of a file, because tests cannot click them, and records them. */

import * as vscode from 'vscode';

export interface Question {
  kind: 'message' | 'pick' | 'input' | 'file';
  text: string;
  /** For a pick, the texts next to and below each row, line by line; for an input, its initial value. */
  detail: string;
  /** The prompt of an input. */
  prompt?: string;
  /** Labels of buttons or rows. */
  choices: readonly string[];
}

interface Answer {
  text: RegExp;
  choice: string | RegExp | undefined;
}

const messages = ['showInformationMessage', 'showWarningMessage', 'showErrorMessage'] as const;
const stubbedFunctions = [...messages, 'showQuickPick', 'showInputBox', 'showOpenDialog', 'showSaveDialog'] as const;

export class DialogStub {
  /** All dialogs, in order. */
  readonly shown: Question[] = [];
  /** Answers dialogs without a prepared answer. By default, they are dismissed. */
  defaultAnswer: (question: Question) => string | undefined = () => undefined;
  readonly #answers: Answer[] = [];
  readonly #originals = new Map<string, unknown>();

  constructor() {
    for (const name of stubbedFunctions) this.#originals.set(name, vscode.window[name]);
    for (const name of messages) {
      this.#replace(name, async (text: string, ...rest: unknown[]) => {
        const options = rest.find((each) => typeof each === 'object' && each !== null && !('title' in each));
        const choices = rest.filter((each) => typeof each === 'string');
        const detail = (options as vscode.MessageOptions | undefined)?.detail ?? '';
        return this.#choose({ kind: 'message', text, detail, choices });
      });
    }
    this.#replace('showQuickPick', async (given: unknown, options?: vscode.QuickPickOptions) => {
      const rows = ((await given) as (string | vscode.QuickPickItem)[]).map((row) =>
        typeof row === 'string' ? { label: row, row, detail: '' } : { label: row.label, row, detail: describe(row) },
      );
      const text = options?.title ?? options?.placeHolder ?? '';
      const choices = rows.map((each) => each.label);
      const question: Question = { kind: 'pick', text, detail: rows.map(({ detail }) => detail).join('\n'), choices };
      if (options?.canPickMany) {
        this.shown.push(question);
        const wanted = this.#take(text)?.choice;
        return wanted instanceof RegExp ? rows.flatMap(({ label, row }) => (wanted.test(label) ? row : [])) : undefined;
      }
      const label = this.#choose(question);
      return rows.find((each) => each.label === label)?.row;
    });
    this.#replace('showInputBox', async (options?: vscode.InputBoxOptions) => {
      const text = options?.title ?? options?.prompt ?? '';
      const { value = '', prompt = '' } = options ?? {};
      this.shown.push({ kind: 'input', text, detail: value, prompt, choices: [] });
      const answer = this.#take(text);
      return typeof answer?.choice === 'string' ? answer.choice : undefined;
    });
    this.#replace('showOpenDialog', async ({ title = '' }: vscode.OpenDialogOptions = {}) => {
      this.shown.push({ kind: 'file', text: title, detail: '', choices: [] });
      const answer = this.#take(title);
      return typeof answer?.choice === 'string' ? [vscode.Uri.file(answer.choice)] : undefined;
    });
    this.#replace('showSaveDialog', async ({ title = '', defaultUri }: vscode.SaveDialogOptions = {}) => {
      this.shown.push({ kind: 'file', text: title, detail: defaultUri?.fsPath ?? '', choices: [] });
      const answer = this.#take(title);
      return typeof answer?.choice === 'string' ? vscode.Uri.file(answer.choice) : undefined;
    });
  }

  /** Answers the next dialog with this text with the first matching choice. `undefined` dismisses it. */
  answer(text: RegExp, choice: string | RegExp | undefined): void {
    this.#answers.push({ text, choice });
  }

  /** The recorded dialogs with this text. */
  questions(pattern: RegExp): Question[] {
    return this.shown.filter(({ text }) => pattern.test(text));
  }

  /** Clears recorded dialogs and prepared answers. */
  reset(): void {
    this.shown.length = 0;
    this.#answers.length = 0;
  }

  restore(): void {
    for (const [name, original] of this.#originals) this.#replace(name, original);
  }

  #choose(question: Question): string | undefined {
    this.shown.push(question);
    const answer = this.#take(question.text);
    if (!answer) return this.defaultAnswer(question);
    const { choice } = answer;
    if (choice === undefined) return undefined;
    const found = question.choices.find((label) =>
      typeof choice === 'string' ? label === choice : choice.test(label),
    );
    if (found === undefined) {
      throw new Error(`“${question.text}” offers ${question.choices.join(', ')}, not ${choice}`);
    }
    return found;
  }

  #take(text: string): Answer | undefined {
    const index = this.#answers.findIndex((answer) => answer.text.test(text));
    return index < 0 ? undefined : this.#answers.splice(index, 1)[0];
  }

  #replace(name: string, value: unknown): void {
    Object.defineProperty(vscode.window, name, { configurable: true, writable: true, value });
  }
}

function describe({ description, detail }: vscode.QuickPickItem): string {
  return [description, detail].filter(Boolean).join(' ');
}
