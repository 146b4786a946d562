/** `scenarios.ts NAME`, run in the sinkhole: does what a row of PRIVACY.md names, with hosts of this test. */

import { once } from 'node:events';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { type RequestListener, request } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { messageOf } from '../../src/base/errors.ts';
import { runBundle } from '../cli/runBundle.ts';
import { certificate, certificateFiles } from '../platform/http/testServer.ts';
import { repository } from '../vscode/locations.ts';
import { type RunningPlatform, startPlatform } from '../vscode/platform.ts';
import { temporaryFolder } from '../vscode/process/temporaryFolder.ts';

const sample = path.join(repository, 'src/emulator/sample/project');
const data = path.join(repository, 'src/emulator/sample/data');
const folder = temporaryFolder('privacy');
const project = path.join(folder.path, 'project');
const environment = { DATA_MODEL_STATE: path.join(folder.path, 'state'), NO_PROXY: '*' };

async function run(expected: readonly number[], command: string, args: string[], env: Record<string, string> = {}) {
  const { code, stderr } = await runBundle(command, args, { cwd: folder.path, env: { ...environment, ...env } });
  if (!expected.includes(code ?? -1)) throw new Error(`${command} ${args.join(' ')} ended with ${code}: ${stderr}`);
}

/** A host whose name is platform.test, in front of an emulator, which answers to local names only. */
async function namedPlatform(): Promise<{ platform: RunningPlatform; url: string }> {
  const platform = await startPlatform();
  const forward: RequestListener = (incoming, response) => {
    const { method, url, headers } = incoming;
    const options = { method, headers: { ...headers, host: new URL(platform.url).host } };
    const outgoing = request(`${platform.url}${url}`, options, (answer) => {
      response.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(response);
    });
    incoming.pipe(outgoing.once('error', () => response.destroy()));
  };
  const server = createServer({ cert: certificate, key: readFileSync(certificateFiles.key) }, forward);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return { platform, url: `https://platform.test:${(server.address() as AddressInfo).port}` };
}

/** What users do on a platform without the editor. */
async function usePlatform({ deploymentId, env }: RunningPlatform, url: string): Promise<void> {
  const target = ['--url', url, '--deployment', String(deploymentId), '--branch', 'main'];
  const settings = { ...env, DATA_MODEL_URL: url, NODE_EXTRA_CA_CERTS: certificateFiles.cert };
  await run([0], 'query', ['orders.query.yml', ...target], settings);
  // One test of the sample fails.
  await run([0, 1], 'test', [project, ...target], settings);
  await run([0], 'sync', [...target, '--dir', path.join(folder.path, 'pulled'), '--pull'], settings);
}

/** For each host of the table in PRIVACY.md. The last one does everything that needs no host. */
const scenarios: Readonly<Record<string, () => Promise<void>>> = {
  async platform() {
    const { platform, url } = await namedPlatform();
    await usePlatform(platform, url);
    await platform.stop();
  },
  async emulator() {
    const platform = await startPlatform();
    await usePlatform(platform, platform.url);
    await platform.stop();
  },
  async database() {
    await run([3], 'check', [project, '--source', 'postgres://reader@database.test:5432/shop']);
  },
  async registry() {
    await run([3], 'certify', [project, '--compiler', '1.6.7'], { npm_config_registry: 'http://registry.test/' });
  },
  async comment() {
    const github = { GITHUB_API_URL: 'https://api.test', GITHUB_REPOSITORY: 'team/model', GITHUB_TOKEN: 'token' };
    await run([3], 'comment', ['report.md', '--pull', '1'], github);
  },
  async none() {
    await run([0, 1], 'check', [project]);
    await run([0, 1], 'check', [project, '--source', data]);
    await run([0, 1], 'test', [project, '--local', '--source', data]);
    await run([0, 1], 'doctor', [project, '--source', data]);
    await run([0], 'certify', [project, project]);
    await run([0], 'format', [project, '--check']);
    await run([0, 1], 'find-counterexamples', [project, '--seconds', '2']);
  },
};

async function main(name: string): Promise<void> {
  cpSync(sample, project, { recursive: true });
  mkdirSync(path.join(folder.path, 'pulled'));
  writeFileSync(path.join(folder.path, 'orders.query.yml'), 'measures: [orders.count]\n');
  writeFileSync(path.join(folder.path, 'report.md'), '# Report\n');
  await scenarios[name]!();
  folder.remove();
}

main(process.argv[2]!).then(
  () => process.exit(),
  (failure: unknown) => {
    process.stderr.write(`${messageOf(failure)}\n`);
    process.exit(1);
  },
);
