/** An input box that stays open until its value is accepted, and says what is wrong with it. */

import * as vscode from 'vscode';
import { CancelledError, describeError, isCancellation, UserError } from '../../base/errors.ts';
import { Lifetime } from '../../base/lifetime.ts';
import { errorParts } from './errorText.ts';
import { plainText } from './outsideText.ts';
import { createInput } from './quickInput.ts';

export interface CheckedInput<T> {
  title: string;
  prompt: string;
  placeholder?: string;
  value?: string;
  password?: boolean;
  /** Whether an empty text is submitted, too. */
  canBeEmpty?: boolean;
  /** Whether the value is submitted when the box opens. */
  isSubmitted?: boolean;
  /** Whether the box has a button that returns to the step before. */
  canGoBack?: boolean;
  /** The problem of a text that need not be sent. Shown while the user types. */
  problemOf?(text: string): string | undefined;
  /** Called with Enter. A UserError is shown in the box. */
  accept(text: string, signal: AbortSignal): Promise<T>;
}

export const goneBack = Symbol('the user went back');

/** @returns the first value that `accept` accepted @throws CancelledError, and what `accept` throws but UserError */
export function askUntilAccepted<T>(options: CheckedInput<T>): Promise<T | typeof goneBack> {
  const { title, prompt, placeholder, value = '', password = false, canBeEmpty, isSubmitted, canGoBack } = options;
  const { problemOf, accept } = options;
  const lifetime = new Lifetime();
  const input = lifetime.add(createInput());
  Object.assign(input, { title, prompt: plainText(prompt), placeholder, value, password, ignoreFocusOut: true });
  if (canGoBack) input.buttons = [vscode.QuickInputButtons.Back];
  let running: AbortController | undefined;
  const stop = () => {
    running?.abort(new CancelledError());
    running = undefined;
    input.busy = false;
  };
  const showProblem = (problem: string | undefined) => {
    input.validationMessage = problem === undefined ? undefined : plainText(problem);
  };
  return new Promise<T | typeof goneBack>((resolve, reject) => {
    const tryValue = async () => {
      const text = input.value.trim();
      const problem = problemOf?.(text);
      showProblem(problem);
      if ((text === '' && !canBeEmpty) || problem !== undefined || running) return;
      const own = new AbortController();
      running = own;
      input.busy = true;
      try {
        resolve(await accept(text, own.signal));
      } catch (failure) {
        // The user has changed the text since.
        if (running !== own && isCancellation(failure)) return;
        if (!(failure instanceof UserError)) return reject(failure);
        stop();
        showProblem(describeError({ ...errorParts(failure, vscode.l10n), where: undefined }));
        if (password) input.valueSelection = [0, input.value.length];
      }
    };
    lifetime.add(input.onDidAccept(() => void tryValue()));
    lifetime.add(
      input.onDidChangeValue((text) => {
        stop();
        showProblem(text.trim() === '' ? undefined : problemOf?.(text));
      }),
    );
    lifetime.add(input.onDidTriggerButton(() => resolve(goneBack)));
    lifetime.add(input.onDidHide(() => reject(new CancelledError())));
    input.show();
    if (isSubmitted) void tryValue();
  }).finally(() => {
    stop();
    lifetime.dispose();
  });
}
