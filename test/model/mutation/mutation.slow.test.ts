/** A random mistake in a valid model must have a problem on its line. Prints how many do. */

import assert from 'node:assert/strict';
import { diagnose } from '../../../src/model/diagnose.ts';
import type { Problem } from '../../../src/model/source/problem.ts';
import { compile, corpus, fixtures, indexOf, show } from '../models.ts';
import { type Mutant, seeded } from './mutant.ts';
import { mutate, mutationKinds } from './mutate.ts';

// The same mutants in each run: others, or fewer, can miss the limits by chance.
const seed = 7;
const mutantCount = 400;

interface Row {
  mutants: number;
  exact: number;
  rightFile: number;
}

/** The problems that the valid model does not have. */
function newProblems(mutant: Mutant, before: ReadonlySet<string>, errors: Parameters<typeof diagnose>[1]): Problem[] {
  return diagnose(indexOf(mutant.texts), errors).filter((one) => !before.has(one.file + one.code + one.message));
}

describe('random mistakes', function () {
  this.timeout(600_000);

  it(`have a problem on their line (seed ${seed})`, async () => {
    const random = seeded(seed);
    const ownModels = fixtures();
    const publicModels = (corpus() ?? []).filter((set) => set.clean);
    if (publicModels.length === 0) console.log('      no public models next to this checkout: own fixtures only');
    // Our own models use more features, so they are selected as often as all the others together.
    const models = [
      ...publicModels,
      ...Array.from({ length: Math.max(1, Math.ceil(publicModels.length / ownModels.length)) }, () => ownModels).flat(),
    ];
    const namesOf = (problems: Problem[]) => new Set(problems.map((one) => one.file + one.code + one.message));
    const before = new Map(models.map(({ texts }) => [texts, namesOf(diagnose(indexOf(texts), []))]));
    const table = new Map<string, Row>();
    const missed: string[] = [];
    for (let tried = 0, found = 0; found < mutantCount; tried += 1) {
      const model = models[Math.floor(random() * models.length)]!;
      const kind = mutationKinds[tried % mutationKinds.length]!;
      const mutant = mutate(random, model.texts, kind);
      if (!mutant) continue;
      const errors = await compile(mutant.texts);
      const problems = newProblems(mutant, before.get(model.texts)!, errors);
      // Some changes leave the model valid.
      if (errors.length === 0 && problems.length === 0) continue;
      found += 1;
      const row = table.get(kind) ?? { mutants: 0, exact: 0, rightFile: 0 };
      table.set(kind, row);
      row.mutants += 1;
      const files = new Set([...mutant.lines].map((line) => line.slice(0, line.lastIndexOf(':'))));
      const name = (one: Problem) => one.file.replace(/^model\//, '');
      const exact = problems.some((one) => mutant.lines.has(`${name(one)}:${one.range.start.line}`));
      if (exact) row.exact += 1;
      else missed.push(`${mutant.kind} [${model.name}] ${mutant.change}\n${show(indexOf(mutant.texts), problems)}`);
      if (problems.some((one) => files.has(name(one)))) row.rightFile += 1;
    }
    const all = [...table.values()].reduce((sum, row) => ({
      mutants: sum.mutants + row.mutants,
      exact: sum.exact + row.exact,
      rightFile: sum.rightFile + row.rightFile,
    }));
    for (const [kind, row] of [...table, ['all', all] as const]) {
      console.log(
        `      ${kind.padEnd(24)} ${row.exact}/${row.mutants} exact, ${row.rightFile}/${row.mutants} right file`,
      );
    }
    const report = missed.join('\n---\n');
    assert.ok(all.exact >= 0.97 * all.mutants, `${all.exact} of ${all.mutants} on the exact line\n${report}`);
    // Not always the right file: a misspelt definition is reported where it is used, and two files may have the same line.
    assert.ok(all.rightFile >= 0.99 * all.mutants, `${all.rightFile} of ${all.mutants} in the right file\n${report}`);
  });
});
