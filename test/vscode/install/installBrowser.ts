/** Before the tests on Node: some open the host page in a browser, and would be skipped where there is none. */

import { messageOf } from '../../../src/base/errors.ts';
import { installPackages, missingForBrowsing } from './systemPackages.ts';

try {
  await installPackages(missingForBrowsing());
} catch (failure) {
  process.stderr.write(`${messageOf(failure)}\nThe tests that open a browser are skipped.\n`);
}
