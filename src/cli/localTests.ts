/** Runs tests of a project's folder on this computer, in this process. What they need starts with the first of them. */

import { bundlePath } from '../base/bundlePath.ts';
import type { Disposable } from '../base/lifetime.ts';
import { stderrLog } from '../base/log.ts';
import { Compiler } from '../compiler/compiler.ts';
import { Database } from '../database/database.ts';
import { LocalAnswers } from '../local/localAnswers.ts';
import { LocalModel } from '../local/localModel.ts';
import { localTestRunner } from '../local/localTestRunner.ts';
import type { QueryViewer } from '../model/documents/queryDocument.ts';
import type { ProjectFolder } from '../model/project/findProject.ts';
import { ProjectModel } from '../model/project/projectModel.ts';
import type { TestRunner } from '../query/tests/runTests.ts';
import type { TestCase } from '../query/tests/testCases.ts';
import { closeSources, databasesOf, type SourceValues, sourcesOf } from './openSources.ts';

interface LocalTestsOptions {
  folder: ProjectFolder;
  values: SourceValues;
  currentFolder: string;
}

export class LocalTests implements Disposable {
  readonly #options: LocalTestsOptions;
  readonly #compiler: Compiler;
  readonly #scratch = new Database({
    bundlePath: bundlePath('database.cjs'),
    source: { kind: 'duckdb' },
    log: stderrLog('warn'),
  });
  #sources: Promise<ReadonlyMap<string, Database> | undefined> | undefined;
  #answers: Promise<LocalAnswers> | undefined;

  constructor(options: LocalTestsOptions) {
    this.#options = options;
    const trustModels = options.values['trust-model'];
    this.#compiler = new Compiler({ bundlePath: bundlePath('compiler.cjs'), trustModels, log: stderrLog('warn') });
  }

  runner(test: TestCase, branch: string | undefined, as: QueryViewer | undefined): TestRunner {
    const ask = async (...question: Parameters<LocalAnswers['load']>) => {
      this.#answers ??= this.#open();
      return (await this.#answers).load(...question);
    };
    return localTestRunner(ask, test, branch, as);
  }

  dispose(): void {
    this.#compiler.dispose();
    this.#scratch.dispose();
    this.#sources?.then(
      (databases) => databases && closeSources(databases),
      () => {},
    );
  }

  async #open(): Promise<LocalAnswers> {
    const { folder, values } = this.#options;
    const project = new ProjectModel(folder);
    await project.load();
    const model = new LocalModel(project.saved, this.#compiler);
    return new LocalAnswers({
      model,
      projectFolder: folder.projectFolder,
      scratch: this.#scratch,
      sources: () => this.#opened(),
      // Tests with rows of their own need no connection: only a source that was named tells their types.
      ...(values.source !== undefined && { catalog: async () => (await this.#opened())!.get('default')!.catalog() }),
    });
  }

  #opened(): Promise<ReadonlyMap<string, Database> | undefined> {
    this.#sources ??= this.#openSources();
    return this.#sources;
  }

  async #openSources(): Promise<ReadonlyMap<string, Database> | undefined> {
    const { values, currentFolder, folder } = this.#options;
    const sources = await sourcesOf(values, { currentFolder, projectFolder: folder.projectFolder });
    return sources && databasesOf(sources, stderrLog('warn'));
  }
}
