/** Registers the language features for each folder while its session is open. They load with the first session. */

import * as vscode from 'vscode';
import { stackOf } from '../../base/errors.ts';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import type { Folders } from '../../session/folders.ts';
import { forEachSession } from '../folders/followedBranch.ts';
import type { App } from '../shell/app.ts';
import type { CommandHandlers } from '../shell/commandRunner.ts';
import type { OwnerOf } from './openSources.ts';

/** A file that is in several of the folders belongs to the first of them, so that nothing is shown twice. */
export function ownerAmong(allFolders: readonly Folders[]): OwnerOf {
  return (file) => {
    for (const folders of allFolders) {
      const owner = folders.of(file);
      if (owner) return owner;
    }
    return undefined;
  };
}

export function registerLanguageFeatures(
  { scratch, log, contentReads }: App,
  allFolders: readonly Folders[],
): Disposable {
  const lifetime = new Lifetime();
  const ownerOf = ownerAmong(allFolders);
  const untitledOwner = () => allFolders.flatMap(({ list }) => list.value).find((folder) => folder.session.value);
  for (const folders of allFolders) {
    lifetime.add(
      forEachSession(folders, (session, folder, whileOpen) => {
        import('./providers.ts').then(
          ({ registerProviders }) =>
            whileOpen.add(registerProviders({ folder, session, ownerOf, untitledOwner, scratch, contentReads, log })),
          (failure) => log.error(stackOf(failure)),
        );
      }),
    );
  }
  return lifetime;
}

type LanguageCommand =
  | 'dataModel.model.newCube'
  | 'dataModel.model.newView'
  | 'dataModel.query.new'
  | 'dataModel.references.countOnPlatform'
  | 'dataModel.references.show'
  | 'dataModel.tests.goTo'
  | 'dataModel.tests.new';

export function languageCommands(app: App, allFolders: readonly Folders[]): Pick<CommandHandlers, LanguageCommand> {
  const choice = { allFolders, ownerOf: ownerAmong(allFolders), scratch: app.scratch };
  return {
    'dataModel.model.newCube': async () => (await import('./newFiles.ts')).createDefinition(choice, 'cube'),
    'dataModel.model.newView': async () => (await import('./newFiles.ts')).createDefinition(choice, 'view'),
    'dataModel.tests.new': async () => (await import('./newFiles.ts')).createTest(choice),
    'dataModel.query.new': async () => (await import('./newFiles.ts')).openNewQuery(choice),
    'dataModel.tests.goTo': async () => (await import('./goToTest.ts')).goToTest(),
    'dataModel.references.countOnPlatform': async (argument?: unknown) =>
      (await import('./countUses.ts')).countUsesOnPlatform(app, argument),
    'dataModel.references.show': async (uri: vscode.Uri, at: vscode.Position, find: () => Promise<vscode.Location[]>) =>
      vscode.commands.executeCommand('editor.action.showReferences', uri, at, await find()),
  };
}
