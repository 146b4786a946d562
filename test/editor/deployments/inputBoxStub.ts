/** Answers input boxes, because tests cannot type into them. */

import * as vscode from 'vscode';

/** Answers input boxes in order and records what each one showed. */
export class InputBoxStub {
  readonly shown: { title: string; value: string; password: boolean; validation: string | undefined }[] = [];
  readonly #original = vscode.window.showInputBox;

  constructor(answers: readonly (string | undefined)[]) {
    const rest = [...answers];
    const answer = async (options: vscode.InputBoxOptions = {}) => {
      const value = options.value ?? '';
      const validation = await options.validateInput?.(value);
      this.shown.push({
        title: options.title ?? '',
        value,
        password: options.password ?? false,
        validation: typeof validation === 'string' ? validation : validation?.message,
      });
      return rest.shift();
    };
    Object.defineProperty(vscode.window, 'showInputBox', { configurable: true, writable: true, value: answer });
  }

  restore(): void {
    Object.defineProperty(vscode.window, 'showInputBox', { configurable: true, writable: true, value: this.#original });
  }
}
