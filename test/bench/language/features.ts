/** The features under measurement, each asked at places with few uses and at places with many. */

import { usageLenses } from '../../../src/language/annotations/codeLenses.ts';
import { semanticTokens } from '../../../src/language/annotations/semanticTokens.ts';
import { codeActions } from '../../../src/language/codeActions/codeActions.ts';
import { completion } from '../../../src/language/completion/completion.ts';
import { hover } from '../../../src/language/hover/hover.ts';
import { definition } from '../../../src/language/navigation/definition.ts';
import { documentSymbols } from '../../../src/language/navigation/documentSymbols.ts';
import { documentHighlights, references } from '../../../src/language/navigation/references.ts';
import { workspaceSymbols } from '../../../src/language/navigation/workspaceSymbols.ts';
import type { Position } from '../../../src/language/protocol/protocol.ts';
import { queryCompletion } from '../../../src/language/queries/completion.ts';
import { LanguageDocument } from '../../../src/language/queries/document.ts';
import { queryProblems } from '../../../src/language/queries/problems.ts';
import { rename } from '../../../src/language/rename/rename.ts';
import { localProblems } from '../../../src/model/diagnose.ts';
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

/** Places of typed keys: the line before each and the indentation. */
const typedKeys: readonly (readonly [file: string, before: string, indentation: string])[] = [
  [cube, '        title: The status\n', '        '],
  [cube, '    measures:\n', '      - '],
  [cube, '    description: One row for each of the visits_5\n', '    '],
  ['model/cubes/3/orders_15.js', '      title: `The status`,\n', '      '],
];

const savedQueries = 100;

function savedQuery(at: number): LanguageDocument {
  const text = `measures:\n  - orders_${at % 100}.total_amount\ndimensions:\n  - visits_${at % 100}.status\nlimit: ${at}\n`;
  return new LanguageDocument('query', { path: `queries/${at}.query.yml`, text });
}

/** Completion of keys in models that have the typed line already, and of members in a query document. */
function typing(index: ModelIndex): Feature[] {
  const keys = typedKeys.map(([file, before, indentation]): Feature => {
    const text = index.file(file)!.text;
    const at = text.indexOf(before) + before.length;
    const typed = index.withText(file, `${text.slice(0, at)}${indentation}\n${text.slice(at)}`);
    const position = typed.file(file)!.lines.positionAt(at + indentation.length);
    return { what: 'completion of a key', file, run: () => completion(typed, file, position) };
  });
  const query = { path: 'queries/one.query.yml', text: 'measures:\n  - \n' };
  const position = { line: 1, character: 4 };
  const documents = Array.from({ length: savedQueries }, (_, at) => savedQuery(at));
  return [
    ...keys,
    {
      what: 'completion of a member in a query',
      file: cube,
      run: () => queryCompletion(index, new LanguageDocument('query', query), position),
    },
    {
      what: `problems of ${savedQueries} queries`,
      file: cube,
      run: () => documents.map((one) => queryProblems(index, one)),
    },
  ];
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
    ...typing(index),
    ...asked('rename of the most used member', (file, position) =>
      rename(index, file, position, 'renamed', uriOf),
    ).slice(-1),
    ...asked('code actions', (file, start) =>
      codeActions(index, file, { start, end: start }, { diagnostics: [] }, uriOf),
    ),
    { what: 'semantic tokens of 1,000 lines', file: long, run: () => semanticTokens(withLong, long) },
    { what: 'code lenses of 1,000 lines', file: long, run: () => usageLenses(withLong, long) },
    { what: 'problems of the model, unchanged', file: cube, run: () => localProblems(index) },
    { what: 'document symbols', file: cube, run: () => documentSymbols(index, cube) },
    ...['', mostUsed.member, 'ord.tot'].map((query) => ({
      what: 'workspace symbols',
      file: cube,
      run: () => workspaceSymbols(index, query, uriOf),
    })),
  ];
}
