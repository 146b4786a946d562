/** `data-model comment`: writes reports to one comment of a pull request. */

import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { UserError } from '../base/errors.ts';
import { readErrorText } from '../base/readErrorText.ts';
import { print, printError } from '../base/terminal.ts';
import { readArguments, userFolder } from './platformCommand.ts';
import { exits } from './program/exitCodes.ts';
import type { Command } from './program/runCommand.ts';
import { secrets } from './program/secrets.ts';
import { CommentRefused, commentTarget, writeComment } from './report/pullRequestComment.ts';

const name = 'comment';

const usage = `Usage: comment FILE... [--name NAME] [--pull N] [--author LOGIN] [--update-only]

Writes the Markdown of FILE..., one below the other, to a comment on the pull request of GitHub or the merge request of GitLab. If an
earlier run has written one, its text is replaced.

  --name NAME     distinguishes several comments on one pull request, for example of two projects (default: model)
  --pull N        the number of the pull request (default: that of the event in GITHUB_EVENT_PATH, or CI_MERGE_REQUEST_IID)
  --author LOGIN  who wrote the earlier comment (default: github-actions[bot], or the owner of GITLAB_TOKEN)
  --update-only   replace the text of an earlier comment, but write no new one

On GitHub it reads GITHUB_REPOSITORY, GITHUB_TOKEN and GITHUB_API_URL; on GitLab CI_PROJECT_ID, GITLAB_TOKEN and CI_API_V4_URL.
`;

async function run(args: string[]): Promise<number> {
  const { values, positionals } = readArguments(args, {
    name: { type: 'string', default: 'model' },
    'update-only': { type: 'boolean', default: false },
    pull: { type: 'string' },
    author: { type: 'string' },
  });
  if (positionals.length === 0) throw new UserError('The FILE with the text is missing.');
  const { GITHUB_TOKEN, GITLAB_TOKEN } = process.env;
  secrets.push(...([GITHUB_TOKEN, GITLAB_TOKEN].filter((one) => one !== undefined && one !== '') as string[]));
  const texts = await Promise.all(positionals.map((file) => readText(file)));
  try {
    const target = await commentTarget(process.env, values);
    const text = texts.map((one) => one.trimEnd()).join('\n\n');
    const done = await writeComment(target, { name: values.name, text, updateOnly: values['update-only'] });
    print(`The comment is ${done}.\n`);
    return exits.comment.done.code;
  } catch (failure) {
    if (!(failure instanceof CommentRefused)) throw failure;
    printError(
      `comment: ${failure.message} The token may not write comments, for example because the pull request comes from a fork.\n`,
    );
    return exits.comment.refused.code;
  }
}

/** @throws UserError */
async function readText(file: string): Promise<string> {
  try {
    return await readFile(resolve(userFolder(name), file), 'utf8');
  } catch (failure) {
    throw new UserError(`${file} cannot be read: ${readErrorText(failure)}.`);
  }
}

export const command: Command = { name, usage, run };
