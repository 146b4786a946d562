/** Why a file is synced, refused, left for the next sync, or in the trash. One sentence each; the file's name is next to it. */

import { errorCatalog } from '../../base/errors.ts';

export const syncReasons = errorCatalog({
  'project-file': { message: 'It is a project file.' },
  'model-file': { message: 'It is in the model folder.' },

  'not-listed': {
    message: 'Only the folder {0}, the project files {1}, and tests and queries in the folders {2} are synced.',
  },
  'environment-file': { message: 'Files with environment variables are never sent: they contain secrets.' },
  'key-file': { message: 'Key files are never sent.' },
  packages: { message: 'Installed packages are not part of the data model.' },
  'temporary-file': { message: 'It is a temporary file.' },
  'kept-copy': { message: 'It is a copy kept in a conflict, for this machine only.' },
  ignored: { message: '{0} excludes it: {1}' },

  'empty-name': { message: 'The name is empty.' },
  'absolute-path': { message: 'The path is absolute.' },
  backslash: { message: 'The name contains a backslash.' },
  drive: { message: 'The path names a drive.' },
  colon: { message: 'The name contains a colon.' },
  'control-character': { message: 'The name contains a control character.' },
  'deceptive-character': {
    message: 'The name contains a character that is invisible or changes the direction of text.',
  },
  'not-unicode': { message: 'The name is not valid Unicode text.' },
  'reserved-character': { message: 'The name contains a character that Windows reserves (< > " | ? *).' },
  'long-path': { message: 'The path is longer than {0} bytes.' },
  'empty-folder-name': { message: 'A folder in the path has no name.' },
  'dot-folder': { message: 'The path contains “.” or “..”.' },
  'git-name': { message: 'The name belongs to git.' },
  'dot-name': { message: 'Names that begin with a dot are not synced.' },
  'short-name': { message: 'On Windows the name is the short name of another file.' },
  'trailing-dot': { message: 'The name ends with a dot or a space.' },
  'device-name': { message: 'The name is a device on Windows.' },
  'long-name': { message: 'The name is longer than {0} bytes.' },
  collision: { message: 'Its name collides with “{0}”: on some computers both names mean one file.' },

  'folder-collision': {
    message: 'Its folder “{0}” collides with “{1}”: on some computers both names mean one folder. Rename one of them.',
  },
  'unsynced-on-branch': {
    message: 'The branch has a file or a folder of another kind with this name, which is not synced.',
  },
  blocked: { message: 'A folder here has its name, or a file the name of its folder. Rename it, then pull again.' },

  link: { message: 'It is a symbolic link.' },
  'not-regular': { message: 'It is not a regular file.' },
  unreadable: { message: 'It cannot be read: another program uses it, or its permissions forbid it.' },
  hidden: { message: '{0} in this folder: {1}' },
  'text-only': {
    message:
      'The platform returns text only, and its text for this file does not have the hash of the file or is larger than 64 MiB. It stays as it is here.',
  },

  'exists-again': { message: 'It exists again.' },
  'old-exists-again': { message: '{0} exists again.' },
  'being-changed': { message: 'It is being changed right now.' },
  gone: { message: 'It has just been moved or deleted.' },
  'content-missing': { message: 'The branch lists it but does not return its content: it is changing right now.' },
  'in-use': { message: 'Another program uses it.' },
  'just-changed': { message: 'It has just changed in this folder.' },

  'remote-replaced': { message: 'The local version was taken.' },
  'write-interrupted': { message: 'An interrupted write.' },
  restored: { message: 'A file from the trash replaced it.' },
  assistant: { message: 'A proposal of an assistant replaced it.' },
  generated: { message: 'A file that a dbt sync generated replaced it.' },
  discarded: { message: 'Its changes on the dev branch were discarded.' },
  merged: { message: 'It was merged with the version of the parent branch.' },
  'deleted-remotely': { message: 'It was deleted on the branch.' },
  'renamed-remotely': { message: 'It was renamed to {0} on the branch.' },
  'local-replaced': { message: 'The branch’s version replaced it.' },
});
