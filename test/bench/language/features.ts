/** The features under measurement, each asked at places with few uses and at places with many. */

import { usageLenses } from '../../../src/language/annotations/codeLenses.ts';
import { semanticTokens } from '../../../src/language/annotations/semanticTokens.ts';
import { codeActions } from '../../../src/language/codeActions/codeActions.ts';
import { completion } from '../../../src/language/completion/completion.ts';
import { definition } from '../../../src/language/definition.ts';
import { documentHighlights } from '../../../src/language/documentHighlights.ts';
import { documentSymbols } from '../../../src/language/documentSymbols.ts';
import { hover } from '../../../src/language/hover.ts';
import type { Position } from '../../../src/language/protocol.ts';
import { references } from '../../../src/language/references.ts';
import { rename } from '../../../src/language/rename/rename.ts';
import { workspaceSymbols } from '../../../src/language/workspaceSymbols.ts';
import type { ModelIndex } from '../../../src/model/index/modelIndex.ts';
import { longFile, mostUsed } from './largeModel.ts';

interface Feature {
  what: string;
  /** The file that is parsed for comparison. */
  file: string;
  run(): unknown;
}

const cube = 'model/cubes/1/visits_5.yml';

/** File, text and the offset in it: a name that is rarely used, one in a view, one in a template, one that most files use. */
const places: readonly (readonly [file: string, text: string, into: number])[] = [
  [cube, '{total_amount}', 1],
  ['model/views/3/view_3.yml', '- channel', 2],
  ['model/cubes/2/customers_12.yml', 'macros.totals', 7],
  ['model/cubes/3/orders_15.js', '{orders_0.status}', 10],
];

function positionIn(index: ModelIndex, file: string, text: string, into: number): Position {
  const found = index.file(file);
  const at = found?.text.indexOf(text) ?? -1;
  if (!found || at < 0) throw new Error(`There is no ${text} in ${file}`);
  return found.lines.positionAt(at + into);
}

export function features(index: ModelIndex): Feature[] {
  const uriOf = (file: string) => `file:///${file}`;
  const asked = (what: string, ask: (file: string, position: Position) => unknown): Feature[] =>
    places.map(([file, text, into]) => {
      const position = positionIn(index, file, text, into);
      return { what, file, run: () => ask(file, position) };
    });
  const long = 'model/cubes/1/long.yml';
  const withLong = index.withText(long, longFile());
  return [
    ...asked('hover', (file, position) => hover(index, file, position, uriOf)),
    ...asked('definition', (file, position) => definition(index, file, position, uriOf)),
    ...asked('highlights', (file, position) => documentHighlights(index, file, position)),
    ...asked('references', (file, position) => references(index, file, position, { includeDeclaration: true }, uriOf)),
    ...asked('completion', (file, position) => completion(index, file, position)),
    ...asked('rename of the most used member', (file, position) =>
      rename(index, file, position, 'renamed', uriOf),
    ).slice(-1),
    ...asked('code actions', (file, start) =>
      codeActions(index, file, { start, end: start }, { diagnostics: [] }, uriOf),
    ),
    { what: 'semantic tokens of 1,000 lines', file: long, run: () => semanticTokens(withLong, long) },
    { what: 'code lenses of 1,000 lines', file: long, run: () => usageLenses(withLong, long) },
    { what: 'document symbols', file: cube, run: () => documentSymbols(index, cube) },
    ...['', mostUsed.member, 'ord.tot'].map((query) => ({
      what: 'workspace symbols',
      file: cube,
      run: () => workspaceSymbols(index, query, uriOf),
    })),
  ];
}
