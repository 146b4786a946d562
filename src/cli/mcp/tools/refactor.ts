import { z } from 'zod';
import { UserError } from '../../../base/errors.ts';
import { record } from '../../../contract/definition/record.ts';
import { proposed } from '../refactor/proposed.ts';
import { type Edit, refactorings } from '../refactor/refactorings.ts';
import { readTool } from '../shared/tool.ts';

const name = z.string().min(1).max(300);
const definition = record(z.string(), z.unknown());

/** One entry for each kind; the input of a call has the fields of its kind. */
export const refactor = readTool(
  {
    name: 'refactor',
    title: 'Propose a Change',
    description: `Use it to rename, add, change or format anything; writes nothing: returns a proposal with its unified diff, the files, the problems that the model would have after it, and what would break (views, saved queries, tests). Kinds and their fields: rename {name, newName}: everywhere, in queries and tests too. extract {place, text, newName?}: a part of SQL to a member of its own. inline {name}. add_to_view {name, view}. add_member {cube, member, newName, definition}: member is measure, dimension or segment, definition has its keys (sql, type, title, …). change_member {name, definition}: sets keys of a member, or of a cube or view (title, joins, access_policy, …); null removes one. fix {fixId}: from model_check. convert {file}: YAML to JavaScript or back. format {file}. generate {tables}: cubes for tables of the database. References in SQL are written as {CUBE}.column and {other_member}. Only model_apply writes a proposal, in edit mode and with its digest; show the diff to the user first.`,
    input: {
      kind: z.enum([
        'rename',
        'extract',
        'inline',
        'add_to_view',
        'add_member',
        'change_member',
        'fix',
        'convert',
        'format',
        'generate',
      ]),
      name: name.optional().describe('a cube, a view, or a member such as orders.count'),
      newName: name.optional(),
      place: z
        .string()
        .max(500)
        .regex(/^.+:\d{1,7}$/)
        .optional()
        .describe('file:line'),
      text: z.string().min(1).max(5_000).optional(),
      tables: z.array(name).min(1).max(50).optional().describe('names such as shop.orders'),
      view: name.optional(),
      cube: name.optional(),
      member: z.enum(['measure', 'dimension', 'segment']).optional(),
      definition: z.optional(definition),
      fixId: z.string().max(40).optional(),
      file: z.string().max(500).optional(),
    },
  },
  async (capability, input, signal) => {
    const state = await capability.state(signal);
    const edit: Edit = await refactorings[input.kind](
      state,
      (field) => {
        const value = input[field];
        if (value === undefined) throw new UserError(`kind "${input.kind}" needs ${field}.`);
        return value as never;
      },
      { capability, signal, optional: input },
    );
    if (edit.files.length === 0) throw new UserError('There is nothing to change.');
    return proposed(capability, state, edit, signal);
  },
);
