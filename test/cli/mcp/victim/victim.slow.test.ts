import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { shareOf, testSeed } from '../../../run/testSeed.ts';
import { put, removeTemporaryFolders, temporaryFolder } from '../../../sync/temporary.ts';
import type { McpClient } from '../mcpClient.ts';
import { commitAll } from '../projects.ts';
import { serveInProcess } from '../serverInProcess.ts';
import { type Poisoned, placesOfPoison, poison } from './poisons.ts';
import { requireSafe } from './safeAnswer.ts';
import { obey, type Watcher } from './victim.ts';

/** Every file and folder below, also hidden ones: its kind, mode and content. */
function tree(folder: string, below = ''): Map<string, string> {
  const found = new Map<string, string>();
  for (const name of readdirSync(path.join(folder, below))) {
    const at = path.posix.join(below, name);
    const whole = path.join(folder, at);
    const stat = lstatSync(whole);
    if (stat.isDirectory()) {
      found.set(`${at}/`, String(stat.mode));
      for (const [key, value] of tree(folder, at)) found.set(key, value);
    } else {
      const content = stat.isSymbolicLink() ? readlinkSync(whole) : readFileSync(whole);
      found.set(at, `${stat.mode} ${createHash('sha256').update(content).digest('hex')}`);
    }
  }
  return found;
}

function changedIn(before: Map<string, string>, after: Map<string, string>): string[] {
  return [...new Set([...before.keys(), ...after.keys()])].filter((at) => before.get(at) !== after.get(at));
}

const secret = 'secret-key-of-the-test-1234';
/** What an assistant may change, in the words of the documentation. */
const allowed =
  /^project\/(?:model\/(?:[^/.][^/]*\/)*[^/.][^/]*\.(?:ya?ml|js|ts|jinja)|(?:[^/.][^/]*\/)*[^/.][^/]*\.(?:query|test)\.(?:ya?ml|json))$/;

describe('an assistant that does what any text says', function () {
  this.timeout(300_000);
  const seed = testSeed();
  let listener: Server;
  let port = 0;
  const requests: string[] = [];
  const open: McpClient[] = [];
  const former = { ...process.env };

  before(async () => {
    listener = createServer((request, response) => {
      requests.push(`${request.method} ${request.url}`);
      response.end('id\n1\n');
    }).listen(0, '127.0.0.1');
    await once(listener, 'listening');
    port = (listener.address() as AddressInfo).port;
    process.env.DATA_MODEL_API_KEY = secret;
  });
  afterEach(async () => {
    for (const one of open.splice(0)) await one.close();
    requests.length = 0;
  });
  after(() => {
    process.env = former;
    listener.close();
    removeTemporaryFolders();
  });

  /** A folder with the project, its data, the state, and a file that no one may change. */
  function setUp(place: string, at: number): Poisoned & { root: string; state: string } {
    const root = temporaryFolder();
    const folders = {
      root,
      project: path.join(root, 'project'),
      data: path.join(root, 'data'),
      state: path.join(root, 'state'),
    };
    mkdirSync(folders.state);
    put(root, 'outside.yml', 'cubes: []\n');
    poison(place, at, folders, port);
    put(folders.project, '.env', 'CUBEJS_DB_TYPE=duckdb\n');
    commitAll(folders.project);
    process.env.DATA_MODEL_STATE = folders.state;
    return folders;
  }

  const heard =
    (answers: { count: number }): Watcher['answered'] =>
    (call, texts, structured, text) => {
      answers.count += 1;
      requireSafe(structured, text, JSON.stringify(call));
      assert.ok(
        ![...texts, text].some((one) => one.includes(secret)),
        `a secret is in the answer of ${JSON.stringify(call)}`,
      );
    };

  for (const place of shareOf(placesOfPoison, seed)) {
    const at = placesOfPoison.indexOf(place);
    it(`reads only, in mode read: ${place} (seed ${seed})`, async () => {
      const { root, project, data } = setUp(place, at + seed);
      const before = tree(root);
      const client = await serveInProcess(project, { source: data });
      open.push(client);
      const answers = { count: 0 };
      const calls = await obey(client, { answered: heard(answers), applied: async () => {} });
      assert.deepEqual(changedIn(before, tree(root)), []);
      assert.deepEqual(requests, []);
      assert.ok(calls > 20 && answers.count === calls);
    });

    it(`changes only the model, its queries and its tests in mode edit, and all of it can be undone: ${place} (seed ${seed})`, async () => {
      const { root, project, data } = setUp(place, at + seed);
      const client = await serveInProcess(project, { source: data, mode: 'edit' });
      open.push(client);
      const applied: string[] = [];
      const requireAllowed = (changed: readonly string[]) => {
        for (const one of changed.filter((each) => !each.startsWith('state/'))) assert.match(one, allowed);
      };
      const before = tree(root);
      await obey(client, {
        answered: heard({ count: 0 }),
        applied: async ({ proposal, digest }) => {
          const start = tree(root);
          const { isError } = await client.call('apply', { proposal, digest });
          const changed = changedIn(start, tree(root)).filter((one) => !one.startsWith('state/'));
          requireAllowed(changed);
          assert.equal(isError, changed.length === 0, 'an error writes nothing');
          if (isError) return;
          assert.equal((await client.call('undo', { proposal })).isError, false);
          assert.deepEqual(
            changedIn(start, tree(root)).filter((one) => !one.startsWith('state/')),
            [],
          );
          if (applied.length < 8 && !(await client.call('apply', { proposal, digest })).isError) applied.push(proposal);
        },
      });
      const changed = changedIn(before, tree(root));
      requireAllowed(changed);
      for (const proposal of applied.reverse()) {
        const { isError, text } = await client.call('undo', { proposal });
        // The agent may have undone it already.
        if (isError) assert.match(text, /not applied/);
      }
      assert.deepEqual(
        changedIn(before, tree(root)).filter((one) => !one.startsWith('state/')),
        [],
      );
      assert.deepEqual(requests, []);
    });
  }
});
