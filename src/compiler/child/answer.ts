/** Answers what is asked of a compiled model. Only the compiler's child process loads it. */

import type { AskRequest, ModelAnswer } from '../question.ts';
import { Members, RefusedQuery } from './members.ts';
import { modelNamed } from './models.ts';
import { planQuery } from './plan.ts';

export async function answer({ model, files, question }: AskRequest): Promise<ModelAnswer> {
  const compiled = await modelNamed(model, files);
  if (!compiled) return { kind: 'unknown-model' };
  const { verdict, compilers } = compiled;
  if (verdict.errors.length > 0) return { kind: 'broken', errors: verdict.errors };
  try {
    if (question.kind === 'meta') return { kind: 'meta', meta: new Members(compilers, question.securityContext).meta };
    return { kind: 'query', plan: planQuery(compilers, question.query, question.securityContext) };
  } catch (failure) {
    if (failure instanceof RefusedQuery) return { kind: 'refused', message: failure.message };
    throw failure;
  }
}
