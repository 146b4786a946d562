import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { requirePackages } from '../../vscode/install/requirePackages.ts';
import { repository, toolNode } from '../../vscode/locations.ts';
import { runProgram } from '../../vscode/process/runProgram.ts';
import { bridgeTo, type HttpBridge } from './httpBridge.ts';
import { serverBundle } from './mcpClient.ts';

const folder = path.join(import.meta.dirname, 'publicPrograms');
const packages = path.join(folder, 'node_modules/@modelcontextprotocol');
const project = path.join(repository, 'src/emulator/sample/project');

/** Both programs need a newer Node than the project: that of VS Code’s web build, if it is installed. */
function newerNode(): string | undefined {
  if (existsSync(toolNode)) return toolNode;
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  return major > 22 || (major === 22 && minor >= 19) ? process.execPath : undefined;
}

describe('the server for assistants, with public programs', function () {
  this.timeout(300_000);
  let bridge: HttpBridge;
  let node = '';

  before(async function () {
    const found = newerNode();
    if (!found) {
      console.log('    Skipped: needs Node 22.19.');
      this.skip();
    }
    node = found;
    await requirePackages(this, folder, 'the inspector and the conformance suite');
    bridge = await bridgeTo(project);
  });
  after(() => bridge?.close());

  const inspect = async (...args: string[]) => {
    const program = path.join(packages, 'inspector/clients/launcher/build/index.js');
    const server = [node, serverBundle, '--stdio', '--project', project, '--no-database'];
    const { stdout } = await promisify(execFile)(node, [program, '--cli', ...server, ...args], { cwd: folder });
    return JSON.parse(stdout);
  };

  it('answers the command line of the inspector: lists and a call', async () => {
    const { tools } = await inspect('--method', 'tools/list');
    assert.equal(tools.length, 9);
    const { resources } = await inspect('--method', 'resources/list');
    assert.ok(resources.some(({ uri }: { uri: string }) => uri === 'model://rules'));
    const { prompts } = await inspect('--method', 'prompts/list');
    assert.equal(prompts.length, 3);
    const call = ['--method', 'tools/call', '--tool-name', 'model_search', '--tool-arg', 'text=net amount'];
    assert.equal((await inspect(...call)).structuredContent.results[0].name, 'orders.net_amount');
  });

  for (const scenario of ['server-initialize', 'ping', 'tools-list', 'resources-list', 'prompts-list']) {
    it(`passes the conformance scenario ${scenario}`, async () => {
      const program = path.join(packages, 'conformance/dist/index.js');
      const said = await runProgram(node, [program, 'server', '--url', bridge.url, '--scenario', scenario], {
        cwd: folder,
      });
      assert.match(said, /Passed: [1-9]\d*\/\d+, 0 failed, 0 warnings/);
    });
  }
});
