import { z } from 'zod';
import { UserError } from '../../../base/errors.ts';
import type { DoctorReport, JoinReport, KeyReport } from '../../../local/doctor/report.ts';
import type { ValueObject } from '../shared/answer.ts';
import type { ReadCapability } from '../shared/capability.ts';
import { addedProblems, bySeverity, compileWords, countsOf, notCompiled, problemObjects } from '../shared/checked.ts';
import { LongText } from '../shared/longText.ts';
import type { ProjectState, Texts } from '../shared/projectState.ts';
import { readTool } from '../shared/tool.ts';
import { isWritable } from '../shared/writable.ts';
import { cursorInput, startOf } from './cursor.ts';

export const check = readTool(
  {
    name: 'check',
    title: 'Check the Model',
    description: `Nothing is saved. Compiles the project as it is on disk, or as it would compile with edits of cubes and views (whole texts of files), and returns its problems, errors and warnings: file, range, code, severity, message, and ids of fixes that model_refactor {kind: "fix"} proposes. With edits, scope "changed" (the default) returns only what the edits add; "all" returns everything. ok is true if no problem is an error; null: a large model is still being compiled, ask again. data examines joins and primary keys on the project’s database (counts only): which join repeats rows and doubles totals, and the relationship that the data shows. Check every edit here before you propose or write it. A model without errors can still give wrong numbers: see model_query, model_test and model_review.`,
    input: {
      edits: z
        .array(
          z.object({ file: z.string().max(500), text: z.string().max(500_000).nullable().describe('null: deleted') }),
        )
        .max(20)
        .optional(),
      scope: z.enum(['changed', 'all']).optional(),
      data: z.boolean().optional().describe('also joins and keys on the data; default: false'),
      ...cursorInput,
    },
  },
  async (capability, { edits, scope = edits ? 'changed' : 'all', data = false, cursor }, signal) => {
    const state = await capability.state(signal);
    if (scope === 'changed' && !edits) throw new UserError('scope "changed" needs edits.');
    const texts: Texts = new Map((edits ?? []).map(({ file, text }) => [file, text ?? undefined]));
    for (const file of texts.keys()) {
      if (!isWritable(file, state.folder))
        throw new UserError('Only files of the model, query and test documents inside the project can be checked.', {
          where: file,
        });
    }
    const edited = edits ? state.with(texts) : state;
    const [{ problems, compiles, notChecked }, before, onData] = await Promise.all([
      capability.check(edited, signal),
      scope === 'all' ? undefined : capability.check(state, signal),
      data ? examined(capability, edited, signal) : undefined,
    ]);
    const found = before ? addedProblems(before.problems, problems) : problems;
    const counts = countsOf(found);
    const start = startOf(cursor);
    return {
      sentence: `The model ${compileWords(compiles)}. ${edits && scope === 'changed' ? 'New with the edits: ' : ''}${counts.errors} errors, ${counts.warnings} warnings.`,
      data: {
        ok: countsOf(problems).errors > 0 ? false : compiles === undefined ? null : true,
        compiles: compiles ?? null,
        ...notCompiled(before ? before.compiles : compiles, compiles),
        ...counts,
        tablesNotChecked: notChecked === undefined ? undefined : new LongText(notChecked, 1_000),
        data: onData,
        problems: problemObjects(edited, bySeverity(found).slice(start)),
      },
      page: { list: 'problems', start },
    };
  },
);

/** Joins and keys that are right are only counted, and those that are not known are counted by the reason. */
async function examined(capability: ReadCapability, state: ProjectState, signal: AbortSignal): Promise<ValueObject> {
  if (capability.rows === 'none') return { hidden: 'The user lets assistants see no numbers of the data.' };
  try {
    const report = await capability.examine(state, signal);
    return report
      ? reportObject(report)
      : { noSource: 'The project has no data source on this computer, so nothing was examined.' };
  } catch (failure) {
    if (!(failure instanceof UserError)) throw failure;
    return { notExamined: new LongText(failure.describe(), 1_000) };
  }
}

function reportObject({ joins, keys, problems }: DoctorReport): ValueObject {
  const all = [...joins, ...keys];
  const reasons = new Map<string, number>();
  for (const { result, reason = '' } of all)
    if (result === 'unknown') reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  const wrong = <T extends JoinReport | KeyReport>(reports: readonly T[]) =>
    reports
      .filter(({ result }) => result === 'wrong')
      .map(({ file, line, result: _, ...one }) => ({ ...one, place: `${file}:${line}` }));
  return {
    examined: all.length,
    ok: all.filter(({ result }) => result === 'ok').length,
    wrongJoins: wrong(joins).map(({ effects, ...join }) => ({
      ...join,
      effects: effects.slice(0, 5).map((one) => ({ ...one })),
    })),
    wrongKeys: wrong(keys),
    problems: problems.map(({ kind, file, line, message }) => ({
      kind,
      message: new LongText(message, 500),
      place: `${file}:${line}`,
    })),
    unknown: [...reasons].map(([reason, count]) => ({ count, reason: new LongText(reason, 500) })),
  };
}
