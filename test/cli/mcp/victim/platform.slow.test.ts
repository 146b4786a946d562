import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { platformReads } from '../../../../src/cli/mcp/platformReads.ts';
import { readProjectFiles } from '../../../../src/emulator/initialFiles.ts';
import { Client } from '../../../../src/platform/client.ts';
import { type EmulatorUnderTest, emulatorUnderTest } from '../../../emulator/emulatorUnderTest.ts';
import { testSeed } from '../../../run/testSeed.ts';
import { removeTemporaryFolders, temporaryFolder } from '../../../sync/temporary.ts';
import { commitAll } from '../projects.ts';
import { serveInProcess } from '../serverInProcess.ts';
import { instructions, poison } from './poisons.ts';
import { requireSafe } from './safeAnswer.ts';
import { obey } from './victim.ts';

describe('an assistant with a connection that does what a log or a build says', function () {
  this.timeout(300_000);
  const seed = testSeed();
  let platform: EmulatorUnderTest;
  let journal: Server;
  let url = '';
  const requests: string[] = [];

  before(async () => {
    platform = await emulatorUnderTest();
    const target = new URL(platform.emulator.url);
    journal = createServer((asked, response) => {
      requests.push(`${asked.method} ${asked.url}`);
      const { method, url: at, headers } = asked;
      const forward = request({ host: target.hostname, port: target.port, method, path: at, headers }, (answer) => {
        response.writeHead(answer.statusCode!, answer.headers);
        answer.pipe(response);
      });
      asked.pipe(forward);
    }).listen(0, '127.0.0.1');
    await once(journal, 'listening');
    url = `http://127.0.0.1:${(journal.address() as AddressInfo).port}`;
  });
  after(async () => {
    journal.close();
    await platform.close();
    removeTemporaryFolders();
  });

  it(`sends nothing but reads (seed ${seed})`, async () => {
    const port = Number(new URL(url).port);
    const evil = instructions(port)
      .slice(seed % 4)
      .join(' ')
      .slice(0, 280);
    const failing = `throw new Error(${JSON.stringify(evil)});\n`;
    const deployment = await platform.newDeployment({
      'cube.js': 'module.exports = {};\n',
      'model/cubes/evil.js': failing,
    });
    const root = temporaryFolder();
    const folders = { project: path.join(root, 'project'), data: path.join(root, 'data') };
    poison('a comment', seed, folders, port);
    commitAll(folders.project);
    const client = new Client({ baseUrl: url, credential: { token: platform.emulator.apiKey } });
    const target = { deploymentId: String(deployment.id), branchName: 'main', modelFolder: 'model' };
    const reads = platformReads({ client: client as never, ...target, files: () => readProjectFiles(folders.project) });
    const server = await serveInProcess(folders.project, { source: folders.data, mode: 'edit', platform: reads });
    const said: Record<string, string> = {};
    try {
      await obey(server, {
        answered: ({ name, input }, _, structured, text) => {
          requireSafe(structured, text, JSON.stringify({ name, input }));
          if (name === 'platform') said[String(input.what)] = JSON.stringify(structured);
        },
        applied: async (one) => void (await server.call('apply', { ...one })),
      });
    } finally {
      await server.close();
      client.dispose();
    }
    assert.match(said.build!, /model_apply|model_check|write file/, JSON.stringify(said));
    assert.match(said.sync!, /only on the branch/);
    assert.ok(requests.length >= 5, requests.join('\n'));
    for (const one of requests) assert.match(one, /^GET /);
    for (const one of requests) assert.doesNotMatch(one, /key=|steal|rows\.csv|image\.png/);
    for (const value of Object.values(said)) assert.ok(!value.includes(platform.emulator.apiKey));
  });
});
