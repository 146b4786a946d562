import assert from 'node:assert/strict';
import { useEditorSession } from './editorSession.ts';

describe('installed extension', () => {
  const session = useEditorSession();

  it('shows the welcome view without a platform', async () => {
    const { workbench } = session();
    await workbench.openContainer('Data Model');
    await workbench.welcomeButton('Try It on This Machine').waitFor();
    await workbench.welcomeButton('Connect to a platform').waitFor();
    await workbench.screenshot('welcome');
  });

  it('shows no notification and sends no request before it is used', async () => {
    const { workbench, externalRequests } = session();
    await workbench.waitForNoNotification();
    assert.deepEqual(externalRequests, []);
  });
});

describe('installed extension with a platform in its environment', () => {
  const session = useEditorSession({ platform: true });

  it('shows the deployment it is bound to', async () => {
    const { workbench, platform } = session();
    await workbench.openContainer('Data Model');
    await workbench.row(platform!.deployBranch).waitFor();
    await workbench.screenshot('deployments');
  });

  it('underlines a broken line on the right word', async () => {
    const { workbench, change } = session();
    await change('model/cubes/orders.yml', 'type: avg', 'type: avvg');
    await workbench.save();
    await workbench.waitForSquiggles(['avvg']);
    const [problem] = await workbench.waitForProblems(1);
    assert.equal(problem?.file, 'model/cubes/orders.yml');
    await workbench.screenshot('problem');
  });
});
