/** Formatting a model file, as a ratio to parsing it: one whose layout and SQL change, and the same formatted. */

import { formatText } from '../../src/language/format/formatText.ts';
import { parseYaml } from '../../src/model/source/parseYaml.ts';
import { type BenchmarkOptions, type BenchmarkResult, stopwatch, summarize } from './benchmark.ts';

const members = 300;

const member = (at: number) => `  - type: sum
    # The number ${at}.
    name: measure_${at}
    sql: "CASE WHEN {CUBE}.status='state ${at}' THEN coalesce({CUBE}.amount,0) ELSE 0 END"
    filters: [{sql: "{CUBE}.kind='${at}'"}]
`;
const text = `cubes:\n- sql_table: shop.orders\n  name: orders\n  measures:\n${Array.from({ length: members }, (_, at) => member(at)).join('')}`;

export async function benchmark({ rounds = 10, parts }: BenchmarkOptions): Promise<BenchmarkResult> {
  if (parts.length > 0) throw new Error('This benchmark has no parts.');
  const { text: tidy, kept } = formatText('model/orders.yml', text, undefined);
  if (kept) throw kept;
  const times = { parse: [] as number[], changed: [] as number[], unchanged: [] as number[] };
  for (let round = 0; round <= rounds; round += 1) {
    const measure = (into: number[], work: () => unknown) => {
      const read = stopwatch();
      work();
      // The first round compiles the code.
      if (round > 0) into.push(read());
    };
    measure(times.parse, () => parseYaml('model/orders.yml', text));
    measure(times.changed, () => formatText('model/orders.yml', text, undefined));
    measure(times.unchanged, () => formatText('model/orders.yml', tidy, undefined));
  }
  const rows = [
    summarize('parse', times.parse),
    summarize('format: everything changes', times.changed),
    summarize('format: nothing changes', times.unchanged),
  ];
  const [parse, changed, unchanged] = rows.map(({ median }) => median) as [number, number, number];
  const ratios = { changedPerParse: changed / parse, unchangedPerParse: unchanged / parse };
  return {
    rows,
    remarks: [
      `${members} measures, ${Math.round(text.length / 1000)} kB. Against parsing: ${ratios.changedPerParse.toFixed(1)} × if everything changes, ${ratios.unchangedPerParse.toFixed(1)} × if nothing does.`,
    ],
    summary: ratios,
  };
}
