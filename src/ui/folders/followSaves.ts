/** Reports what each save means for what shows its branch. Sends no requests: the session validates and builds after each push. */

import type { Disposable } from '../../base/lifetime.ts';
import { RefreshDecider, type RefreshDecision } from '../../session/dashboard/refreshDecider.ts';
import type { BoundFolder } from '../../session/folders.ts';
import { forCurrent } from '../shell/observe.ts';

/** @param onDecision also gets the branch that received the save */
export function followSaves(
  folder: BoundFolder,
  onDecision: (decision: RefreshDecision, branchName: string) => void,
): Disposable {
  return forCurrent(folder.session, (session, whileOpen) => {
    whileOpen.add(
      forCurrent(session.sync, (engine, whileFollowed) => {
        const { branchName } = session;
        if (branchName === undefined) return;
        const decider = new RefreshDecider();
        const report = (decision: RefreshDecision | undefined) => {
          if (decision) onDecision(decision, branchName);
        };
        whileFollowed.add(engine.onDidPush(() => decider.pushed()));
        whileFollowed.add(session.validation.onChange((state) => report(decider.validation(state))));
        whileFollowed.add(
          session.failure.onChange((failure) => {
            if (failure !== undefined) report(decider.failed(failure));
          }),
        );
        // A session that follows a branch also has a deployment.
        const opening = session.deployment().then(({ builds }) => {
          whileFollowed.add(
            builds.onDidEnd((end) => {
              if (end.branchName !== branchName || !decider.awaitsBuild) return;
              report('status' in end ? decider.build(end.status) : decider.failed(end.failure));
            }),
          );
        });
        opening.catch(() => {});
      }),
    );
  });
}
