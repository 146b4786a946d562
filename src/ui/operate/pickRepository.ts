/** Lets the user pick a repository that the platform can read, and its branch. Spec: groups C and G. */

import * as vscode from 'vscode';
import { UserError } from '../../base/errors.ts';
import { githubOperations } from '../../contract/users/github.ts';
import type { Reader } from '../../platform/client.ts';
import { LazyList } from '../../session/lazyList.ts';
import { pickFromList } from '../shell/pagedPick.ts';

export interface RepositoryChoice {
  /** `owner/name` */
  repository: string;
  installationId: string | number;
  branch: string;
}

/** @throws UserError if the platform has no access to a repository; CancelledError, PlatformError */
export async function pickRepository(client: Reader, title: string): Promise<RepositoryChoice> {
  const { l10n } = vscode;
  const owners = new LazyList((signal) => client.pages(githubOperations.listGithubInstallations, {}, { signal }));
  const [first, ...others] = await owners.all();
  if (!first) {
    throw new UserError(l10n.t('The platform has access to no GitHub repository.'), {
      action: l10n.t('Install its GitHub app for your repositories in the web app, then try again.'),
    });
  }
  const { id } =
    others.length === 0
      ? first
      : await pickFromList(owners, {
          title,
          placeholder: l10n.t('Select an owner'),
          item: (each) => ({ label: each.owner ?? String(each.id) }),
        });
  const repositories = new LazyList((signal) =>
    client.pages(githubOperations.listGithubRepositories, { params: { installationId: id } }, { signal }),
  );
  const { owner, name, fullName, defaultBranch } = await pickFromList(repositories, {
    title,
    placeholder: l10n.t('Select a repository'),
    item: (each) => ({ label: each.name, description: each.defaultBranch ?? '' }),
  });
  const repository = fullName ?? `${owner ?? first.owner}/${name}`;
  const [repositoryOwner = '', repo = ''] = repository.split('/');
  const branches = new LazyList((signal) =>
    client.pages(githubOperations.listGithubBranches, { params: { owner: repositoryOwner, repo } }, { signal }),
  );
  const branch = await pickFromList(branches, {
    title,
    placeholder: l10n.t('Select the branch that production serves'),
    item: (each) => ({ label: each.name, ...(each.name === defaultBranch && { description: l10n.t('default') }) }),
  });
  return { repository, installationId: id, branch: branch.name };
}
