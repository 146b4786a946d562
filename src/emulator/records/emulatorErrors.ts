/** Why the emulator cannot start or go on. Its parent process decides by the codes; the texts are shown in English. */

import { errorCatalog } from '../../base/errors.ts';

export const emulatorErrors = errorCatalog({
  'port-in-use': {
    message: 'The emulator cannot listen on port {0}: another program uses it.',
    action: 'Choose another port, or 0 for a free one.',
  },
  'port-not-allowed': {
    message: 'The emulator cannot listen on port {0}: the system does not allow it.',
    action: 'Choose another port, or 0 for a free one.',
  },
  'dbt-repository-missing': {
    message: 'There is no repository {0} for dbt syncs.',
    action: 'Give the folder of the repositories, too: --repositories DIR.',
  },
  'data-folder-locked': {
    message: 'Another emulator uses this data folder.',
    action: 'Stop it, or choose another folder.',
  },
  'data-folder-unusable': {
    message: 'The data folder cannot be used: {0}',
    action: 'Choose another folder.',
  },
  'state-unreadable': {
    message: 'The saved state of the emulator cannot be read. It was not changed.',
    action: 'Move the data folder away to start with a new one, or restore the file from a backup.',
  },
  'repository-damaged': {
    message: 'The repository of the emulator is damaged: branch {0} cannot be read.',
    action: 'Move the data folder away to start with a new one, or restore it from a backup.',
  },
  'project-folder-missing': {
    message: 'The project folder does not exist.',
    action: 'Choose a folder that holds a data model.',
  },
  'repositories-folder-missing': {
    message: 'The folder with the git repositories does not exist.',
    action: 'Choose a folder that holds bare repositories as “owner/name.git”.',
  },
  'certificate-unusable': {
    message: 'The certificate for HTTPS cannot be used: {0}',
    action: 'Give two PEM files: --tls-cert FILE --tls-key FILE.',
  },
  'users-file-unusable': {
    message: 'The list of users cannot be used: {0}.',
    action:
      'Give a JSON list of {email, role, apiKey} with the role admin, developer or viewer, and optionally actions and deniedActions.',
  },
  'unknown-option': {
    message: '{0}',
    action: '`npm run emulator -- --help` lists the options.',
  },
  'no-database-not-alone': {
    message: '--no-database needs --project, and excludes --source.',
    action: 'Use it for a project whose .env file is not to be read.',
  },
  'unknown-log-level': {
    message: '--log must be one of {0}, not “{1}”.',
  },
  'option-not-a-number': {
    message: '--{0} must be a whole number from {1} to {2}, not “{3}”.',
  },
});
