/** Who sees more or less than before: as the compiled models tell, or their sources. */

import { messageOf, UserError } from '../../base/errors.ts';
import { type AccessReview, type CallerAccess, callersOf, compareAccess } from '../../review/compiled/access.ts';
import type { CompiledSide } from '../../review/compiled/askedSides.ts';
import { type AccessConfirmation, nothingConfirmed } from '../../review/compiled/confirmedAccess.ts';
import type { Renames } from '../../review/compiled/sameSql.ts';
import type { CompiledSources } from './sourceCompiler.ts';

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
  /** Where the compiled models do not tell. */
  sources: CompiledSources | undefined;
  renames: Renames;
  confirm: ConfirmAccess | undefined;
}

/** Undefined if neither tells. Never fails for a model that cannot be evaluated, but says so. @throws CancelledError */
export async function readAccess(
  { sides, sources, renames, confirm }: AccessSource,
  signal: AbortSignal,
): Promise<ReadAccess | undefined> {
  const askerOf = (side: 'before' | 'after'): CompiledSide['access'] => {
    const { access } = sides[side];
    if (access || !sources) return access;
    return async (callers, until) => {
      const compiled = await sources.of(side, until);
      if (compiled.kind === 'errors') throw new UserError(compiled.errors.map(({ message }) => message).join('\n'));
      return compiled.side.access!(callers, until);
    };
  };
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
  }
}
