/**
 * The place of a name in the completion list of SQL whose text is removed, before anything is typed: over the public models next to this
 * checkout, or those of the tests. `--rounds` has no effect.
 */

import { measureRanking, type Ranked } from '../language/completion/measureRanking.ts';
import { corpus, fixtures } from '../model/models.ts';
import { type BenchmarkOptions, type BenchmarkResult, budget } from './benchmark.ts';

const kinds = ['own members', 'own cube', 'other cubes'] as const;

export async function benchmark({ parts }: BenchmarkOptions): Promise<BenchmarkResult> {
  if (parts.length > 0) throw new Error('This benchmark has no parts.');
  const models = corpus();
  const all = (models ?? fixtures()).flatMap(({ texts }) => measureRanking(texts));
  const own = all.filter(({ names }) => names === 'own members');
  const share = (ranked: readonly Ranked[], top: number) =>
    (100 * ranked.filter(({ at }) => at >= 0 && at < top).length) / Math.max(1, ranked.length);
  const row = (what: string, ranked: readonly Ranked[]) => [
    what,
    String(ranked.length),
    ...[1, 5, 10].map((top) => `${share(ranked, top).toFixed(1)} %`),
    String(ranked.filter(({ at }) => at < 0).length),
  ];
  return {
    rows: [],
    table: [
      ['names in SQL', 'references', 'first', 'first 5', 'first 10', 'not offered'],
      ...kinds.map((kind) =>
        row(
          kind,
          all.filter(({ names }) => names === kind),
        ),
      ),
      row('all', all),
    ],
    remarks: [
      models
        ? 'Models: the public ones.'
        : 'The public models are not next to this checkout; models: those of the tests.',
      budget('own members among the first 5, in percent', share(own, 5), 60, 'least'),
    ],
    summary: {
      references: all.length,
      publicModels: models !== undefined,
      ownTop1Percent: share(own, 1),
      ownTop5Percent: share(own, 5),
      top1Percent: share(all, 1),
      top5Percent: share(all, 5),
    },
  };
}
