/** Why the local emulator does not start. */

import { errorCatalog } from '../../base/errors.ts';

export const emulatorErrors = errorCatalog({
  'not-trusted': {
    message: 'The local emulator runs the code of data models, and this workspace is not trusted.',
    action: 'Trust the workspace, then try again.',
  },
  'missing-bundle': {
    message: 'The local emulator is missing from this installation.',
    action: 'Reinstall the extension.',
  },
  'start-failed': {
    message: 'The local emulator did not start: {0}.',
    action: 'Open the log for the output of the emulator, then try again.',
  },
  'start-timeout': {
    message: 'The local emulator did not start within {0} seconds.',
    action: 'Open the log for the output of the emulator, then try again.',
  },
  'other-window': {
    message: 'Another window runs the local emulator of this folder.',
    action: 'Start over in that window, or close it first.',
  },
  /** The code that the emulator process reports, too. */
  'data-folder-locked': {
    message: 'Another emulator uses the data folder of the local emulator.',
    action: 'Close other windows of the editor, then try again.',
  },
});
