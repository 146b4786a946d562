import { z } from 'zod';
import { UserError } from '../../../base/errors.ts';
import { bySeverity, compileWords, countsOf, notCompiled, problemObjects } from '../shared/checked.ts';
import { writeTool } from '../shared/tool.ts';

const id = z.string().max(40);

export const apply = writeTool(
  {
    name: 'apply',
    title: 'Apply a Proposal',
    description: `Writes (saves) the files of a proposal of model_refactor into the project: all of them, or none. Needs the proposal’s digest, so that exactly the diff that was shown is written; refused if a file changed since. Do not apply what breaks something or adds errors unless the user agreed to exactly that. Writes only files of the model, query documents and test documents, never commits and never pushes: that stays with the user. model_undo takes it back. Returns the files and the problems of the model after it.`,
    input: { proposal: id, digest: id },
  },
  async (capability, { proposal: asked, digest }, signal) => {
    const proposal = capability.proposals.get(asked);
    if (proposal.digest !== digest) throw new UserError('The digest is not that of the proposal. Nothing is written.');
    await capability.writer.apply(proposal);
    const state = await capability.state(signal);
    const { problems, compiles } = await capability.check(state, signal);
    const counts = countsOf(problems);
    return {
      sentence: `${proposal.files.length} files written. The model ${compileWords(compiles)}: ${counts.errors} errors.`,
      data: {
        applied: proposal.id,
        files: proposal.files.map(({ path }) => path),
        compiles: compiles ?? null,
        ...notCompiled(compiles, compiles),
        ...counts,
        problems: problemObjects(state, bySeverity(problems).slice(0, 20)),
      },
    };
  },
);

export const undo = writeTool(
  {
    name: 'undo',
    title: 'Undo a Proposal',
    description: `Takes back (reverts) a proposal that model_apply wrote or applied: every file gets the bytes that it had before. Refused if a file was edited since, by whomever. Proposals are known until the server ends; later, the user’s version control has the former files.`,
    input: { proposal: id },
  },
  async (capability, { proposal: asked }) => {
    const proposal = capability.proposals.get(asked);
    await capability.writer.undo(proposal);
    return {
      sentence: `${proposal.files.length} files are as they were before.`,
      data: { undone: proposal.id, files: proposal.files.map(({ path }) => path) },
    };
  },
);
