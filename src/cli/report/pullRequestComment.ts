/** One comment on a pull request of GitHub or a merge request of GitLab, which each run edits in place. */

import { readFile } from 'node:fs/promises';
import { UserError } from '../../base/errors.ts';
import { maxCommentLength } from '../../review/markdownText.ts';

/** Comments that are searched for ours: 3,000. */
const maxPages = 30;
const perPage = 100;
const timeoutMs = 30_000;

/** The code host refuses to let this token write, as for a pull request from a fork. */
export class CommentRefused extends Error {}

interface FoundComment {
  id: number;
  body: string;
  author: string;
}

export interface CommentTarget {
  /** For messages: `GitHub`. */
  host: string;
  /** The address of the comments of one pull request. */
  url: string;
  /** The address of one comment. */
  urlOf(id: number): string;
  updateMethod: 'PATCH' | 'PUT';
  headers: Readonly<Record<string, string>>;
  /** The user whose comments are edited: others could have typed our mark. */
  author: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** @param author default: the user of the workflow, or the owner of GitLab's token. @throws UserError */
export async function commentTarget(
  environment: Environment,
  { pull, author }: { pull?: string | undefined; author?: string | undefined },
): Promise<CommentTarget> {
  const { GITHUB_REPOSITORY: repository, CI_PROJECT_ID: project } = environment;
  if (repository) return githubTarget(environment, repository, await pullOf(environment, pull), author);
  if (project) return gitlabTarget(environment, project, author, pull);
  throw new UserError(
    'There is no pull request: set GITHUB_REPOSITORY and GITHUB_TOKEN, or CI_PROJECT_ID and GITLAB_TOKEN, as CI does.',
  );
}

function githubTarget(environment: Environment, repository: string, pull: string, author = 'github-actions[bot]') {
  if (!/^[\w.-]+\/[\w.-]+$/.test(repository))
    throw new UserError(`GITHUB_REPOSITORY must be OWNER/NAME, not “${repository}”.`);
  const { GITHUB_API_URL: api = 'https://api.github.com' } = environment;
  const start = `${addressOf(api, 'GITHUB_API_URL')}/repos/${repository}/issues`;
  return {
    host: 'GitHub',
    url: `${start}/${pull}/comments`,
    urlOf: (id: number) => `${start}/comments/${id}`,
    updateMethod: 'PATCH' as const,
    headers: {
      authorization: `Bearer ${secretOf(environment, 'GITHUB_TOKEN')}`,
      accept: 'application/vnd.github+json',
      'x-github-api-version': '2022-11-28',
    },
    author,
  };
}

async function gitlabTarget(
  environment: Environment,
  project: string,
  author: string | undefined,
  pull = environment.CI_MERGE_REQUEST_IID,
): Promise<CommentTarget> {
  const request = numberOf(pull, 'The merge request (CI_MERGE_REQUEST_IID)');
  const api = addressOf(environment.CI_API_V4_URL ?? 'https://gitlab.com/api/v4', 'CI_API_V4_URL');
  const headers = { 'private-token': secretOf(environment, 'GITLAB_TOKEN') };
  const url = `${api}/projects/${encodeURIComponent(project)}/merge_requests/${request}/notes`;
  const target = { host: 'GitLab', url, urlOf: (id: number) => `${url}/${id}`, updateMethod: 'PUT' as const, headers };
  if (author !== undefined) return { ...target, author };
  const { username } = (await send({ ...target, author: '' }, 'GET', `${api}/user`)) as { username?: unknown };
  if (typeof username !== 'string') throw new Error('GitLab does not say who owns the token. Name the user: --author.');
  return { ...target, author: username };
}

/** The number of `--pull`, or of the event that started the workflow. */
async function pullOf({ GITHUB_EVENT_PATH: event }: Environment, pull: string | undefined): Promise<string> {
  if (pull !== undefined || event === undefined) return numberOf(pull, '--pull');
  const started = JSON.parse(await readFile(event, 'utf8')) as { pull_request?: { number?: unknown } };
  return numberOf(String(started.pull_request?.number ?? ''), 'The pull request of the event (or --pull)');
}

function numberOf(text: string | undefined, what: string): string {
  if (text !== undefined && /^[1-9]\d{0,9}$/.test(text)) return text;
  throw new UserError(`${what} must be a number${text ? `, not “${text}”` : ': it is missing'}.`);
}

function addressOf(text: string, name: string): string {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text.replace(/\/+$/, '');
  throw new UserError(`${name} must be an address, not “${text}”.`);
}

function secretOf(environment: Environment, name: string): string {
  const value = environment[name];
  if (value) return value;
  throw new UserError(`${name} is missing: the token that may write comments.`);
}

/**
 * Creates the comment, or replaces the text of the one that has the same name.
 * `name` is that of the comment, for several on one pull request. `updateOnly`: creates none.
 * @throws CommentRefused, Error
 */
export async function writeComment(
  target: CommentTarget,
  { name, text, updateOnly }: { name: string; text: string; updateOnly: boolean },
): Promise<'created' | 'updated' | 'left out'> {
  const mark = `<!-- data-model-workbench: ${name.replaceAll(/[^\w .-]/g, '-')} -->`;
  const body = cut(`${mark}\n${text}`);
  const known = await findComment(target, mark);
  if (known === undefined && updateOnly) return 'left out';
  if (known === undefined) await send(target, 'POST', target.url, { body });
  else await send(target, target.updateMethod, target.urlOf(known), { body });
  return known === undefined ? 'created' : 'updated';
}

async function findComment(target: CommentTarget, mark: string): Promise<number | undefined> {
  for (let page = 1; page <= maxPages; page += 1) {
    const found = commentsIn(await send(target, 'GET', `${target.url}?per_page=${perPage}&page=${page}`));
    const own = found.find(({ body, author }) => author === target.author && body.startsWith(mark));
    if (own) return own.id;
    if (found.length < perPage) return undefined;
  }
  return undefined;
}

function commentsIn(answer: unknown): FoundComment[] {
  if (!Array.isArray(answer)) throw new Error('The list of comments is not a list.');
  return answer.map(({ id, body, user, author }) => ({
    id: Number(id),
    body: String(body ?? ''),
    author: String(user?.login ?? author?.username ?? ''),
  }));
}

/** Cuts behind a line. */
function cut(text: string): string {
  if (text.length <= maxCommentLength) return text;
  const end = '\n\nThe rest is not shown: a comment is limited to 65,536 characters. The log of the job has it.\n';
  const start = text.slice(0, maxCommentLength - end.length);
  return `${start.slice(0, start.lastIndexOf('\n'))}${end}`;
}

async function send({ host, headers }: CommentTarget, method: string, url: string, body?: object): Promise<unknown> {
  const answer = await fetch(url, {
    method,
    headers: { ...headers, 'content-type': 'application/json', 'user-agent': 'data-model-workbench' },
    ...(body && { body: JSON.stringify(body) }),
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((failure: Error & { cause?: Error }) => {
    throw new Error(`${host} cannot be reached: ${failure.cause?.message ?? failure.message}.`);
  });
  if (answer.ok) return answer.json();
  const message = await answer
    .json()
    .then((said) => ` It says: ${JSON.stringify((said as { message?: unknown }).message).slice(0, 300)}.`)
    .catch(() => '');
  const text = `${host} answered ${answer.status} to ${method} ${new URL(url).pathname}.${message}`;
  if (answer.status === 401 || answer.status === 403) throw new CommentRefused(text);
  throw new Error(text);
}
