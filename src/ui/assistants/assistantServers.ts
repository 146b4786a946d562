/** What assistants in the editor get, if the user’s settings allow it: a server of tools for each project, and two tools of the editor. */

import * as vscode from 'vscode';
import { UserError } from '../../base/errors.ts';
import { Emitter } from '../../base/event.ts';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import type { Folders } from '../../session/folders.ts';
import type { ProjectDatabases } from '../database/projectDatabases.ts';
import { assistantServersId } from '../manifest/ids.ts';
import type { App } from '../shell/app.ts';
import type { CommandHandlers } from '../shell/commandRunner.ts';
import type { ReadOnlyDocuments } from '../shell/readOnlyDocuments.ts';
import { onSettingChange, readSetting } from '../shell/settings.ts';

export class AssistantServers implements Disposable {
  readonly #lifetime = new Lifetime();
  readonly #changed = this.#lifetime.add(new Emitter<void>());

  readonly #preview: (argument: unknown) => Promise<void>;

  constructor(
    app: App,
    documents: ReadOnlyDocuments,
    allFolders: readonly Folders[],
    databases: () => Promise<ProjectDatabases>,
  ) {
    this.#preview = async (argument) => {
      const { previewAssistantView } = await import('./assistantView.ts');
      await previewAssistantView(app, documents, await databases(), argument);
    };
    // Editors that are built on VS Code may have no such interface.
    if (typeof vscode.lm?.registerMcpServerDefinitionProvider !== 'function') return;
    const projects = () => allFolders.flatMap((folders) => folders.list.value);
    const onChange = () => this.#changed.fire();
    const listening = vscode.lm.registerMcpServerDefinitionProvider(assistantServersId, {
      onDidChangeMcpServerDefinitions: (listener) => this.#changed.event(() => listener()),
      provideMcpServerDefinitions: async () => {
        if (!isAllowed()) return [];
        const { definitionOf } = await import('./serverDefinition.ts');
        return projects().map((folder) => definitionOf(app, folder));
      },
      resolveMcpServerDefinition: async (definition) => {
        const { resolved, isOf } = await import('./serverDefinition.ts');
        const folder = projects().find((one) => isOf(one, definition));
        return folder && isAllowed() ? resolved(app, folder, await databases()) : undefined;
      },
    });
    this.#lifetime.add(listening);
    const tools = async () => {
      if (!isAllowed())
        throw new UserError(vscode.l10n.t('The setting {0} does not allow this.', 'dataModel.assistants.access'));
      return new (await import('./languageTools.ts')).LanguageTools(allFolders);
    };
    this.#lifetime.add(
      vscode.lm.registerTool<{ place: string }>('model_show', {
        invoke: async ({ input }) => (await tools()).show(input),
      }),
    );
    this.#lifetime.add(vscode.lm.registerTool('model_unsaved', { invoke: async () => (await tools()).unsaved() }));
    this.#lifetime.add(onSettingChange(['dataModel.assistants.access', 'dataModel.assistants.rows'], onChange));
    this.#lifetime.add(vscode.workspace.onDidGrantWorkspaceTrust(onChange));
    for (const folders of allFolders) this.#lifetime.add(folders.list.onChange(onChange));
  }

  commands(): Pick<CommandHandlers, 'dataModel.assistants.preview'> {
    return { 'dataModel.assistants.preview': (argument?: unknown) => this.#preview(argument) };
  }

  dispose(): void {
    this.#lifetime.dispose();
  }
}

function isAllowed(): boolean {
  return vscode.workspace.isTrusted && ['read', 'edit'].includes(readSetting('dataModel.assistants.access'));
}
