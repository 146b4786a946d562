/** Compares each followed folder with its branch when the person comes back to the window: much may have happened meanwhile. */

import * as vscode from 'vscode';
import { isCancellation, messageOf } from '../base/errors.ts';
import { type Disposable, Lifetime } from '../base/lifetime.ts';
import type { App } from './app.ts';
import { forEachEngine } from './following.ts';

/** Milliseconds: who goes to and fro between windows is not away. */
const awayMs = 5_000;

export class FocusLooks implements Disposable {
  readonly #lifetime = new Lifetime();

  /** @param windowState for tests */
  constructor(
    { folders, log }: Pick<App, 'folders' | 'log'>,
    windowState: vscode.Event<Pick<vscode.WindowState, 'focused'>> = vscode.window.onDidChangeWindowState,
    now: () => number = Date.now,
  ) {
    this.#lifetime.add(
      forEachEngine(folders, ({ engine, branch }, lifetime) => {
        let lookedAt = now();
        lifetime.add(
          windowState(({ focused }) => {
            const { phase } = engine.state.value;
            const busy = phase === 'scanning' || phase === 'pushing' || phase === 'pulling';
            if (!focused || busy || now() - lookedAt < awayMs) return;
            lookedAt = now();
            engine.refresh(lifetime.signal).catch((failure: unknown) => {
              // Nobody asked for it: what is wrong stands in the status bar.
              if (!isCancellation(failure)) log.debug(`Comparing with ${branch}: ${messageOf(failure)}`);
            });
          }),
        );
      }),
    );
  }

  dispose(): void {
    this.#lifetime.dispose();
  }
}
