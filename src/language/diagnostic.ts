/** A problem as the diagnostic that an editor shows. */

import type { Problem } from '../model/source/problem.ts';
import type { ProblemCode } from '../model/source/problemCatalog.ts';
import type { Severity } from '../model/source/problemKind.ts';
import type { Diagnostic, UriOf } from './protocol/protocol.ts';

const severities = { error: 1, warning: 2, information: 3 } as const satisfies Record<Severity, number>;

/** The codes as texts, so that the catalog is not loaded with the extension. 1 is text that nothing needs, which editors fade; 2 is deprecated, which they strike through. */
const tags: Partial<Record<ProblemCode, 1 | 2>> = {
  'unused-member': 1,
  'deprecated-member': 2,
  'deprecated-key': 2,
};

/** The URI of the page that explains a code; undefined if the pages are not installed. */
export type PageOf = (code: ProblemCode) => string | undefined;

export function diagnosticOf(
  { range, message, severity, code, source, related }: Problem,
  uriOf: UriOf,
  pageOf: PageOf,
): Diagnostic {
  const href = pageOf(code);
  return {
    range,
    message,
    severity: severities[severity],
    code,
    ...(href === undefined ? {} : { codeDescription: { href } }),
    source: source === 'compiler' ? 'platform' : source,
    ...(tags[code] ? { tags: [tags[code]] } : {}),
    ...(related
      ? {
          relatedInformation: related.map((one) => ({
            location: { uri: uriOf(one.file), range: one.range },
            message: one.message,
          })),
        }
      : {}),
  };
}
