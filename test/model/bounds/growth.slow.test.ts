/** The work for hostile texts grows with their size: each kilobyte costs at most so many times as much as one of a usual model. */

import assert from 'node:assert/strict';
import { hostileInputs } from './hostileInputs.ts';
import { totalMs, type WorkDone, WorkProcess } from './workInProcess.ts';

const size = 40_000;
/** Repeated names, deep chains and problems on every line cost more than a usual model. A square of this size costs thousands. */
const maximumRatio = 60;
/** Characters of all problems as JSON for each character of the text. */
const maximumJson = 400;

function usualModel(): string {
  const members = (i: number) =>
    Array.from(
      { length: 10 },
      (_, k) =>
        `      - name: column_${k}\n        sql: "{CUBE}.column_${k}"\n        type: string\n        title: Column ${i}\n`,
    ).join('');
  const cube = (i: number) => `  - name: cube_${i}\n    sql_table: public.table_${i}\n    dimensions:\n${members(i)}`;
  const one = cube(0).length;
  return `cubes:\n${Array.from({ length: Math.ceil(size / one) }, (_, i) => cube(i)).join('')}`;
}

function textOf({ text, n }: (typeof hostileInputs)[string]): string {
  return text(n ?? Math.max(1, Math.floor((100 * size) / text(100).length)));
}

const worker = new WorkProcess();

describe('hostile texts', function () {
  this.timeout(600_000);
  let usual: number;

  before(async () => {
    const text = usualModel();
    // The first runs compile the code.
    for (let i = 0; i < 3; i += 1) usual = totalMs(await worker.run({ file: 'usual.yml', text })) / text.length;
  });

  after(() => worker.stop());

  for (const [name, input] of Object.entries(hostileInputs)) {
    it(`${name} costs a bounded time`, async () => {
      const text = textOf(input);
      const done = await worker.run({ file: input.file, text });
      const ratio = totalMs(done) / text.length / usual;
      const report = `${(text.length / 1000).toFixed(0)} kB, ${ratio.toFixed(1)} × usual, ${longest(done)}`;
      if (process.env.SHOW_GROWTH) console.log(name.padEnd(16), report);
      assert.deepEqual(done.failures, []);
      assert.ok(totalMs(done) < 300 || ratio <= maximumRatio, report);
      assert.ok(done.jsonLength <= maximumJson * text.length + 10_000, `${done.jsonLength} characters of JSON`);
    });
  }
});

function longest({ ms }: WorkDone): string {
  const steps = Object.entries(ms).sort(([, a], [, b]) => b - a);
  return steps
    .slice(0, 4)
    .map(([step, time]) => `${step.replace('textDocument/', '')} ${time.toFixed(0)} ms`)
    .join(', ');
}
