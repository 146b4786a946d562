/** The address of the public repository, for the links and pictures of the package. `REPOSITORY_URL` sets it. */

/** Stands for the address where it does not matter. The domain can never exist, so its links are recognizable. */
export const placeholder = 'https://repository.invalid/data-model-workbench';

/** @throws Error if the setting is not an https address of a repository. */
export function repositoryAddress(setting = process.env.REPOSITORY_URL): string {
  if (setting === undefined || setting === '') return placeholder;
  const address = setting.replace(/(?:\.git)?\/*$/, '');
  if (!/^https:\/\/[\w.-]+(?:\/[\w.-]+){2,}$/.test(address)) {
    throw new Error(`REPOSITORY_URL: “${setting}” is not an address like https://HOST/OWNER/NAME.`);
  }
  return address;
}

export interface RepositoryLinks {
  /** Where relative links of README lead. */
  content: string;
  pictures: string;
  /** The fields of package.json. */
  fields: { repository: { type: 'git'; url: string }; bugs: { url: string }; homepage: string };
}

/** Links to the files of one commit, so that the pictures stay those of the packed version. */
export function linksTo(address: string, commit: string): RepositoryLinks {
  const gitlab = /\/\/gitlab\b/.test(address) ? '/-' : '';
  return {
    content: `${address}${gitlab}/blob/${commit}`,
    pictures: `${address}${gitlab}/raw/${commit}`,
    fields: {
      repository: { type: 'git', url: `${address}.git` },
      bugs: { url: `${address}${gitlab}/issues` },
      homepage: `${address}#readme`,
    },
  };
}
