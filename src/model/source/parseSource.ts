/** Parses sources. Apart from their names, which activation needs without a parser. */

import { parseJavaScript } from './parseJavaScript.ts';
import { parseYaml } from './parseYaml.ts';
import type { ParsedSource } from './tree.ts';

/** Parses one source; the file name selects the language. Never throws. */
export function parseSource(path: string, text: string): ParsedSource {
  return path.endsWith('.js') ? parseJavaScript(text) : parseYaml(path, text);
}
