/** The commands of the databases of projects. The rest loads with the first project that opens. */

import type { Uri } from 'vscode';
import { stackOf } from '../../base/errors.ts';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import type { ProfiledMember } from '../../local/profile/profileMember.ts';
import type { Folders } from '../../session/folders.ts';
import { forEachSession } from '../folders/followedBranch.ts';
import type { App } from '../shell/app.ts';
import type { CommandHandlers } from '../shell/commandRunner.ts';
import type { ReadOnlyDocuments } from '../shell/readOnlyDocuments.ts';
import type { ProjectDatabases } from './projectDatabases.ts';

type DatabaseCommand = Extract<keyof CommandHandlers, `dataModel.${'database' | 'laws'}.${string}`>;

export class DatabaseCommands implements Disposable {
  readonly #app: App;
  readonly #documents: ReadOnlyDocuments;
  readonly #allFolders: readonly Folders[];
  readonly #lifetime = new Lifetime();
  #databases: Promise<ProjectDatabases> | undefined;

  constructor(app: App, documents: ReadOnlyDocuments, allFolders: readonly Folders[]) {
    this.#app = app;
    this.#documents = documents;
    this.#allFolders = allFolders;
    for (const folders of allFolders) {
      this.#lifetime.add(
        forEachSession(folders, (session, folder, whileOpen) => {
          this.databases().then(
            (databases) => whileOpen.add(databases.follow(folder, session)),
            (failure) => app.log.error(stackOf(failure)),
          );
        }),
      );
    }
  }

  databases(): Promise<ProjectDatabases> {
    this.#databases ??= import('./projectDatabases.ts').then(({ ProjectDatabases }) =>
      this.#lifetime.add(new ProjectDatabases(this.#app, this.#allFolders)),
    );
    return this.#databases;
  }

  commands(): Pick<CommandHandlers, DatabaseCommand> {
    return {
      'dataModel.database.choose': async (argument?: unknown) => {
        const { chooseSource } = await import('./chooseSource.ts');
        await chooseSource(await this.databases(), argument);
      },
      'dataModel.database.check': async (argument?: unknown) => {
        const { checkAgainstDatabase } = await import('./checkAgainstDatabase.ts');
        await checkAgainstDatabase(this.#app, await this.databases(), argument);
      },
      'dataModel.database.examine': async (argument?: unknown) => {
        const { examineData } = await import('./examineData.ts');
        await examineData(this.#app, await this.databases(), argument);
      },
      'dataModel.database.generate': async (argument?: unknown) => {
        const { generateCubes } = await import('./generateCubes.ts');
        await generateCubes(this.#app, this.#documents, await this.databases(), argument);
      },
      'dataModel.database.profile': async (argument?: unknown, member?: ProfiledMember) => {
        const { profile } = await import('./profileMember.ts');
        await profile(this.#app, await this.databases(), argument, member);
      },
      'dataModel.laws.find': async (argument?: unknown) => {
        const { findCounterexamples } = await import('./findCounterexamples.ts');
        await findCounterexamples(this.#app, await this.databases(), argument);
      },
      'dataModel.laws.addTest': async (uri: Uri, name: string, text: string) => {
        const { addTest } = await import('./findCounterexamples.ts');
        await addTest(await this.databases(), uri, name, text);
      },
      'dataModel.database.refresh': async (argument?: unknown) => (await this.databases()).refresh(argument),
    };
  }

  dispose(): void {
    this.#lifetime.dispose();
  }
}
