/** The command `format`: formats the model files, query and test documents of folders and files. */

import { stat } from 'node:fs/promises';
import path from 'node:path';
import { UserError } from '../base/errors.ts';
import { printableName } from '../base/terminal.ts';
import { formatText } from '../language/format/formatText.ts';
import { documentKind } from '../model/documents/documentKind.ts';
import { findProject, isProject, type ProjectFolder, projectsBelow } from '../model/project/findProject.ts';
import { type ProjectFile, readProject, readProjectPath } from '../model/project/readProject.ts';
import { isSourceName, projectFiles } from '../model/source/modelSource.ts';
import { LineIndex } from '../model/source/range.ts';
import { projectAround } from './folders/projectAround.ts';
import { type WrittenFile, writeFiles } from './folders/writeFiles.ts';
import { readArguments, userFolder } from './platformCommand.ts';
import { exits } from './program/exitCodes.ts';
import type { Command } from './program/runCommand.ts';
import { formatOptions, formatUsage, readOutputs, writeReport } from './report/formats.ts';
import { findingsMarkdown } from './report/markdown.ts';
import type { Finding } from './report/report.ts';

const name = 'format';
const exitCodes = exits[name];

const usage = `Usage: format PATH... [--check] [--model-folder NAME] [--json | --format FORMAT]... [--output FILE]

Formats the YAML model files, query and test documents of projects, folders or single files: order of keys, indentation, quotes,
lists, and the SQL in values. References, templates, comments and values stay as they are.

  --check              write nothing, only say which files would change
  --model-folder NAME  the folder of the model inside a project (default: model)
${formatUsage}
  --json               print one object {check, files: [{path, status, reason}]}
`;

interface FormattedFile {
  /** Relative to the current folder. */
  path: string;
  status: 'changed' | 'unchanged' | 'left';
  /** Why it is left as it is. */
  reason?: string;
  /** It is left because it is broken or cannot be read, not because of what it is. */
  isFailed?: boolean;
  /** The first line that changes. */
  line?: number;
  written?: WrittenFile;
}

async function run(args: string[]): Promise<number> {
  const { values, positionals } = readArguments(args, {
    ...formatOptions,
    check: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    'model-folder': { type: 'string', default: 'model' },
  });
  if (positionals.length === 0) throw new UserError('The file or folder to format is missing.');
  const currentFolder = userFolder(name);
  const outputs = readOutputs(values, 'text', currentFolder);
  const files = new Map<string, FormattedFile>();
  for (const one of positionals) {
    for await (const [folder, file] of filesAt(path.resolve(currentFolder, one), values['model-folder'])) {
      const absolute = path.join(folder.projectFolder, file.path);
      if (!files.has(absolute)) files.set(absolute, formatted(folder, file, absolute, currentFolder));
    }
  }
  const all = [...files.values()];
  if (!values.check) await writeFiles(all.flatMap(({ written }) => written ?? []));
  const changed = all.filter(({ status }) => status === 'changed');
  const verb = values.check ? 'would change' : 'formatted';
  const left = all.filter(({ status }) => status === 'left');
  const counts = `${changed.length} of ${all.length} files ${values.check ? 'would change' : 'changed'}${left.length > 0 ? `, ${left.length} left as is` : ''}.`;
  const lines = [
    ...changed.map((one) => `${verb} ${one.path}`),
    ...left.map(({ path: file, reason }) => `left ${file}: ${reason}`),
  ];
  const findings = [...(values.check ? changed.map(changeFinding) : []), ...left.map(leftFinding)];
  const listed = all.map(({ path: file, status, reason }) => ({ path: file, status, ...(reason && { reason }) }));
  await writeReport(
    {
      command: name,
      findings,
      object: { check: values.check, files: listed },
      text: `${[...lines, counts].map(printableName).join('\n')}\n`,
      markdown: findingsMarkdown('Data model format', counts, findings),
    },
    outputs,
    currentFolder,
  );
  if (values.check && changed.length > 0) return exitCodes.unformatted.code;
  return (left.some(({ isFailed }) => isFailed) ? exitCodes.partly : exitCodes.done).code;
}

/** The files of projects at and below a path. @throws UserError if there are none */
async function* filesAt(target: string, modelFolder: string): AsyncGenerator<[ProjectFolder, ProjectFile]> {
  const found = await stat(target).catch(() => undefined);
  if (!found) throw new UserError(`There is no file or folder ${target}.`);
  let count = 0;
  for (const [folder, below] of await projectsAt(target, found.isDirectory(), modelFolder)) {
    for (const part of ['model', 'documents'] as const) {
      const files = below === undefined ? readProject(folder, part) : readProjectPath(folder, part, below);
      for await (const file of files) {
        if (projectFiles.includes(file.path) || (part === 'model' && file.what === 'file' && !isSourceName(file.path)))
          continue;
        count += 1;
        yield [folder, file];
      }
    }
  }
  if (count === 0) throw new UserError(`${target} has no model file, query or test document of a project.`);
}

/** The projects at and below a path, each with the path in it that was asked for; undefined: the whole project. */
async function projectsAt(
  target: string,
  isFolder: boolean,
  modelFolder: string,
): Promise<(readonly [ProjectFolder, string | undefined])[]> {
  const projects: (readonly [ProjectFolder, undefined])[] = [];
  if (isFolder) {
    for await (const projectFolder of projectsBelow(target, modelFolder))
      projects.push([{ projectFolder, modelFolder }, undefined]);
  }
  if (projects.length > 0) return projects;
  const inside = isFolder ? path.join(target, 'file') : target;
  const owner =
    (await findProject(inside, path.parse(target).root, modelFolder)) ?? (await projectAround(inside, modelFolder));
  if (owner) return [[owner, path.relative(owner.projectFolder, target).split(path.sep).join('/')]];
  // A folder that is the model itself.
  const folder = isFolder ? target : path.dirname(target);
  if (!(await isProject(folder, '.'))) return [];
  return [[{ projectFolder: folder, modelFolder: '.' }, isFolder ? undefined : path.basename(target)]];
}

function formatted(
  { modelFolder }: ProjectFolder,
  { path: file, text, unread }: ProjectFile,
  absolute: string,
  currentFolder: string,
): FormattedFile {
  const shown = path.relative(currentFolder, absolute).split(path.sep).join('/');
  if (unread) return { path: shown, status: 'left', reason: unread.message, isFailed: true };
  const { text: content, kept } = formatText(file, text, documentKind(file, modelFolder));
  if (kept) {
    const isFailed = kept.code === 'broken' || kept.code === 'changed';
    return { path: shown, status: 'left', reason: kept.describe(), isFailed };
  }
  if (content === text) return { path: shown, status: 'unchanged' };
  let at = 0;
  while (text[at] === content[at]) at += 1;
  const line = new LineIndex(text).positionAt(Math.min(at, text.length)).line + 1;
  return { path: shown, status: 'changed', line, written: { path: absolute, content, replaces: text } };
}

function leftFinding({ path: file, reason, isFailed }: FormattedFile): Finding {
  return {
    code: 'left-as-is',
    severity: isFailed ? 'warning' : 'information',
    message: reason!,
    place: placeAt(file, 1),
  };
}

function changeFinding({ path: file, line }: FormattedFile): Finding {
  return {
    code: 'not-formatted',
    severity: 'error',
    message: 'The file is not formatted.',
    place: placeAt(file, line!),
  };
}

function placeAt(file: string, line: number) {
  return { file, line, column: 1, endLine: line, endColumn: 1 };
}

export const command: Command = { name, usage, run };
