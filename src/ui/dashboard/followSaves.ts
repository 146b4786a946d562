/** Tells what each save means for a preview of the branch it went to. Asks for the build's state only while one is awaited. */

import { delay } from '../../base/async.ts';
import { isCancellation } from '../../base/errors.ts';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import type { BuildStatus } from '../../contract/deployments.ts';
import { sameBuild } from '../../platform/builds.ts';
import type { BuildWatch } from '../../session/buildWatch.ts';
import { HotLoop, type HotLoopVerdict } from '../../session/dashboard/hotLoop.ts';
import type { BoundFolder } from '../../session/folders.ts';
import { forCurrent } from '../following.ts';

/** Milliseconds between two looks at a build: short at first, for a dev branch builds within a second or two. */
const pauses = [100, 200, 300, 500, 1_000, 2_000];
/** How long an ended build that was there before the save may still be the old one. */
const graceMs = 3_000;

/** @param onVerdict told with the name of the branch the save went to */
export function followSaves(
  folder: BoundFolder,
  onVerdict: (verdict: HotLoopVerdict, branch: string) => void,
): Disposable {
  return forCurrent(folder.session, (session, whileOpen) => {
    whileOpen.add(
      forCurrent(session.sync, (engine, whileFollowed) => {
        const branch = session.branchName;
        if (branch === undefined) return;
        const loop = new HotLoop();
        let builds: BuildWatch | undefined;
        const opening = session.deployment().then((deployment) => {
          builds = deployment.builds;
          return builds;
        });
        opening.catch(() => {});
        const tell = (verdict: HotLoopVerdict | undefined) => {
          if (!verdict) return;
          end();
          onVerdict(verdict, branch);
        };
        let watch: Lifetime | undefined;
        const end = () => {
          if (watch) whileFollowed.release(watch);
          watch = undefined;
        };
        whileFollowed.add(
          engine.onDidPush(() => {
            end();
            loop.pushed();
            watch = whileFollowed.add(new Lifetime());
            const { signal } = watch;
            const before = builds?.value.get(branch);
            const work = opening.then((opened) => watchBuild(opened, branch, before, loop, tell, signal));
            work.catch((failure: unknown) => {
              if (!isCancellation(failure)) tell(loop.failed(failure));
            });
          }),
        );
        whileFollowed.add(session.validation.onChange((state) => tell(loop.validation(state))));
        whileFollowed.add(
          session.failure.onChange((failure) => {
            if (failure !== undefined) tell(loop.failed(failure));
          }),
        );
      }),
    );
  });
}

async function watchBuild(
  builds: BuildWatch,
  branch: string,
  before: BuildStatus | undefined,
  loop: HotLoop,
  tell: (verdict: HotLoopVerdict | undefined) => void,
  signal: AbortSignal,
): Promise<void> {
  const begun = performance.now();
  for (let turn = 0; loop.awaitsBuild && !signal.aborted; turn += 1) {
    const status = await builds.read(branch, signal);
    if (signal.aborted) return;
    const old = before !== undefined && sameBuild(before, status) && performance.now() - begun < graceMs;
    if (!old) tell(loop.build(status));
    if (loop.awaitsBuild) await delay(pauses[Math.min(turn, pauses.length - 1)]!, signal);
  }
}
