/** A broken law as a problem at the name of its measure, with the test that shows it. */

import type { Problem } from '../../model/source/problem.ts';
import { problemCatalog } from '../../model/source/problemCatalog.ts';
import type { Counterexample } from './findCounterexamples.ts';

export function lawProblem({ member, text, file, range, sides, rows, test }: Counterexample): Problem {
  const counts = Object.entries(rows).flatMap(([table, list]) => {
    const count = Array.isArray(list) ? list.length : 0;
    return count === 0 ? [] : [`${count} row${count === 1 ? '' : 's'} of \`${table}\``];
  });
  const given = counts.length === 0 ? 'empty tables' : counts.join(', ');
  const message = `This should always be true: ${text}. With ${given}, it is not: the two sides are ${sides.join(' and ')}.`;
  return {
    file,
    range,
    ...problemCatalog.brokenLaw(message),
    source: 'data-model',
    fix: { kind: 'newTest', name: member, text: test },
  };
}
