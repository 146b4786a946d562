/** The certificate of two models, compiled by the published compiler, without data. */

import assert from 'node:assert/strict';
import { compilerVersion } from '../../../src/compiler/compilerVersion.ts';
import { type Certificate, certify } from '../../../src/review/certificate/certificate.ts';
import { renamesOf } from '../../../src/review/compiled/compiledReview.ts';
import { modelChanges } from '../../../src/review/modelChanges.ts';
import { indexOf, type Texts } from '../../model/models.ts';
import { CompiledModel } from '../compiled/compiledModel.ts';

export async function certificateOf(before: Texts, after: Texts, slices = 1_000): Promise<Certificate> {
  const [old, now] = [await CompiledModel.of(before), await CompiledModel.of(after)];
  assert.ok(old && now, 'both models compile');
  const { certificate } = await certify({
    before: await old.withoutPolicies(),
    after: await now.withoutPolicies(),
    renames: renamesOf(modelChanges(indexOf(before), indexOf(after), [])),
    uses: [],
    budget: { slices, statements: 10_000, ms: 120_000, values: 0 },
    planner: 'javascript',
    compiler: compilerVersion,
    signal: new AbortController().signal,
  });
  return certificate;
}
