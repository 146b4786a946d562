/** Coverage of a model: its measures and dimensions that tests and saved queries use. */

import path from 'node:path';
import * as vscode from 'vscode';
import { isQueryDocument } from '../../model/documents/documentKind.ts';
import { readQueryDocument } from '../../model/documents/queryDocument.ts';
import { coverageOf } from '../../query/tests/coverage.ts';
import { namesIn } from '../../query/tests/memberGraph.ts';
import { readDocuments } from '../language/documents.ts';
import { toRange } from '../shell/ranges.ts';
import { membersOf } from './affectedTests.ts';
import type { ProjectTests } from './projectTests.ts';

export class ModelCoverage {
  readonly #details = new WeakMap<vscode.FileCoverage, vscode.FileCoverageDetail[]>();

  /** Adds the coverage by the project's tests, whichever of them ran. */
  async add(run: vscode.TestRun, project: ProjectTests): Promise<void> {
    const { folder } = project;
    const tests = project.testsOf().flatMap((item) => project.shownTest(item)?.test ?? []);
    const byTests = await Promise.all(tests.map((test) => membersOf(test, project)));
    const queries = (await readDocuments(folder)).filter((one) => isQueryDocument(one.path));
    const byQueries = queries.map(({ path, text }) => namesIn(readQueryDocument(path, text).query));
    const { model } = await folder.open();
    for (const [file, members] of coverageOf(model.project.saved, [...byTests, ...byQueries])) {
      const details = members.map(
        ({ name, range, uses }) => new vscode.DeclarationCoverage(name, uses, toRange(range)),
      );
      const uri = vscode.Uri.file(path.join(folder.binding.projectFolder, file));
      const count = new vscode.TestCoverageCount(members.filter(({ uses }) => uses > 0).length, members.length);
      // Without the first count, the editor shows an empty bar.
      const coverage = new vscode.FileCoverage(uri, count, undefined, count);
      this.#details.set(coverage, details);
      run.addCoverage(coverage);
    }
  }

  detailsOf(file: vscode.FileCoverage): vscode.FileCoverageDetail[] {
    return this.#details.get(file) ?? [];
  }
}
