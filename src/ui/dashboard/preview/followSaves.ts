/** Tells what each save means for a preview of the branch it went to. Asks nothing: the session does, after each push. */

import type { Disposable } from '../../../base/lifetime.ts';
import { HotLoop, type HotLoopVerdict } from '../../../session/dashboard/hotLoop.ts';
import type { BoundFolder } from '../../../session/folders.ts';
import { forCurrent } from '../../folders/following.ts';

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
        const tell = (verdict: HotLoopVerdict | undefined) => {
          if (verdict) onVerdict(verdict, branch);
        };
        whileFollowed.add(engine.onDidPush(() => loop.pushed()));
        whileFollowed.add(session.validation.onChange((state) => tell(loop.validation(state))));
        whileFollowed.add(
          session.failure.onChange((failure) => {
            if (failure !== undefined) tell(loop.failed(failure));
          }),
        );
        // A session that follows a branch has its deployment.
        const opening = session.deployment().then(({ builds }) => {
          whileFollowed.add(
            builds.onDidEnd((end) => {
              if (end.branchName !== branch || !loop.awaitsBuild) return;
              tell('status' in end ? loop.build(end.status) : loop.failed(end.failure));
            }),
          );
        });
        opening.catch(() => {});
      }),
    );
  });
}
