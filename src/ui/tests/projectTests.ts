/** The tests of one project as items of the Test Explorer. They follow the texts of open documents. */

import * as vscode from 'vscode';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import type { DocumentText } from '../../language/queries/document.ts';
import { kindOfName } from '../../model/documents/documentKind.ts';
import { LineIndex, type Span } from '../../model/source/range.ts';
import { type TestCase, testCases } from '../../query/tests/testCases.ts';
import type { BoundFolder } from '../../session/folders.ts';
import { LatestResults } from '../../session/tests/latestResults.ts';
import { watchDocuments } from '../folders/watchDocuments.ts';
import { readDocument, readDocuments } from '../language/documents.ts';
import type { OwnerOf } from '../language/openSources.ts';
import { testPattern } from '../manifest/ids.ts';
import { messageText } from '../shell/errorText.ts';
import { toRange } from '../shell/ranges.ts';

interface ShownTest {
  test: TestCase;
  rangeOf(span: Span): vscode.Range;
}

export class ProjectTests implements Disposable {
  readonly folder: BoundFolder;
  readonly results = new LatestResults();
  readonly #controller: vscode.TestController;
  readonly #ownerOf: OwnerOf;
  readonly #lifetime = new Lifetime();
  readonly #files = new Map<string, vscode.TestItem>();
  readonly #tests = new WeakMap<vscode.TestItem, ShownTest>();
  #group: vscode.TestItem | undefined;
  #ready: Promise<void>;

  constructor(folder: BoundFolder, controller: vscode.TestController, ownerOf: OwnerOf) {
    this.folder = folder;
    this.#controller = controller;
    this.#ownerOf = ownerOf;
    const { workspace } = vscode;
    const update = (uri: vscode.Uri) => void this.#update(uri);
    this.#lifetime.add(watchDocuments(folder, testPattern, () => this.#known(), update));
    this.#lifetime.add(
      workspace.onDidChangeTextDocument(({ document }) => {
        if (vscode.languages.match({ scheme: 'file', pattern: testPattern }, document)) update(document.uri);
      }),
    );
    this.#ready = this.refresh();
  }

  /** When all test documents are read. */
  get ready(): Promise<void> {
    return this.#ready;
  }

  /** Whether the tests are below the name of the project: needed where there are several projects. */
  showName(isShown: boolean): void {
    if (isShown === (this.#group !== undefined) || this.#lifetime.disposed) return;
    const files = [...this.#files.values()];
    for (const file of files) this.#takeOut(file);
    const { binding, name } = this.folder;
    const uri = vscode.Uri.file(binding.projectFolder);
    this.#group = isShown ? this.#controller.createTestItem(`project:${uri}`, name, uri) : undefined;
    for (const file of files) this.#putIn(file);
  }

  /** Reads all test documents again. */
  refresh(): Promise<void> {
    this.#ready = this.#readAll();
    return this.#ready;
  }

  /** The tests among these items and below them; by default all, without the excluded ones. */
  testsOf({
    include,
    exclude = [],
  }: Partial<Pick<vscode.TestRunRequest, 'include' | 'exclude'>> = {}): vscode.TestItem[] {
    const leaves = (item: vscode.TestItem): vscode.TestItem[] =>
      exclude.includes(item)
        ? []
        : item.children.size > 0
          ? [...item.children].flatMap(([, one]) => leaves(one))
          : [item];
    const own = (item: vscode.TestItem): boolean =>
      item === this.#group ||
      [...this.#files.values()].includes(item) ||
      (item.parent !== undefined && own(item.parent));
    if (this.#group && exclude.includes(this.#group)) return [];
    return (include?.filter(own) ?? [...this.#files.values()]).flatMap(leaves);
  }

  /** Undefined for a document that cannot be read. */
  shownTest(item: vscode.TestItem): ShownTest | undefined {
    return this.#tests.get(item);
  }

  dispose(): void {
    this.#lifetime.dispose();
    for (const id of [...this.#files.keys()]) this.#remove(id);
  }

  async #readAll(): Promise<void> {
    const gone = new Set(this.#files.keys());
    for (const document of await readDocuments(this.folder)) {
      const uri = vscode.Uri.joinPath(vscode.Uri.file(this.folder.binding.projectFolder), document.path);
      gone.delete(String(uri));
      if (kindOfName(document.path) === 'test') this.#set(uri, document);
    }
    for (const id of gone) this.#remove(id);
  }

  #known(): vscode.Uri[] {
    return [...this.#files.values()].map(({ uri }) => uri!);
  }

  async #update(uri: vscode.Uri): Promise<void> {
    this.#set(uri, await readDocument(this.folder, uri));
  }

  /** Undefined for a document that does not exist any more. */
  #set(uri: vscode.Uri, document: DocumentText | undefined): void {
    if (this.#lifetime.disposed) return;
    const isOwn = this.#ownerOf(uri.fsPath) === this.folder;
    const cases = document && isOwn ? testCases(document.path, document.text) : [];
    if (cases.length === 0) this.#remove(String(uri));
    else this.#show(uri, cases, document!.text);
  }

  #remove(id: string): void {
    const item = this.#files.get(id);
    this.#files.delete(id);
    if (item) this.#takeOut(item);
  }

  #takeOut(file: vscode.TestItem): void {
    const { items } = this.#controller;
    const siblings = this.#group?.children ?? items;
    // Another project may show the same file.
    if (siblings.get(file.id) === file) siblings.delete(file.id);
    if (this.#group?.children.size === 0) items.delete(this.#group.id);
  }

  #putIn(file: vscode.TestItem): void {
    const { items } = this.#controller;
    if (this.#group && items.get(this.#group.id) !== this.#group) items.add(this.#group);
    const siblings = this.#group?.children ?? items;
    if (siblings.get(file.id) !== file) siblings.add(file);
  }

  #show(uri: vscode.Uri, cases: readonly TestCase[], text: string): void {
    const id = String(uri);
    const lines = new LineIndex(text);
    const rangeOf = (span: Span) => toRange(lines.rangeOf(span));
    const file = this.#files.get(id) ?? this.#controller.createTestItem(id, cases[0]!.file, uri);
    const [unread] = cases.filter(({ test }) => !test);
    file.error = unread?.invalid && messageText(unread.invalid, vscode.l10n);
    const counts = new Map<string, number>();
    const items = cases.flatMap((one) => {
      const { test, name, invalid } = one;
      if (!test) return [];
      const count = (counts.get(name) ?? 0) + 1;
      counts.set(name, count);
      const itemId = count === 1 ? name : `${name}\n${count}`;
      const item =
        file.children.get(itemId) ?? this.#controller.createTestItem(itemId, name || vscode.l10n.t('(no name)'), uri);
      item.range = rangeOf(test.span);
      item.error = invalid && messageText(invalid, vscode.l10n);
      item.sortText = String(cases.indexOf(one)).padStart(6, '0');
      this.#tests.set(item, { test: one, rangeOf });
      return [item];
    });
    file.children.replace(items);
    this.#files.set(id, file);
    this.#putIn(file);
  }
}
