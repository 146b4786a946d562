/** Parses sources. Apart from their names, which activation needs without a parser. */

import { unreadableProblem } from './limits.ts';
import { parseJavaScript } from './parseJavaScript.ts';
import { parseYaml } from './parseYaml.ts';
import type { ParsedSource } from './tree.ts';
import { languageOf, unreadSource } from './unreadSource.ts';

/** Parses one source; the file name selects the language. Never throws. */
export function parseSource(path: string, text: string): ParsedSource {
  try {
    return languageOf(path) === 'javascript' ? parseJavaScript(text) : parseYaml(path, text);
  } catch (failure) {
    return unreadSource(languageOf(path), unreadableProblem(failure));
  }
}
