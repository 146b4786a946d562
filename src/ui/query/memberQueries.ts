/** Makes a scratch query of a member, a cube or a view. */

import * as vscode from 'vscode';
import { CancelledError, UserError } from '../../base/errors.ts';
import { graphPlaceAt } from '../../language/modelGraph/graphPlaces.ts';
import { lineageSubjectAt } from '../../language/modelGraph/lineage.ts';
import { graphDefinitions, idOf, modelGraph, nodeOf } from '../../language/modelGraph/modelGraph.ts';
import type { ModelIndex } from '../../model/index/modelIndex.ts';
import { sessionErrors } from '../../session/errors.ts';
import type { BoundFolder } from '../../session/folders.ts';
import { memberQuery } from '../../session/query/memberQuery.ts';
import { argumentUri, chooseFolder } from '../folders/folderChoice.ts';
import type { QueriedMember } from '../language/codeLenses.ts';
import { OpenSources } from '../language/openSources.ts';
import type { App } from '../shell/app.ts';
import { pickItem } from '../shell/quickInput.ts';

type SubjectName = QueriedMember['subject'];

/**
 * @param argument of a code lens, of a menu of the model map, or a file; by default what is at the cursor, or the user's choice
 * @returns the document of the query
 * @throws UserError if the model has no such member or no folder is bound; CancelledError if the user picks nothing
 */
export async function makeMemberQuery(
  app: App,
  argument: unknown,
  folderOfMap: () => Promise<BoundFolder | undefined>,
): Promise<vscode.Uri> {
  const { dataModelMember, dataModelDefinition, uri, subject } = (argument ?? {}) as Partial<QueriedMember> & {
    dataModelMember?: unknown;
    dataModelDefinition?: unknown;
  };
  const ofMap = dataModelMember ?? dataModelDefinition;
  const folder =
    typeof ofMap === 'string' ? await requireBound(app, await folderOfMap()) : await chooseFolder(app, uri ?? argument);
  const session = await folder.open();
  const sources = new OpenSources(folder, session, (file) => app.folders.of(file));
  try {
    const index = await sources.index();
    const given =
      subject ?? (typeof ofMap === 'string' ? ofMap : undefined) ?? subjectAtCursor(index, sources, argument);
    const name = given ?? (await pickSubject(index));
    const file = `${name.replace(/[^\p{L}\p{N}._-]+/gu, '-')}.query.yml`;
    return app.scratch.create(session.binding.projectFolder, file, textFor(index, name));
  } finally {
    sources.dispose();
  }
}

async function requireBound(app: App, folder: BoundFolder | undefined): Promise<BoundFolder> {
  if (folder && app.folders.list.value.includes(folder)) return folder;
  throw sessionErrors.error('folder-not-bound');
}

function subjectAtCursor(index: ModelIndex, sources: OpenSources, argument: unknown): SubjectName | undefined {
  const editor = vscode.window.activeTextEditor;
  const file = editor && sources.pathOf(editor.document.uri);
  const given = argumentUri(argument);
  if (file === undefined || (given && given.toString() !== editor?.document.uri.toString())) return undefined;
  const member = lineageSubjectAt(index, file, editor!.selection.active);
  const place = graphPlaceAt(index, file, editor!.selection.active);
  return member ?? (place && (place.member === null ? place.node : `${place.node}.${place.member}`));
}

interface SubjectItem extends vscode.QuickPickItem {
  subject: SubjectName;
}

async function pickSubject(index: ModelIndex): Promise<SubjectName> {
  const icons: Readonly<Record<string, string>> = { measure: 'symbol-number', dimension: 'symbol-field' };
  const items = modelGraph(index).nodes.flatMap(({ name, kind, generated, hidden, members }): SubjectItem[] => {
    if (generated || hidden) return [];
    const shown = members.filter((one) => !one.hidden && one.kind in icons);
    return [
      { label: name, description: kind, subject: name, iconPath: new vscode.ThemeIcon('symbol-class') },
      ...shown.map((one) => ({
        label: `${name}.${one.name}`,
        description: [one.kind, one.type].filter(Boolean).join(' · '),
        subject: `${name}.${one.name}`,
        iconPath: new vscode.ThemeIcon(icons[one.kind]!),
      })),
    ];
  });
  const picked = await pickItem(items, {
    title: vscode.l10n.t('Query Member'),
    placeHolder: vscode.l10n.t('Select a measure, a dimension, or a cube or view'),
  });
  if (!picked) throw new CancelledError();
  return picked.subject;
}

/** @throws UserError if the model does not define it */
function textFor(index: ModelIndex, subject: SubjectName): string {
  const definitions = graphDefinitions(index);
  const whole = definitions.find((one) => idOf(one) === subject);
  const at = subject.lastIndexOf('.');
  const definition = whole ?? definitions.find((one) => idOf(one) === subject.slice(0, at));
  if (!definition) throw new UserError(vscode.l10n.t('The model does not define {0}.', subject));
  if (definition.pattern) {
    throw new UserError(vscode.l10n.t('The name of {0} is known only when the model is compiled.', definition.name), {
      action: vscode.l10n.t('Write a query document with its members.'),
    });
  }
  return memberQuery(nodeOf(index, definition), whole ? undefined : subject.slice(at + 1));
}
