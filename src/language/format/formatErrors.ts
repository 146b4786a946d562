/** Why a text stays as it is. In English. */

import { errorCatalog } from '../../base/errors.ts';

export const formatErrors = errorCatalog({
  large: { message: 'It is too large to format.' },
  program: { message: 'JavaScript is left to formatters of JavaScript.' },
  template: { message: 'A template is left as it is: only its result is YAML.' },
  lines: { message: 'An expression of its template may write several lines, so it is left as it is.' },
  /** `{0}`: a line. */
  form: { message: 'Line {0} has a form of YAML that is not formatted, so the file is left as it is.' },
  breaks: { message: 'It mixes line breaks of several kinds, so it is left as it is.' },
  broken: { message: 'It has syntax errors, so it is left as it is.', action: 'Correct them first.' },
  changed: {
    message: 'Formatting would change its content, so it is left as it is. This is a defect; please report it.',
  },
});

export type FormatReason = keyof (typeof formatErrors)['texts'];
