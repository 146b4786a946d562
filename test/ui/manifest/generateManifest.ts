/** Writes the command table to package.json and package.nls.json: `npm run manifest`. `npm run check` compares them. */

import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CommandEntry, MenuPlace, Term, When } from '../../../src/ui/manifest/commandEntry.ts';
import { commandTable } from '../../../src/ui/manifest/commandTable.ts';
import { repository } from '../../vscode/locations.ts';

interface MenuItem {
  command: string;
  when: string;
  group?: string;
}

interface Manifest {
  contributes: { commands: object[]; keybindings: object[]; menus: Record<string, MenuItem[]> };
}

const table: [id: string, entry: CommandEntry][] = Object.entries(commandTable);

/** The key of a text in package.nls.json. */
function textKey(id: string, field: 'title' | 'shortTitle'): string {
  return `command.${id.replace('dataModel.', '')}.${field}`;
}

function commands(): object[] {
  return table.map(([command, { shortTitle, icon }]) => ({
    command,
    title: `%${textKey(command, 'title')}%`,
    ...(shortTitle && { shortTitle: `%${textKey(command, 'shortTitle')}%` }),
    category: '%category%',
    ...(icon && { icon: `$(${icon})` }),
  }));
}

function menus(): Record<string, MenuItem[]> {
  const items: Record<string, MenuItem[]> = { commandPalette: [] };
  for (const [command, { palette, menus = [], operation }] of table) {
    if (palette === false) items.commandPalette!.push({ command, when: 'false' });
    else if (palette) items.commandPalette!.push({ command, when: clause(palette) });
    for (const place of menus) {
      const when = clause(...conditions(place, operation));
      items[place.menu] ??= [];
      items[place.menu]!.push(...place.groups.map((group) => ({ command, when, group })));
    }
  }
  return Object.fromEntries(Object.entries(items).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Rows have a keyword for each operation that the user cannot use on what they show. */
function conditions({ menu, view, when }: MenuPlace, operation: CommandEntry['operation']): When[] {
  const isHidden = menu === 'view/item/context' && operation;
  return [view ? [`view == ${view}`] : [], when, isHidden ? [`!(viewItem =~ /;no-${operation};/)`] : []];
}

function clause(...terms: When[]): string {
  return (terms.flat() as Term[]).join(' && ');
}

function keybindings(): object[] {
  return table.flatMap(([command, { keybinding }]) =>
    keybinding ? [{ command, ...keybinding, when: clause(keybinding.when) }] : [],
  );
}

function generatedTexts(): Record<string, string> {
  const pairs = table.flatMap(([id, { title, shortTitle }]) => [
    [textKey(id, 'title'), title] as const,
    ...(shortTitle ? [[textKey(id, 'shortTitle'), shortTitle] as const] : []),
  ]);
  return Object.fromEntries(pairs);
}

/** The files with the content that they must have. */
export function generatedManifest(): Map<string, string> {
  const read = <T>(file: string): T => JSON.parse(readFileSync(path.join(repository, file), 'utf8')) as T;
  const manifest = read<Manifest>('package.json');
  Object.assign(manifest.contributes, { commands: commands(), menus: menus(), keybindings: keybindings() });
  const texts = Object.entries(read<Record<string, string>>('package.nls.json'));
  const others = texts.filter(([key]) => !/^command\..*\.(title|shortTitle)$/.test(key));
  return new Map(
    Object.entries({
      'package.json': manifest,
      'package.nls.json': { ...Object.fromEntries(others), ...generatedTexts() },
    }).map(([file, value]) => [file, `${JSON.stringify(value, undefined, 2)}\n`]),
  );
}

/** One line for each file that is not up to date. */
export function staleManifest(): string[] {
  return [...generatedManifest()]
    .filter(([file, text]) => readFileSync(path.join(repository, file), 'utf8') !== text)
    .map(([file]) => `${file} differs from the command table: npm run manifest`);
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  for (const [file, text] of generatedManifest()) writeFileSync(path.join(repository, file), text);
}
