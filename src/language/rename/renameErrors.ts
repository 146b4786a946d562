/** Why something cannot be renamed, and why a new name is refused. In English. */

import { errorCatalog } from '../../base/errors.ts';

export const renameErrors = errorCatalog({
  nothing: {
    message:
      'Only names of cubes, views, view groups, members and granularities, and macros and variables of templates can be renamed.',
  },
  /** `{0}`: `CUBE` or `TABLE`. */
  'current-cube': {
    message: '`{0}` means the cube that contains it, so it is not a name.',
    action: 'Rename the cube where it is defined.',
  },
  'built-in': { message: '`{0}` is built in and cannot be renamed.' },
  keyword: { message: '`{0}` is a key of the model language and cannot be renamed.' },
  column: {
    message: 'This is SQL without a reference. Columns and tables get their names in the database.',
  },
  generated: {
    message: '`{0}` is written by a template or a program, so there is no name to change.',
    action: 'Change the code that writes it.',
  },
  /** `{0}`: a member. */
  'in-generated-cube': {
    message: 'A template or a program writes the name of the cube of `{0}`, so its uses cannot be found.',
    action: 'Change the name and its uses by hand.',
  },
  /** `{0}`: a function; `{1}`: a Python file. */
  python: {
    message: '`{0}` is a Python function in {1}.',
    action: 'Rename it there and in the templates that use it.',
  },
  unknown: { message: 'Nothing in the model has the name `{0}`.' },
  invalid: {
    message:
      '`{0}` cannot be a name: only letters, digits and `_` are allowed, and the first character must not be a digit.',
  },
  reserved: { message: '`{0}` is reserved and cannot be a name.' },
  'taken-cube': { message: 'There is already a cube, view or view group with the name `{0}`.' },
  /** `{1}`: a cube or view. */
  'taken-member': { message: '`{1}` already has a member with the name `{0}`.' },
  'taken-join': { message: '`{1}` joins a cube with the name `{0}`.' },
  /** `{1}`: a view. */
  'taken-view': { message: 'The view `{1}` would have two members with the name `{0}`.' },
  /** `{1}`: a dimension. */
  'taken-granularity': { message: '`{1}` already has a granularity or time shift with the name `{0}`.' },
  /** `{1}`: a file. */
  'taken-template': { message: '`{0}` is already a name of the template {1}.' },
  /** `{1}`: a file. */
  computed: {
    message: 'A program in {1} builds names such as `{0}` when it runs, so not all uses can be found.',
    action: 'Change the name and its uses by hand.',
  },
  /** `{1}`: a cube or view. */
  shared: {
    message: 'The text `{0}` is shared with `{1}`, where it names something else.',
    action: 'Give each of them its own text first.',
  },
  /** `{0}`: a granularity or time shift; `{1}`: a cube. */
  'several-parts': {
    message: '`{1}` names `{0}`, which several dimensions define, and would mean only the others.',
    action: 'Change all of them by hand.',
  },
  /** `{1}`: a pre-aggregation; `{2}`: another member. */
  lambda: {
    message: '`{0}` must have the same name as `{2}`, because the pre-aggregation `{1}` takes rows from both.',
    action: 'Rename both by hand.',
  },
  /** `{1}`: a cube or view. */
  captured: { message: '`{0}` is the name of a cube and of a member: a reference in `{1}` would change its meaning.' },
});

/** The label and the description of a group of edits in a preview. */
export const renameLabels = errorCatalog({
  model: { message: 'Definition and References', action: 'Cubes, and views in the same file.' },
  view: { message: 'Views in Other Files', action: 'The model does not compile without them.' },
  template: {
    message: 'Names in Templates and Programs',
    action: 'A template or a program uses these texts, so their meaning is not certain.',
  },
  query: { message: 'Saved Queries and Tests', action: 'Texts that contain the name of the member.' },
});
