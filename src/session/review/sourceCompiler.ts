/** The models of a review as this computer compiles their sources, where the platform does not tell. */

import type { Disposable } from '../../base/lifetime.ts';
import type { ModelIndex } from '../../model/index/modelIndex.ts';
import type { CompileOutcome } from '../../review/compiled/askedSides.ts';

/** Compiles the sources of models on this computer. */
export interface SourceCompiler extends Disposable {
  /** @throws UserError, CancelledError */
  compile(index: ModelIndex, signal: AbortSignal): Promise<CompileOutcome>;
}

/** Compiles each model when it is first needed. */
export class CompiledSources implements Disposable {
  readonly #open: () => SourceCompiler;
  readonly #models: Record<'before' | 'after', ModelIndex>;
  readonly #compiled = new Map<'before' | 'after', Promise<CompileOutcome>>();
  #compiler: SourceCompiler | undefined;

  constructor(open: () => SourceCompiler, models: Record<'before' | 'after', ModelIndex>) {
    this.#open = open;
    this.#models = models;
  }

  /** @throws UserError, CancelledError */
  of(side: 'before' | 'after', signal: AbortSignal): Promise<CompileOutcome> {
    this.#compiler ??= this.#open();
    const known = this.#compiled.get(side) ?? this.#compiler.compile(this.#models[side], signal);
    this.#compiled.set(side, known);
    return known;
  }

  dispose(): void {
    this.#compiler?.dispose();
  }
}
