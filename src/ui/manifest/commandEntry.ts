/** The columns of a row of the command table. Unknown operations, views, context keys and keywords of rows do not compile. */

import type { OperationId } from '../../contract/operations.ts';
import type { ContextKeyId, ViewId } from './ids.ts';

export interface CommandEntry {
  title: string;
  /** The title in menus of an object that the full title would repeat. */
  shortTitle?: string;
  /** Name of a codicon. */
  icon?: string;
  /** The object that the command acts on. The user picks it if the argument of the command does not name it. */
  target?: 'connection' | 'deployment';
  /** Without a row, the command acts on the only deployment that this view shows. Default: on that of the bound folder. */
  targetIn?: ViewId;
  /** Run only if the user can use this operation on the target. */
  operation?: OperationId;
  /** When the Command Palette lists the command. Default: always. */
  palette?: false | When;
  menus?: readonly MenuPlace[];
  keybinding?: { key: string; mac: string; when: When };
}

export type CommandEntries = Record<`dataModel.${string}.${string}`, CommandEntry>;

/** A place in a menu, under the same condition in one or more groups. */
export interface MenuPlace {
  menu: MenuId;
  /** The view of a menu of rows, or of a view's title. */
  view?: ViewId;
  when: When;
  groups: readonly string[];
}

type MenuId =
  | 'editor/context'
  | 'editor/title'
  | 'explorer/context'
  | 'scm/resourceGroup/context'
  | 'scm/resourceState/context'
  | 'scm/title'
  | 'testing/message/content'
  | 'view/item/context'
  | 'view/title'
  | 'webview/context';

/** A term of a condition, or terms that all must hold. */
export type When = Term | readonly Term[];

/** Context keys of the editor, and of the pages in `data-vscode-context`. */
type EditorKey =
  | 'activeWebviewPanelId'
  | 'dataModelDefinition'
  | 'dataModelMember'
  | 'editorTextFocus'
  | 'explorerResourceIsFolder'
  | 'isMergeEditor'
  | 'listMultiSelection'
  | 'mergeEditorResultUri'
  | 'resourceExtname'
  | 'resourceFilename'
  | 'resourcePath'
  | 'resourceScheme'
  | 'scmProvider'
  | 'scmResourceGroup'
  | 'scmResourceState'
  | 'testMessage'
  | 'view'
  | 'viewItem'
  | 'webviewId'
  | 'workspaceFolderCount';
type Key = ContextKeyId | EditorKey;
type Comparison = `${EditorKey} ${'==' | '!=' | '=~'} ${string}`;
export type Term = Key | Comparison | `!${Key}` | `!(${Comparison})` | `(${Key | Comparison} || ${string})`;

/** A word in the context value of rows, where it stands between semicolons. */
export type RowKeyword =
  | 'acceptable'
  | 'active'
  | 'address'
  | 'bound'
  | 'branch'
  | 'branches'
  | 'build'
  | 'child'
  | 'completed'
  | 'connection'
  | 'dashboard'
  | 'deactivated'
  | 'deployment'
  | 'edit'
  | 'emulator'
  | 'environment'
  | 'failure'
  | 'file'
  | 'files'
  | 'followed'
  | 'free'
  | 'gone'
  | 'group'
  | 'groups'
  | 'held'
  | 'item'
  | 'list'
  | 'member'
  | 'notification'
  | 'oauth-integrations'
  | 'oidc-token-configs'
  | 'open'
  | 'other'
  | 'placement'
  | 'pod'
  | 'preview'
  | 'production'
  | 'report'
  | 'resource'
  | 'running'
  | 'runtime'
  | 'served'
  | 'shared'
  | 'signedIn'
  | 'slug'
  | 'staging'
  | 'sync'
  | 'tenant'
  | 'unfinished'
  | 'url'
  | 'user-attributes'
  | 'users'
  | 'variable'
  | 'variables'
  | 'version'
  | 'versions'
  | 'workbook';

const anyView = 'view =~ /^dataModel\\./';

