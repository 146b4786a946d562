import assert from 'node:assert/strict';
import { useEditorSession } from './editorSession.ts';

describe('the installed extension', () => {
  const stage = useEditorSession();

  it('welcomes a person who has no platform yet', async () => {
    const { workbench } = stage();
    await workbench.openContainer('Data Model');
    await workbench.welcomeButton('Try It on This Machine').waitFor();
    await workbench.welcomeButton('Connect to a platform').waitFor();
    await workbench.screenshot('welcome');
  });

  it('stays silent until it is asked', async () => {
    const { workbench, offSite } = stage();
    assert.deepEqual(await workbench.notifications(), []);
    assert.deepEqual(offSite, []);
  });
});

describe('the installed extension, with a platform in its environment', () => {
  const stage = useEditorSession({ platform: true });

  it('shows the deployment it is bound to', async () => {
    const { workbench, platform } = stage();
    await workbench.openContainer('Data Model');
    await workbench.row(platform!.deployBranch).waitFor();
    await workbench.screenshot('deployments');
  });

  it('underlines a broken line on the right word', async () => {
    const { workbench, change } = stage();
    await change('model/cubes/orders.yml', 'type: avg', 'type: avvg');
    await workbench.save();
    await workbench.waitForSquiggle();
    assert.deepEqual(await workbench.squiggles(), ['avvg']);
    const [problem] = await workbench.problems();
    assert.equal(problem?.file, 'model/cubes/orders.yml');
    await workbench.screenshot('problem');
  });
});
