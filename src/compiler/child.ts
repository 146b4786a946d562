/** The entry of the compiler's own process: answers its parent's requests, and goes when the parent goes. */

import { Channel } from '../base/channel.ts';
import { parentPort } from '../base/childPort.ts';
import { CancelledError } from '../base/errors.ts';
import { compileModel } from './compileModel.ts';
import { setRemembering } from './memo.ts';
import { abandonPools } from './standIns/workerpool.ts';
import { engineBroken } from './templates.ts';
import type { CompilerRequests } from './verdict.ts';
import { watchParent } from './watchParent.ts';

let giveUp: (() => void) | undefined;

const requests: CompilerRequests = {
  compile: ({ files, remember }) =>
    new Promise((resolve, reject) => {
      setRemembering(remember);
      giveUp = () => reject(new CancelledError());
      compileModel(files).then((verdict) => resolve({ ...verdict, spent: engineBroken() }), reject);
    }),
  cancel() {
    abandonPools();
    giveUp?.();
  },
};

const port = parentPort();
new Channel(port, requests);
port.onClose?.(() => process.exit());
watchParent();
// Code of the model may leave a promise to fail on its own; that is its business and no reason to die.
process.on('unhandledRejection', () => {});
