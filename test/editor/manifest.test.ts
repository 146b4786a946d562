import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { commandTable } from '../../src/ui/manifest/commandTable.ts';
import { settingDefaults, viewIds } from '../../src/ui/manifest/ids.ts';

interface Manifest {
  displayName: string;
  contributes: {
    commands: { command: string; title: string; shortTitle?: string; category: string }[];
    configuration: { title: string; properties: Record<string, { markdownDescription: string }> }[];
    viewsWelcome: { contents: string }[];
    walkthroughs: { steps: { title: string; description: string }[] }[];
  };
}

describe('the manifest', () => {
  const manifest = () =>
    vscode.extensions.getExtension('data-model-workbench.data-model-workbench')!.packageJSON as Manifest;

  it('has a text for every label', () => {
    const { contributes, displayName } = manifest();
    const texts = [
      displayName,
      ...contributes.commands.flatMap(({ title, shortTitle, category }) => [title, shortTitle ?? title, category]),
      ...contributes.configuration.flatMap(({ title, properties }) => [
        title,
        ...Object.values(properties).map(({ markdownDescription }) => markdownDescription),
      ]),
      ...contributes.viewsWelcome.map(({ contents }) => contents),
      ...contributes.walkthroughs.flatMap(({ steps }) =>
        steps.flatMap(({ title, description }) => [title, description]),
      ),
    ];
    assert.deepEqual(
      texts.filter((text) => typeof text !== 'string' || text === '' || /^%.*%$/.test(text)),
      [],
    );
  });

  it('gives every setting its default', () => {
    for (const [id, value] of Object.entries(settingDefaults)) {
      assert.deepEqual(vscode.workspace.getConfiguration().inspect(id)?.defaultValue, value, id);
    }
  });

  it('has its views and, once active, all its commands', async () => {
    await vscode.extensions.getExtension('data-model-workbench.data-model-workbench')!.activate();
    const registered = new Set(await vscode.commands.getCommands(true));
    for (const id of [...Object.keys(commandTable), ...viewIds.map((view) => `${view}.focus`)])
      assert.ok(registered.has(id), id);
  });
});
