/** The compiler's wordings, one after the other, and how to find the node each one means. */

import { locationIn } from './location.ts';
import {
  anyView,
  badExpression,
  cannotResolve,
  definedTwice,
  duplicateDefinition,
  entryOfCube,
  foreign,
  includesShownAs,
  joinPaths,
  joinTo,
  type Locator,
  level,
  named,
  notArray,
  notDefined,
  ownMember,
  path,
  policyPath,
  repeatedFolder,
  repeatedMember,
  topKey,
  withoutName,
  wordLocations,
  wordsIn,
} from './locators.ts';

/** Ordered: the first wording that fits is the one. */
export const messagePatterns: readonly (readonly [RegExp, Locator])[] = [
  [/^Cube (\S+) doesn't exist/, joinTo],
  [
    /primary key for '(\w+)' is required/,
    ({ index }, match) => named(index, match[1]).map((one) => locationIn(one, one.nameSpan)),
  ],
  [/^(\w+(?:, \w+)*) defined more than once/, definedTwice],
  [
    /^Member '(.+?)' is included in '(.+?)' but not defined/,
    ({ index }, match) => named(index, match[2]).flatMap((view) => includesShownAs(index, view, match[1]!)),
  ],
  [
    /^Included member '(.+?)' conflicts with existing member of '(.+?)'/,
    ({ index }, match) => named(index, match[2]).flatMap((view) => includesShownAs(index, view, match[1]!).slice(1)),
  ],
  [
    /^Paths aren't allowed in cube (includes|excludes) but '(.+?)'/,
    (clues, match) => wordsIn(anyView(clues), clues.index, ['include'], /^cubes\./, match[2]!),
  ],
  [
    /^Paths aren't allowed in the 'folders' but '(.+?)' has been provided for (\S+)/,
    (clues, match) => wordsIn(named(clues.index, match[2]), clues.index, ['own'], /^folders/, match[1]!),
  ],
  [
    /^Member '(.+?)' included in folder '(.+?)' not found/,
    (clues, match) => wordsIn(anyView(clues), clues.index, ['own'], /^folders/, match[1]!),
  ],
  [
    /^Folder names must be unique .* duplicate folder '(.+?)' in view '(.+?)'/,
    (clues, match) => repeatedFolder(clues, match),
  ],
  [
    /join_?[pP]ath '(.+?)'.*[Ff]older '(.+?)'|^Cube '.+?' not found for join path '(.+?)' in folder '(.+?)'/i,
    (clues, match) => wordsIn(anyView(clues), clues.index, ['joinPath'], /^folders/, match[1] ?? match[3]!),
  ],
  [
    /^Paths aren't allowed in the accessPolicy policy but '(.+?)' provided as .* for (\S+)/,
    (clues, match) => policyPath(clues, match),
  ],
  [/^accessPolicy for (\S+) defines memberMasking/, entryOfCube('accessPolicy')],
  [/^Member '(\w+)\.(\w+)' references foreign cubes: (.*?)\. Please/, foreign],
  [/^View '\w+' defines own member '(\w+)\.(\w+)'/, ownMember],
  [/remove the '(.+?)' member from the '(.+?)' hierarchy/, level],
  [/^Found duplicate (?:cube|view|view group) name '(.+?)'/, duplicateDefinition],
  [/^Found conflicting cube and view name '(.+?)'/, duplicateDefinition],
  [/^View group "(.+?)" already exists/, duplicateDefinition],
  [/Found duplicate (\S+) '(.+?)' in (?:(.+?) '(.+?)' in )?cube '(.+?)'/, repeatedMember],
  [/^name isn't defined for ([\w.]+):/, withoutName],
  [/^([\w.]+) must be defined as array/, notArray],
  [/^Unexpected YAML key: (.+?)\. Only/, topKey],
  [/^Failed to parse Python expression\.[^:]*: (?:Unsupported Python [^:]*: (?:\w+: )?)?([\s\S]*)$/, badExpression],
  [
    /^(dimensions\.\w+\.granularities\.\w+): a granularity defined/,
    ({ index, definition }, match) => path(definition, index, match[1]!),
  ],
  [/^Views can't define multiple join paths.* View '(.+?)' has multiple paths to '(.+?)'/, joinPaths],
  [/declares \d+ joins to '(.+?)'/, joinTo],
  [/^Dimension '(\w+)\.(\w+)'/, ({ index }, match) => path(index.cube(match[1]!), index, `dimensions.${match[2]}.key`)],
  [
    /^Member '(.+?)' used as (\w+) in default value filter is not included in view '(.+?)'/,
    ({ index }, match) => wordsIn(named(index, match[3]), index, ['own'], /^defaultFilters/, match[1]!),
  ],
  [
    /^View group "(.+?)" includes "(.+?)" which/,
    ({ index }, match) =>
      wordsIn(
        index.definitions.filter((one) => one.kind === 'view_group'),
        index,
        ['view'],
        /./,
        match[2]!,
      ),
  ],
  [
    /^View "(.+?)" references view group "(.+?)"/,
    ({ index }, match) => wordsIn(named(index, match[1]), index, ['viewGroup'], /./, match[2]!),
  ],
  [/^([\w.]+) cannot be resolved\. There's no such member or cube/, cannotResolve],
  [/^(?:ReferenceError: )?([\w$]+) is not defined/, notDefined],
  [
    /^Link '(.+?)' on dimension '(.+?)'/,
    ({ index, definition }, match) => path(definition, index, `dimensions.${match[2]}.links`),
  ],
  [/Support for (USER_CONTEXT) was removed/, ({ index, file }, match) => wordLocations(index, match[1]!, file?.path)],
  [
    /^(?:Package '(.+?)' not found|'(.+?)' (?:restricted|is incorrect)|Path '(.+?)' not found)/,
    ({ index, file }, match) => wordLocations(index, match[1] ?? match[2] ?? match[3]!, file?.path),
  ],
  [
    /^(?:TypeError: )?([\w$.]+) is not a (?:function|constructor)/,
    ({ index, file }, match) => wordLocations(index, match[1]!, file?.path),
  ],
  [
    /^Required import for (\S+) is not found/,
    ({ index, file }, match) => wordLocations(index, match[1]!.replace(/\.js$/, ''), file?.path),
  ],
  [/^Duplicate property parsing (\w+)/, ({ index, file }, match) => wordLocations(index, match[1]!, file?.path)],
];
