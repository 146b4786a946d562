/** Another user of the same deployment, with another key and dev branch. */

interface Node {
  path: string;
  content?: string;
  children?: Node[];
}

type Request = (method: string, path: string, body?: unknown) => Promise<unknown>;

/** Sends requests with a key. They throw an error with the response if they fail. */
export function requestsWith(url: string, key: string | undefined): Request {
  return async (method, path, body) => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        authorization: `Api-Key ${key}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  };
}

export class OtherUser {
  readonly #root: string;
  readonly #request: Request;

  /** @param request with the key of that user */
  constructor(deploymentId: string | number, request: Request) {
    this.#root = `/build/api/v1/deployments/${deploymentId}`;
    this.#request = (method, path, body) => request(method, `${this.#root}${path}`, body);
  }

  /** The text of a file on a branch. */
  async read(branchName: string, file: string): Promise<string> {
    const query = new URLSearchParams({ branchName, withContent: 'true' });
    const { items } = (await this.#request('GET', `/data-model/files?${query}`)) as { items: Node[] };
    const all = (nodes: readonly Node[]): Node[] => nodes.flatMap((node) => [node, ...all(node.children ?? [])]);
    const found = all(items).find((node) => node.path.replace(/^\//, '') === file);
    if (found?.content === undefined) throw new Error(`${branchName} has no ${file}`);
    return found.content;
  }

  /** Commits a file to the production branch. */
  async commit(file: string, content: string): Promise<void> {
    const { branchName } = (await this.#request('POST', '/dev-mode', { branchName: 'main' })) as { branchName: string };
    // The branch may be older than the last change of production.
    await this.#request('POST', '/pull', { branchName });
    await this.#request('PUT', '/data-model/files', { branchName, files: [{ path: file, content }] });
    await this.#request('POST', '/commit', { branchName, message: `Change ${file}` });
    await this.#request('DELETE', '/dev-mode');
  }
}
