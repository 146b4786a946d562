/** The time from a save to the redrawn number of a dashboard on the same branch, next to the sum of its parts. */

import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Value } from '../../../src/base/event.ts';
import { buildResultOf } from '../../../src/platform/buildResult.ts';
import { DataApi } from '../../../src/platform/dataApi.ts';
import type { FolderSession } from '../../../src/session/folderSession.ts';
import type { BoundFolder } from '../../../src/session/folders.ts';
import type { SaveOutcome } from '../../../src/session/savedChanges.ts';
import { followSaves } from '../../../src/ui/folders/followSaves.ts';
import { clientOf, Workbench } from '../../session/workbench.ts';
import { startPlatform } from '../../vscode/platform.ts';
import { type BenchmarkResult, median, summarize } from '../benchmark.ts';

const cube = 'model/cubes/orders.yml';
const query = { measures: ['sales.total_amount'] };

export async function measureSaves(rounds: number): Promise<BenchmarkResult> {
  const platform = await startPlatform(['--build-time', '300']);
  const workbench = new Workbench(platform, platform.deploymentId);
  const client = clientOf(platform);
  const times = {
    whole: [] as number[],
    push: [] as number[],
    validate: [] as number[],
    build: [] as number[],
    query: [] as number[],
  };
  try {
    const engine = await workbench.open(platform.deployBranch);
    const branchName = workbench.session.branchName!;
    const { builds } = workbench.platform.deployment(platform.deploymentId);
    const data = new DataApi({ client, deploymentId: String(platform.deploymentId), branchName });
    let heard: (decision: SaveOutcome) => void = () => {};
    const session = new Value<FolderSession | undefined>(workbench.session);
    const following = followSaves({ session } as unknown as BoundFolder, (decision) => heard(decision));
    const sound = workbench.read(cube)!;
    for (let round = -2; round < rounds; round += 1) {
      // A new text each round, so that no cached compile result answers.
      const text = sound.replace('"{CUBE}.amount"', `"{CUBE}.amount * ${round + 3}"`);
      const decision = new Promise<SaveOutcome>((resolve) => {
        heard = resolve;
      });
      const begun = performance.now();
      const at: Record<string, number> = {};
      const mark = (name: string) => {
        at[name] ??= performance.now() - begun;
      };
      const subscriptions = [
        engine.onDidPush(() => mark('pushed')),
        workbench.session.changes.onChange(({ validation }) => validation === 'valid' && mark('validated')),
        builds.onChange((known) => {
          const status = known.get(branchName);
          if (at.pushed !== undefined && status && buildResultOf(status) === 'built') mark('built');
        }),
      ];
      writeFileSync(path.join(workbench.folder, cube), text);
      const saved = workbench.session.saved(cube);
      if ((await decision).kind !== 'refresh') throw new Error(`Round ${round} was not redrawn`);
      mark('told');
      await data.load(query);
      mark('drawn');
      await saved;
      for (const subscription of subscriptions) subscription.dispose();
      if (round < 0) continue;
      times.whole.push(at.drawn!);
      times.push.push(at.pushed!);
      times.validate.push((at.validated ?? at.told!) - at.pushed!);
      times.build.push((at.built ?? at.told!) - at.pushed!);
      times.query.push(at.drawn! - at.told!);
    }
    following.dispose();
    const sum = times.whole.map((_, i) => times.push[i]! + times.validate[i]! + times.build[i]! + times.query[i]!);
    return {
      rows: [
        summarize('save → pushed', times.push),
        summarize('pushed → valid', times.validate),
        summarize('pushed → built', times.build),
        summarize('query of the branch', times.query),
        summarize('sum of the parts', sum),
        summarize('save → redrawn', times.whole),
      ],
      remarks: [
        `${rounds} saves of a changed measure; builds take at least 300 ms; validation and build run side by side.`,
      ],
      summary: {
        saveToRedrawnMs: median(times.whole),
        sumOfPartsMs: median(sum),
        ratio: median(times.whole.map((whole, i) => whole / sum[i]!)),
        model: readFileSync(path.join(workbench.folder, cube)).length,
      },
    };
  } finally {
    workbench.close();
    client.dispose();
    await platform.stop();
  }
}
