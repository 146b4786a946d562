/** What callers may read of a model, evaluated from its compiled access policies, without a server. */

import { createHash } from 'node:crypto';
import type { ModelFile } from '../compiler/compileResult.ts';
import type { Compiler } from '../compiler/compiler.ts';
import type { CallerAccess, ModelAccess } from '../compiler/modelRequest.ts';
import { localErrors } from './localErrors.ts';

/** Code that reads the groups of a caller when it is compiled has both names. */
const namesOfGroups = [/compile_?context/i, /\bgroups\b/];

/** @throws UserError `model-broken`, or if the compiler fails; CancelledError */
export async function modelAccess(
  compiler: Compiler,
  sources: readonly ModelFile[],
  callers: readonly (readonly string[])[],
  signal: AbortSignal,
): Promise<ModelAccess> {
  const line = createHash('sha256').update(JSON.stringify(sources)).digest('hex');
  const files = async () => sources;
  const ask = async (asked: readonly (readonly string[])[], compileGroups: readonly string[]) => {
    const request = { kind: 'access', callers: asked, compileGroups, securityContext: {} } as const;
    // The code of one branch must not change what is said of another one.
    const model = [line, ...compileGroups].join(' ');
    return compiler.queryModel({ model, line, files, request }, { signal });
  };
  const readsGroups = namesOfGroups.every((name) => sources.some(({ content }) => name.test(content)));
  const common = accessOf(await ask(readsGroups ? [] : callers, []));
  if (common.callers.length === callers.length) return common;
  // The model is another one for each caller.
  const members: Record<string, string> = { ...common.members };
  const groups = new Set(common.groups);
  const each: CallerAccess[] = [];
  for (const caller of callers) {
    const answer = await ask([caller], caller);
    if (answer.kind === 'broken') {
      each.push({ groups: caller, members: [], masked: [], rows: {}, failure: textOf(answer.errors) });
      continue;
    }
    const access = accessOf(answer);
    Object.assign(members, access.members);
    for (const name of access.groups) groups.add(name);
    each.push(...access.callers);
  }
  return { groups: [...groups].sort(), members, callers: each };
}

function accessOf(answer: Awaited<ReturnType<Compiler['queryModel']>>): ModelAccess {
  if (answer.kind === 'access') return answer.access;
  if (answer.kind !== 'broken') throw localErrors.error('no-access');
  throw localErrors.error('model-broken', [textOf(answer.errors)]);
}

function textOf(errors: readonly { message: string }[]): string {
  return errors.map(({ message }) => message).join('\n');
}
