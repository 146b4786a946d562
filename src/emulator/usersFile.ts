/** Reads `--users FILE`: more users, with their roles, actions and keys. A key is part of no message. */

import { readFile } from 'node:fs/promises';
import * as z from 'zod';
import { readErrorText } from '../base/readErrorText.ts';
import { actions } from '../contract/definition/permissions.ts';
import { actionsOfRole, type Role } from './platform/permissions.ts';
import { emulatorErrors } from './records/emulatorErrors.ts';

const ActionNames = z.array(z.enum(actions));

const FileUser = z.strictObject({
  email: z.string().regex(/^[^\s@]+@[^\s@]+$/, 'expected an email address'),
  role: z.enum(Object.keys(actionsOfRole) as Role[]),
  /** Instead of the role's. */
  actions: ActionNames.optional(),
  deniedActions: ActionNames.optional(),
  apiKey: z.string().regex(/^[\x21-\x7e]{8,}$/, 'expected at least 8 characters of ASCII without spaces'),
});
export type FileUser = z.output<typeof FileUser>;

/** @throws UserError `users-file-unusable` */
export async function readUsersFile(path: string): Promise<FileUser[]> {
  const unusable = (reason: string) => emulatorErrors.error('users-file-unusable', [reason], { where: path });
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw unusable(readErrorText(cause));
  });
  const users = FileUser.array().safeParse(parseJson(text, unusable));
  if (!users.success) {
    const [issue] = users.error.issues;
    throw unusable(`${placeOf(issue!.path)}: ${issue!.message}`);
  }
  for (const field of ['apiKey', 'email'] as const) {
    const second = users.data.findIndex((user, index) => {
      return users.data.slice(0, index).some((earlier) => earlier[field] === user[field]);
    });
    if (second >= 0) throw unusable(`${placeOf([second, field])}: an earlier user has the same one`);
  }
  return users.data;
}

/** The runtime's message can quote the text, which has keys. */
function parseJson(text: string, unusable: (reason: string) => Error): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw unusable('the file is not JSON');
  }
}

/** “user 2, apiKey”. */
function placeOf([index, ...field]: readonly PropertyKey[]): string {
  if (typeof index !== 'number') return 'the file';
  return [`user ${index + 1}`, ...(field.length > 0 ? [field.join('.')] : [])].join(', ');
}
