/** The command `doctor`: examines the joins and keys of a model on the data. */

import { resolve } from 'node:path';
import { bundlePath } from '../base/bundlePath.ts';
import { UserError } from '../base/errors.ts';
import { stderrLog } from '../base/log.ts';
import { print, printableName } from '../base/terminal.ts';
import { Compiler } from '../compiler/compiler.ts';
import { defaultLimits } from '../local/doctor/examine.ts';
import { examineModels, mergedReport } from '../local/doctor/examineModels.ts';
import { type DoctorReport, isWrong, type JoinReport, type KeyReport } from '../local/doctor/report.ts';
import { adviceText, countsText, effectText, keysText, keyText } from '../local/doctor/reportText.ts';
import { tenantsOf } from '../model/checks/tenants.ts';
import { diagnose } from '../model/diagnose.ts';
import { ProjectModel } from '../model/project/projectModel.ts';
import { problemCatalog } from '../model/source/problemCatalog.ts';
import { modelFolderOf } from './folders/modelFolder.ts';
import { closeSources, openSources, sourceOptions, sourceUsage } from './openSources.ts';
import { readArguments, required, userFolder } from './platformCommand.ts';
import { exits } from './program/exitCodes.ts';
import { showProgress } from './program/progress.ts';
import type { Command } from './program/runCommand.ts';

const name = 'doctor';

/** Keys and joins between two lines of progress. */
const progressStep = 25;

const usage = `Usage: doctor DIR [--source PATH|URL] [--model-folder NAME] [--json] [--statements N] [--seconds N] [--trust-model]

Counts keys, repeated keys, rows without a key and rows without a partner for each join of the model in DIR, and measures
by how much a wrong relationship changes the totals. It runs statements that only count; no row leaves the database.

${sourceUsage}
  --model-folder NAME  the folder of the model inside DIR (default: model); the models of several tenants in it are examined
                       one after another
  --json               print one object {joins, keys, problems} instead of lines
  --statements N       run at most this number of statements (default: ${defaultLimits.statements}); what is not examined is unknown
  --seconds N          stop after this time (default: ${defaultLimits.seconds})
`;

async function run(args: string[]): Promise<number> {
  const { values, positionals } = readArguments(args, {
    ...sourceOptions,
    'model-folder': { type: 'string' },
    json: { type: 'boolean', default: false },
    statements: { type: 'string', default: String(defaultLimits.statements) },
    seconds: { type: 'string', default: String(defaultLimits.seconds) },
  });
  const [given, ...more] = positionals;
  if (more.length > 0) throw new UserError('More than one DIR. Put a value that contains blanks in quotation marks.');
  const limits = {
    statements: positive(values.statements, '--statements'),
    seconds: positive(values.seconds, '--seconds'),
  };
  const currentFolder = userFolder(name);
  const projectFolder = resolve(currentFolder, required(given, 'DIR'));
  const modelFolder = await modelFolderOf(projectFolder, values['model-folder']);
  const databases = await openSources(values, { currentFolder, projectFolder });
  const log = stderrLog('warn');
  const compiler = new Compiler({ bundlePath: bundlePath('compiler.cjs'), trustModels: values['trust-model'], log });
  const project = new ProjectModel({ projectFolder, modelFolder });
  try {
    await project.load();
    const onProgress = (done: number, all: number, what: string) => {
      if (done === 0 || done % progressStep > 0) return;
      showProgress(`${done} of ${all} keys and joins are examined; next: ${printableName(what)}`);
    };
    const found = mergedReport(await examineModels(project.saved, { compiler, databases, limits, onProgress }));
    const report = { ...found, problems: [...unreadProblems(project), ...tenantProblems(project), ...found.problems] };
    print(values.json ? `${JSON.stringify(asPrinted(report))}\n` : `${reportLines(report).join('\n')}\n`);
    return (isWrong(report) ? exits.doctor.wrong : exits.doctor.done).code;
  } catch (failure) {
    // Not a mistake of the command line.
    throw failure instanceof UserError ? new Error(failure.describe()) : failure;
  } finally {
    compiler.dispose();
    project.dispose();
    closeSources(databases);
  }
}

function positive(text: string, option: string): number {
  const number = Number(text);
  if (number > 0 && number <= 1_000_000) return number;
  throw new UserError(`${option} must be a number from 1 to 1000000.`);
}

function tenantProblems({ saved }: ProjectModel): DoctorReport['problems'] {
  const { problem } = tenantsOf(saved) ?? {};
  if (!problem) return [];
  return [{ kind: 'tenants', file: problem.file, line: problem.range.start.line + 1, message: problem.message }];
}

/** A file that cannot be read may define joins. */
function unreadProblems({ saved }: ProjectModel): DoctorReport['problems'] {
  const unread = diagnose(saved, undefined).filter(({ code }) => code === problemCatalog.unread.code);
  return unread.map(({ file, range, message }) => ({ kind: 'unread', file, line: range.start.line + 1, message }));
}

function asPrinted({ joins, keys, problems }: DoctorReport): object {
  const printed = <T extends JoinReport | KeyReport>({ result, ...rest }: T) => ({ ...rest, verdict: result });
  return { joins: joins.map(printed), keys: keys.map(printed), problems };
}

function reportLines({ joins, keys, problems }: DoctorReport): string[] {
  const lines = [...keys.flatMap(keyLines), ...joins.flatMap(joinLines)];
  for (const { file, line, message } of problems) lines.push(printableName(`${file}:${line} ${message}`));
  const count = (result: string) => [...joins, ...keys].filter((one) => one.result === result).length;
  const all = `${joins.length} joins and ${keys.length} keys`;
  lines.push(`${all}: ${count('ok')} ok, ${count('wrong')} wrong, ${count('unknown')} unknown.`);
  return lines;
}

function keyLines(key: KeyReport): string[] {
  if (key.result === 'ok') return [];
  return [printableName(`${key.file}:${key.line} primary key of ${key.cube}: ${keyText(key)}`)];
}

function joinLines(join: JoinReport): string[] {
  const { file, line, from, to, relationship, result, effects, reason } = join;
  const start = `${file}:${line} ${from} → ${to}: ${relationship}`;
  if (result === 'unknown') return [printableName(`${start} not known: ${reason}`)];
  if (result === 'ok') return [printableName(`${start} ✓ ${countsText(join)}`)];
  return [
    `${start} ✗ ${keysText(join.duplicates!)}; ${adviceText(join)} (${countsText(join)})`,
    ...effects.map((effect) => `    ${effectText(effect)}`),
    ...(reason ? [`    ${reason}`] : []),
  ].map((text) => printableName(text));
}

export const command: Command = { name, usage, run };
