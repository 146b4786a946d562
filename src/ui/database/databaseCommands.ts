/** The commands of the databases of projects. The rest loads with the first project that opens. */

import { stackOf } from '../../base/errors.ts';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import type { Folders } from '../../session/folders.ts';
import { forEachSession } from '../folders/followedBranch.ts';
import type { App } from '../shell/app.ts';
import type { CommandHandlers } from '../shell/commandRunner.ts';
import type { ProjectDatabases } from './projectDatabases.ts';

type DatabaseCommand = Extract<keyof CommandHandlers, `dataModel.database.${string}`>;

export class DatabaseCommands implements Disposable {
  readonly #app: App;
  readonly #allFolders: readonly Folders[];
  readonly #lifetime = new Lifetime();
  #databases: Promise<ProjectDatabases> | undefined;

  constructor(app: App, allFolders: readonly Folders[]) {
    this.#app = app;
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
      'dataModel.database.refresh': async (argument?: unknown) => (await this.databases()).refresh(argument),
    };
  }

  dispose(): void {
    this.#lifetime.dispose();
  }
}
