/** Runs tests of a project's folder on this computer, in this process. What they need starts with the first of them. */

import { bundlePath } from '../base/bundlePath.ts';
import type { Disposable } from '../base/lifetime.ts';
import { stderrLog } from '../base/log.ts';
import { Compiler } from '../compiler/compiler.ts';
import { Database } from '../database/database.ts';
import { readSources } from '../database/source/readSources.ts';
import { LocalAnswers } from '../local/localAnswers.ts';
import { LocalModel } from '../local/localModel.ts';
import { localTestRunner } from '../local/localTestRunner.ts';
import type { QueryViewer } from '../model/documents/queryDocument.ts';
import type { ProjectFolder } from '../model/project/findProject.ts';
import { ProjectModel } from '../model/project/projectModel.ts';
import type { TestRunner } from '../query/tests/runTests.ts';
import type { TestCase } from '../query/tests/testCases.ts';

interface LocalTestsOptions {
  folder: ProjectFolder;
  /** As `--source` names it. Default: the data source of the project's `.env`. */
  source: string | undefined;
}

export class LocalTests implements Disposable {
  readonly #options: LocalTestsOptions;
  readonly #compiler = new Compiler({ bundlePath: bundlePath('compiler.cjs'), log: stderrLog('warn') });
  readonly #scratch = new Database({
    bundlePath: bundlePath('database.cjs'),
    source: { kind: 'duckdb' },
    log: stderrLog('warn'),
  });
  #source: Promise<Database | undefined> | undefined;
  #answers: Promise<LocalAnswers> | undefined;

  constructor(options: LocalTestsOptions) {
    this.#options = options;
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
    this.#source?.then(
      (database) => database?.dispose(),
      () => {},
    );
  }

  async #open(): Promise<LocalAnswers> {
    const { folder, source } = this.#options;
    const project = new ProjectModel(folder);
    await project.load();
    const model = new LocalModel(project.saved, this.#compiler);
    return new LocalAnswers({
      model,
      projectFolder: folder.projectFolder,
      scratch: this.#scratch,
      source: () => this.#opened(),
      // Tests with rows of their own need no connection: only a source that was named tells their types.
      ...(source !== undefined && { catalog: async () => (await this.#opened())!.catalog() }),
    });
  }

  #opened(): Promise<Database | undefined> {
    this.#source ??= this.#openSource();
    return this.#source;
  }

  async #openSource(): Promise<Database | undefined> {
    const { source, folder } = this.#options;
    const sources = await readSources({ source, projectFolder: folder.projectFolder });
    const first = sources?.get('default');
    return first && new Database({ bundlePath: bundlePath('database.cjs'), source: first, log: stderrLog('warn') });
  }
}
