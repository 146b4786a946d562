/** A problem as the diagnostic that an editor shows. */

import type { Problem } from '../model/source/problem.ts';
import type { ProblemCode, Severity } from '../model/source/problemCatalog.ts';
import type { Diagnostic, UriOf } from './protocol/protocol.ts';

const severities = { error: 1, warning: 2, information: 3 } as const satisfies Record<Severity, number>;

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
    source: source === 'data-model' ? source : 'platform',
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
