/** A repository whose data model is two folders below its root: opened as it is, bound, and changed. */

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { branchOperations } from '../../src/contract/dataModel/branches.ts';
import { dataModelOperations, type FileNode } from '../../src/contract/dataModel/dataModel.ts';
import { Client } from '../../src/platform/client.ts';
import { waitFor } from '../run/waitFor.ts';
import { useEditorSession } from './editorSession.ts';

const project = 'services/analytics';
const orders = `${project}/model/cubes/orders.yml`;
const valid = '{completed_count}';
const broken = '{completed_cuont}';

describe('a project two folders below the root', function () {
  // Each step needs the one before.
  this.bail(true);
  const session = useEditorSession({ platform: true, unboundProject: project });

  /** The texts of the dev branch by path. */
  const filesOfBranch = async () => {
    const platform = session().platform!;
    const client = new Client({ baseUrl: platform.url, credential: { token: platform.apiKey } });
    const params = { deploymentId: platform.deploymentId };
    const found = new Map<string, string>();
    const add = ({ path: file, content, children }: FileNode): void => {
      if (typeof content === 'string') found.set(file.replace(/^\/+/, ''), content);
      for (const child of children ?? []) add(child);
    };
    try {
      const branches = await client.call(branchOperations.listBranches, { params });
      const branchName = (branches.items ?? []).find(({ name }) => name.startsWith('dev-'))!.name;
      const nodes = client.items(dataModelOperations.listFiles, { params, query: { withContent: true, branchName } });
      for await (const node of nodes) add(node);
    } finally {
      client.dispose();
    }
    return found;
  };

  it('has its mistakes marked before it is bound', async () => {
    const { workbench, change } = session();
    await change(orders, `1.0 * ${valid}`, `1.0 * ${broken}`);
    await workbench.save();
    await workbench.waitForSquiggles(['completed_cuont']);
    const [problem] = await workbench.waitForProblems(1);
    assert.match(problem!.file, /orders\.yml$/);
    await workbench.screenshot('nested-1-broken');
    await change(orders, `1.0 * ${broken}`, `1.0 * ${valid}`);
    await workbench.save();
    await workbench.waitForProblems(0);
  });

  it('is bound without a question for its folder', async () => {
    const { workbench, folder } = session();
    await workbench.openContainer('Data Model');
    await workbench.row('Sample shop').waitFor();
    await workbench.runCommand('Data Model: Bind Workspace Folder…');
    await workbench.pickRow('Sample shop');
    await workbench.answerNotification(/Bound “.*” to Sample shop/, 'Open a Branch in Dev Mode');
    const settings = JSON.parse(await readFile(path.join(folder, '.vscode/settings.json'), 'utf8')) as object;
    assert.equal((settings as Record<string, string>)['dataModel.project.folder'], project);
  });

  it('is pushed by paths of the project', async () => {
    const { workbench, change } = session();
    await workbench.pickRow('main');
    await workbench.statusItem(/dev-developer-.*built/).waitFor();
    await change(orders, 'title: Orders', 'title: All orders');
    await workbench.save();
    await waitFor('the branch has the change under the path in the project', async () => {
      const files = await filesOfBranch();
      return files.get('model/cubes/orders.yml')?.includes('title: All orders');
    });
    assert.deepEqual(
      [...(await filesOfBranch()).keys()].filter((file) => file.startsWith('services')),
      [],
    );
    await workbench.screenshot('nested-2-changed');
  });
});
