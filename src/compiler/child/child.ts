/** The entry of the compiler's own process: answers its parent's requests, and goes when the parent goes. */

import { Channel } from '../../base/channel.ts';
import { parentPort } from '../../base/childPort.ts';
import { CancelledError } from '../../base/errors.ts';
import type { CompilerRequests, Reply } from '../requests.ts';
import { answer } from './answer.ts';
import { cancel } from './cancel.ts';
import { setRemembering } from './memo.ts';
import { compileAs } from './models.ts';
import { engineBroken } from './templates.ts';
import { watchParent } from './watchParent.ts';

let giveUp: (() => void) | undefined;

const requests: CompilerRequests = {
  compile: ({ files, remember, model }) => untilGivenUp(remember, async () => (await compileAs(model, files)).verdict),
  ask: (request) => untilGivenUp(request.remember, () => answer(request)),
  cancel() {
    cancel();
    giveUp?.();
  },
};

function untilGivenUp<T>(remember: boolean, work: () => Promise<T>): Promise<Reply<T>> {
  return new Promise((resolve, reject) => {
    setRemembering(remember);
    giveUp = () => reject(new CancelledError());
    work().then((reply) => resolve({ reply, spent: engineBroken() }), reject);
  });
}

const port = parentPort();
new Channel(port, requests);
port.onClose?.(() => process.exit());
watchParent();
// Code of the model may leave a promise to fail on its own; that is its business and no reason to die.
process.on('unhandledRejection', () => {});
