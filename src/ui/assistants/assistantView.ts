/** Shows what the server of tools answers about a cube or view: the very answers, and what is left out of them. */

import * as vscode from 'vscode';
import { UserError } from '../../base/errors.ts';
import type { Definition } from '../../model/index/definitions.ts';
import { definitionsIn } from '../../model/index/lookup.ts';
import type { ModelIndex } from '../../model/index/modelIndex.ts';
import { isHidden, isPrivate } from '../../model/index/visibility.ts';
import { relativeTo } from '../../session/folders.ts';
import type { KnownProject, ProjectDatabases } from '../database/projectDatabases.ts';
import type { App } from '../shell/app.ts';
import { withProgress } from '../shell/notifications.ts';
import { type PickItem, pickItem } from '../shell/quickInput.ts';
import { documentUri, type ReadOnlyDocuments } from '../shell/readOnlyDocuments.ts';
import { readSetting } from '../shell/settings.ts';
import { askServer, type ToolAnswer, type ToolCall } from './askServer.ts';
import { startOf } from './serverDefinition.ts';

/** The last texts, by the path of their documents. */
const texts = new Map<string, string>();
const maxTexts = 20;
let isRegistered = false;

/** @param argument a menu's file. @throws UserError, CancelledError */
export async function previewAssistantView(
  app: App,
  documents: ReadOnlyDocuments,
  databases: ProjectDatabases,
  argument?: unknown,
): Promise<void> {
  const { l10n } = vscode;
  if (!vscode.workspace.isTrusted) throw new UserError(l10n.t('The folder is not trusted.'));
  const project = await databases.choose(argument);
  const session = await project.folder.open();
  await session.reloadModel();
  const { saved } = session.model.project;
  const definition = definitionAtCursor(project, saved) ?? (await pickDefinition(saved));
  if (!definition) return;
  const { name } = definition;
  const calls: ToolCall[] = [
    { name: 'model_overview', arguments: { focus: name } },
    { name: 'model_explain', arguments: { name } },
  ];
  const answers = await withProgress(l10n.t('Asking the server for assistants about {0}', name), async (signal) =>
    askServer(await startOf(app, project.folder, databases), calls, signal),
  );
  const uri = documentUri({ kind: 'assistant', path: `/${name}.md`, parameters: {} });
  texts.delete(uri.path);
  texts.set(uri.path, viewText(definition, saved, calls, answers));
  if (texts.size > maxTexts) texts.delete([...texts.keys()][0]!);
  if (isRegistered) documents.refresh(uri);
  else documents.registerReader(['assistant'], ({ path }) => texts.get(path) ?? '');
  isRegistered = true;
  await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), {
    viewColumn: vscode.ViewColumn.Beside,
    preview: true,
  });
}

function definitionAtCursor({ folder }: KnownProject, index: ModelIndex): Definition | undefined {
  const { activeTextEditor: editor } = vscode.window;
  const { uri } = editor?.document ?? {};
  const file = uri?.scheme === 'file' ? index.file(relativeTo(folder, uri.fsPath) ?? '') : undefined;
  if (!file || !editor) return undefined;
  const { line } = editor.selection.active;
  return definitionsIn(file).find(({ kind, span }) => {
    const { start, end } = file.lines.rangeOf(span);
    return kind !== 'view_group' && start.line <= line && line <= end.line;
  });
}

async function pickDefinition(index: ModelIndex): Promise<Definition | undefined> {
  const { l10n } = vscode;
  const items = index.definitions
    .filter(({ kind }) => kind !== 'view_group')
    .map((definition): PickItem & { definition: Definition } => ({
      icon: definition.kind === 'view' ? 'eye' : 'symbol-class',
      label: definition.name,
      definition,
    }));
  if (items.length === 0) throw new UserError(l10n.t('The model has no cubes and views.'));
  const picked = await pickItem(items, {
    title: l10n.t('Preview What an Assistant Sees'),
    placeHolder: l10n.t('Select a cube or view'),
  });
  return picked?.definition;
}

function viewText(
  definition: Definition,
  index: ModelIndex,
  calls: readonly ToolCall[],
  answers: readonly ToolAnswer[],
): string {
  const { l10n } = vscode;
  const { name } = definition;
  const sections = calls.flatMap(({ name: tool, arguments: asked }, at) => {
    const { text, structured } = answers[at]!;
    return [
      `## ${tool} ${JSON.stringify(asked)}`,
      l10n.t('Structured content, indented:'),
      fenced('json', JSON.stringify(structured, null, 2)),
      l10n.t('Text, as it is sent:'),
      fenced('', text),
    ];
  });
  const heads = [
    `# ${l10n.t('What an Assistant Sees of {0}', name)}`,
    `## ${l10n.t('Left Out')}`,
    leftOut(definition, index, answers)
      .map((text) => `- ${text}`)
      .join('\n'),
  ];
  return `${[...heads, ...sections].join('\n\n')}\n`;
}

/** What an assistant does not see, and what it does see although a reader may not expect it. */
function leftOut(definition: Definition, index: ModelIndex, answers: readonly ToolAnswer[]): string[] {
  const { l10n } = vscode;
  const lines: string[] = [];
  const access = readSetting('dataModel.assistants.access');
  if (access === 'off')
    lines.push(
      l10n.t(
        'Everything, because {0} is {1}. The answers are those for {2}.',
        'dataModel.assistants.access',
        'off',
        'read',
      ),
    );
  const rows = readSetting('dataModel.assistants.rows');
  const rowTexts = {
    full: l10n.t('No rows are left out: {0} is {1}.', 'dataModel.assistants.rows', rows),
    aggregates: l10n.t(
      'Rows of the data, except those of queries that group them by something that is not their key: {0} is {1}.',
      'dataModel.assistants.rows',
      rows,
    ),
    none: l10n.t('All rows of the data: {0} is {1}.', 'dataModel.assistants.rows', rows),
  };
  lines.push(rowTexts[rows as keyof typeof rowTexts] ?? rowTexts.none);
  const hidden = [...index.members(definition).values()].flat().filter(isHidden).length;
  if (hidden > 0 || isPrivate(definition.node))
    lines.push(l10n.t('Nothing because it is not public: {0} such members are marked with "public": false.', hidden));
  const isCut = answers.some(({ structured }) => (structured as { truncated?: unknown } | null)?.truncated === true);
  const isTextCut = answers.some(({ text }) => text.includes('"truncated":true'));
  if (isCut)
    lines.push(
      l10n.t(
        'What does not fit into 32 kB, and texts that are too long: "truncated" says so, and an assistant asks for more with "cursor".',
      ),
    );
  else if (isTextCut)
    lines.push(
      l10n.t('In the text only, what does not fit into 8 kB: "truncated" says so. The structured content is whole.'),
    );
  else lines.push(l10n.t('Nothing because of its size.'));
  if (answers.some(({ structured }) => JSON.stringify(structured).includes('"notCompiled"')))
    lines.push(l10n.t('Compiled SQL, for the reason in "notCompiled".'));
  return lines;
}

/** The text may have fences of its own. */
function fenced(language: string, text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`{3,}/g)].map(([one]) => one.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}
