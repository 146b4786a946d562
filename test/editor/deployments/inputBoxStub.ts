/** Answers input boxes that stay open until their value is accepted, because tests cannot type into them. */

import * as vscode from 'vscode';

interface ShownInput {
  title: string;
  value: string;
  password: boolean;
  validation: string | undefined;
}

/** Answers in order, once for each box and once more for each problem that a box shows, and records what was shown. */
export class InputBoxStub {
  readonly shown: ShownInput[] = [];
  readonly #answers: (string | undefined)[];
  readonly #original = vscode.window.createInputBox;

  /** @param answers undefined cancels the box */
  constructor(answers: readonly (string | undefined)[]) {
    this.#answers = [...answers];
    this.#replace(() => this.#create());
  }

  restore(): void {
    this.#replace(this.#original);
  }

  #create(): vscode.InputBox {
    const original = this.#original.call(vscode.window);
    const accepted = new vscode.EventEmitter<void>();
    const hidden = new vscode.EventEmitter<void>();
    const changed = new vscode.EventEmitter<string>();
    let value = '';
    let validation: string | undefined;
    const answer = () => {
      const { title = '', password } = input;
      this.shown.push({ title, value, password, validation });
      const next = this.#answers.shift();
      if (next === undefined) return hidden.fire();
      value = next;
      changed.fire(next);
      accepted.fire();
    };
    const own = {
      onDidAccept: accepted.event,
      onDidHide: hidden.event,
      onDidChangeValue: changed.event,
      // A box that is submitted at once is answered only after a problem.
      show: () => void setTimeout(() => !input.busy && answer()),
      get value() {
        return value;
      },
      set value(text: string) {
        value = text;
      },
      get validationMessage() {
        return validation;
      },
      set validationMessage(message: string | undefined) {
        validation = message;
        if (message !== undefined) setTimeout(answer);
      },
    };
    const input = Object.defineProperties(Object.create(original), Object.getOwnPropertyDescriptors(own));
    const plain = ['title', 'prompt', 'placeholder', 'password', 'busy', 'buttons', 'ignoreFocusOut', 'valueSelection'];
    for (const name of plain as (keyof vscode.InputBox)[]) {
      Object.defineProperty(input, name, { writable: true, value: original[name] });
    }
    return input;
  }

  #replace(value: unknown): void {
    Object.defineProperty(vscode.window, 'createInputBox', { configurable: true, writable: true, value });
  }
}
