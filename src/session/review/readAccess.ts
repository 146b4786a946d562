/** Who sees more or less than before: as the compiled models tell, or their sources. */

import { messageOf } from '../../base/errors.ts';
import type { Disposable } from '../../base/lifetime.ts';
import type { ModelIndex } from '../../model/index/modelIndex.ts';
import { type AccessReview, type CallerAccess, callersOf, compareAccess } from '../../review/compiled/access.ts';
import type { AccessAnswer, CompiledSide } from '../../review/compiled/askedSides.ts';
import { type AccessConfirmation, nothingConfirmed } from '../../review/compiled/confirmedAccess.ts';
import type { Renames } from '../../review/compiled/sameSql.ts';

/** Evaluates the access policies of models from their sources. */
export interface AccessReader extends Disposable {
  /** @throws UserError, CancelledError */
  access(index: ModelIndex, callers: readonly (readonly string[])[], signal: AbortSignal): Promise<AccessAnswer>;
}

/** Asks the platform what callers see. */
export type ConfirmAccess = (
  callers: Record<'before' | 'after', readonly CallerAccess[]>,
  signal: AbortSignal,
) => Promise<AccessConfirmation>;

export interface ReadAccess {
  access: AccessReview;
  confirmed: AccessConfirmation | undefined;
}

interface AccessSource {
  sides: Record<'before' | 'after', CompiledSide>;
  models: Record<'before' | 'after', ModelIndex>;
  renames: Renames;
  openAccess: (() => AccessReader) | undefined;
  confirm: ConfirmAccess | undefined;
}

/** Undefined if neither tells. Never fails for a model that cannot be evaluated, but says so. @throws CancelledError */
export async function readAccess(
  { sides, models, renames, openAccess, confirm }: AccessSource,
  signal: AbortSignal,
): Promise<ReadAccess | undefined> {
  const isTold = sides.before.access && sides.after.access;
  const reader = isTold ? undefined : openAccess?.();
  const askerOf = (side: 'before' | 'after'): CompiledSide['access'] =>
    sides[side].access ?? (reader && ((callers, until) => reader.access(models[side], callers, until)));
  const [before, after] = [askerOf('before'), askerOf('after')];
  if (!before || !after) return undefined;
  try {
    const [old, now] = await Promise.all([before([], signal), after([], signal)]);
    const callers = callersOf([...old.groups, ...now.groups]);
    const [was, is] = await Promise.all([before(callers, signal), after(callers, signal)]);
    const confirmed = await confirm?.({ before: was.callers, after: is.callers }, signal);
    return { access: compareAccess(was, is, renames), confirmed };
  } catch (failure) {
    if (signal.aborted) throw failure;
    const reason = messageOf(failure);
    return {
      access: { changes: [], unknown: [{ group: '*', reason }] },
      confirmed: confirm && nothingConfirmed(reason),
    };
  } finally {
    reader?.dispose();
  }
}