/** Rows of all views that have each of the keywords, as in `row`. */
export function anyRow(keywords: Parameters<typeof row>[1], ...groups: string[]): MenuPlace {
  return { menu: 'view/item/context', when: [anyView, ...keywords.map(keywordTerm)], groups };
}

export function anyViewTitle(group: string, ...when: Term[]): MenuPlace {
  return { menu: 'view/title', when: [anyView, ...when], groups: [group] };
}

/** Rows of a view that have all of these keywords. A list in the list means one of its keywords. */
export function row(
  view: ViewId,
  keywords: readonly (RowKeyword | `!${RowKeyword}` | readonly RowKeyword[])[],
  ...groups: string[]
): MenuPlace {
  return { menu: 'view/item/context', view, when: keywords.map(keywordTerm), groups };
}

/** Like `row`, unless several rows are selected. */
export function singleRow(...place: Parameters<typeof row>): MenuPlace {
  const { when, ...rest } = row(...place);
  return { ...rest, when: [when, '!listMultiSelection'].flat() as Term[] };
}

function keywordTerm(keyword: string | readonly string[]): Term {
  if (typeof keyword !== 'string') return `viewItem =~ /;(${keyword.join('|')});/`;
  return keyword.startsWith('!') ? `!(viewItem =~ /;${keyword.slice(1)};/)` : `viewItem =~ /;${keyword};/`;
}

export function viewTitle(view: ViewId, group: string, ...when: Term[]): MenuPlace {
  return { menu: 'view/title', view, when, groups: [group] };
}

const sourceControl = 'scmProvider == dataModel';

export function scmTitle(...groups: string[]): MenuPlace {
  return { menu: 'scm/title', when: sourceControl, groups };
}

export function changesGroup(group: 'branch' | 'local' | 'remote', ...groups: string[]): MenuPlace {
  return { menu: 'scm/resourceGroup/context', when: [sourceControl, `scmResourceGroup == ${group}`], groups };
}

/** @param states of the file, one of which it has */
export function changedFile(
  states: readonly ('branchChange' | 'conflict' | 'local' | 'remote')[],
  ...groups: string[]
): MenuPlace {
  const state: Term = `scmResourceState =~ /^dataModel\\.(${states.join('|')})$/`;
  return { menu: 'scm/resourceState/context', when: [sourceControl, state], groups };
}

export function place(
  menu: 'editor/context' | 'editor/title' | 'explorer/context' | 'testing/message/content' | 'webview/context',
  when: When,
  ...groups: string[]
): MenuPlace {
  return { menu, when, groups };
}

/** A webview tab is active. */
export function activePanel(type: string): Term {
  return `activeWebviewPanelId == '${type}'`;
}

export function either(first: Term, second: readonly Term[]): Term {
  return `(${first as Comparison} || ${second.join(' && ')})`;
}

const modelExtension = 'resourceExtname =~ /^\\.(ya?ml|js|jinja)$/';
export const modelFile = [
  'resourceScheme == file',
  modelExtension,
  'resourcePath =~ /\\/(cubes|views|model)\\//',
] as const;
export const cubeOrViewFile = [
  'resourceScheme == file',
  modelExtension,
  'resourcePath =~ /\\/(cubes|views)\\//',
] as const;
export const queryFile = [
  'dataModel.bound',
  '(resourceScheme == file || resourceScheme == untitled || resourceScheme == datamodelscratch)',
  'resourceFilename =~ /\\.query\\.(ya?ml|json)$/',
] as const;
export const scratchQuery = [
  'dataModel.bound',
  'resourceScheme == datamodelscratch',
  'resourceFilename =~ /\\.query\\.(ya?ml|json)$/',
] as const;
export const requestFile = ['dataModel.connected', 'resourceFilename =~ /\\.request\\.json$/'] as const;
export const scratchRequest = ['resourceScheme == datamodelscratch', ...requestFile] as const;
export const metricViewsFile = [
  'resourceScheme == data-model',
  'resourceFilename =~ /\\.metric-views\\.yaml$/',
] as const;
