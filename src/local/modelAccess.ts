/** What callers may read of a model, evaluated from its compiled access policies, without a server. */

import type { ModelFile } from '../compiler/compileResult.ts';
import type { CallerAccess, ModelAccess } from '../compiler/modelRequest.ts';
import { compilesByGroups } from '../compiler/securityContextUse.ts';
import { isBrokenModel } from './localErrors.ts';

type Ask = (
  callers: readonly (readonly string[])[],
  compileGroups: readonly string[],
) => Promise<{ access: ModelAccess }>;

/** @throws as `ask` does, for the model of a caller without groups */
export async function modelAccess(
  ask: Ask,
  sources: readonly ModelFile[],
  callers: readonly (readonly string[])[],
): Promise<ModelAccess> {
  const readsGroups = compilesByGroups(sources);
  const { access: common } = await ask(readsGroups ? [] : callers, []);
  if (!readsGroups) return common;
  // The model is another one for each caller.
  const members: Record<string, string> = { ...common.members };
  const types: Record<string, string> = { ...common.types };
  const groups = new Set(common.groups);
  const each: CallerAccess[] = [];
  for (const caller of callers) {
    try {
      const { access } = await ask([caller], caller);
      Object.assign(members, access.members);
      Object.assign(types, access.types);
      for (const name of access.groups) groups.add(name);
      each.push(...access.callers);
    } catch (failure) {
      if (!isBrokenModel(failure)) throw failure;
      each.push({ groups: caller, members: [], masked: [], rows: {}, failure: failure.message });
    }
  }
  return { groups: [...groups].sort(), members, types, callers: each };
}
