/** A person who answers the editor's questions: in extension tests no dialog can be shown, so what would be asked is answered here. */

import * as vscode from 'vscode';

export interface Question {
  kind: 'message' | 'pick' | 'input';
  text: string;
  detail: string;
  /** Labels of buttons or rows. */
  choices: readonly string[];
}

type Answer = { about: RegExp; choose: string | RegExp | undefined };

const messages = ['showInformationMessage', 'showWarningMessage', 'showErrorMessage'] as const;
const doors = [...messages, 'showQuickPick', 'showInputBox'] as const;

export class DialogStub {
  /** Everything that was asked or said, in order. */
  readonly shown: Question[] = [];
  /** What is said to whatever nobody prepared an answer for; by default it is dismissed. */
  defaultAnswer: (question: Question) => string | undefined = () => undefined;
  readonly #answers: Answer[] = [];
  readonly #originals = new Map<string, unknown>();

  constructor() {
    for (const name of doors) this.#originals.set(name, vscode.window[name]);
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
        typeof row === 'string' ? { label: row, row } : { label: row.label, row },
      );
      const text = options?.title ?? options?.placeHolder ?? '';
      const label = this.#choose({ kind: 'pick', text, detail: '', choices: rows.map((each) => each.label) });
      return rows.find((each) => each.label === label)?.row;
    });
    this.#replace('showInputBox', async (options?: vscode.InputBoxOptions) => {
      const text = options?.title ?? options?.prompt ?? '';
      this.shown.push({ kind: 'input', text, detail: options?.value ?? '', choices: [] });
      const answer = this.#take(text);
      return typeof answer?.choose === 'string' ? answer.choose : undefined;
    });
  }

  /** The next question about this is answered with the first choice that matches; `undefined` dismisses it. */
  answer(about: RegExp, choose: string | RegExp | undefined): void {
    this.#answers.push({ about, choose });
  }

  /** What was asked about this. */
  questions(about: RegExp): Question[] {
    return this.shown.filter(({ text }) => about.test(text));
  }

  /** Forgets what was asked and what was still to be answered. */
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
    const { choose } = answer;
    if (choose === undefined) return undefined;
    const found = question.choices.find((label) =>
      typeof choose === 'string' ? label === choose : choose.test(label),
    );
    if (found === undefined) {
      throw new Error(`“${question.text}” offers ${question.choices.join(', ')}, not ${choose}`);
    }
    return found;
  }

  #take(text: string): Answer | undefined {
    const index = this.#answers.findIndex(({ about }) => about.test(text));
    return index < 0 ? undefined : this.#answers.splice(index, 1)[0];
  }

  #replace(name: string, value: unknown): void {
    Object.defineProperty(vscode.window, name, { configurable: true, writable: true, value });
  }
}
