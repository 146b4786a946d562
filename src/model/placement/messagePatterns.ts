/** The messages of the compiler as patterns, each with a locator for the nodes that the message means. */

import { valueAt } from '../source/tree.ts';
import {
  candidateViews,
  definedTwice,
  definitionsNamed,
  duplicateDefinition,
  duplicateFolder,
  duplicateMember,
  includesNamed,
  joinPaths,
  joinTo,
  keyOfDefinition,
  memberName,
  missingName,
  nodeAt,
  notArray,
  topLevelKey,
} from './definitionLocators.ts';
import { type Locator, locationIn } from './location.ts';
import {
  accessPolicyPath,
  cannotResolve,
  foreignCubes,
  hierarchyLevel,
  invalidExpression,
  notDefined,
  referencesTo,
  stringPrefix,
  wordInText,
} from './referenceLocators.ts';
import { locateCall } from './runtimeErrors.ts';

/** The first pattern that matches and whose locator finds something is used. */
export const messagePatterns: readonly (readonly [RegExp, Locator])[] = [
  [/^Cube (\S+) doesn't exist/, joinTo],
  [
    /primary key for '(\w+)' is required/,
    ({ index }, match) =>
      definitionsNamed(index, match[1]).map((one) => ({ ...locationIn(one, one.nameSpan), holder: one })),
  ],
  [/^(\w+(?:, \w+)*) defined more than once/, definedTwice],
  [
    /^Member '(.+?)' is included in '(.+?)' but not defined/,
    ({ index }, match) => definitionsNamed(index, match[2]).flatMap((view) => includesNamed(index, view, match[1]!)),
  ],
  [
    /^Included member '(.+?)' conflicts with existing member of '(.+?)'/,
    ({ index }, match) =>
      definitionsNamed(index, match[2]).flatMap((view) => includesNamed(index, view, match[1]!).slice(1)),
  ],
  [
    /^Paths aren't allowed in cube (includes|excludes) but '(.+?)'/,
    (context, match) => referencesTo(context.index, candidateViews(context), 'include', /^cubes\./, match[2]!),
  ],
  [
    /^Paths aren't allowed in the 'folders' but '(.+?)' has been provided for (\S+)/,
    (context, match) =>
      referencesTo(context.index, definitionsNamed(context.index, match[2]), 'own', /^folders/, match[1]!),
  ],
  [
    /^Member '(.+?)' included in folder '(.+?)' not found/,
    (context, match) => referencesTo(context.index, candidateViews(context), 'own', /^folders/, match[1]!),
  ],
  [/^Folder names must be unique .* duplicate folder '(.+?)' in view '(.+?)'/, duplicateFolder],
  [
    /join_?[pP]ath '(.+?)'.*[Ff]older '(.+?)'|^Cube '.+?' not found for join path '(.+?)' in folder '(.+?)'/i,
    (context, match) =>
      referencesTo(context.index, candidateViews(context), 'joinPath', /^folders/, match[1] ?? match[3]!),
  ],
  [/^Paths aren't allowed in the accessPolicy policy but '(.+?)' provided as .* for (\S+)/, accessPolicyPath],
  [/^accessPolicy for (\S+) defines memberMasking/, keyOfDefinition('accessPolicy')],
  [/^Member '(\w+)\.(\w+)' references foreign cubes: (.*?)\. Please/, foreignCubes],
  [/^View '\w+' defines own member '(\w+)\.(\w+)'/, memberName],
  [/remove the '(.+?)' member from the '(.+?)' hierarchy/, hierarchyLevel],
  [/^Found duplicate (?:cube|view|view group) name '(.+?)'/, duplicateDefinition],
  [/^Found conflicting cube and view name '(.+?)'/, duplicateDefinition],
  [/^View group "(.+?)" already exists/, duplicateDefinition],
  [/Found duplicate (\S+) '(.+?)' in (?:(.+?) '(.+?)' in )?cube '(.+?)'/, duplicateMember],
  [/^name isn't defined for ([\w.]+):/, missingName],
  [/^([\w.]+) must be defined as array/, notArray],
  [/^Unexpected YAML key: (.+?)\. Only/, topLevelKey],
  [/^Failed to parse Python expression\..*\(reading 'type'\)$/, stringPrefix],
  [/^Failed to parse Python expression\.[^:]*: (?:Unsupported Python [^:]*: (?:\w+: )?)?([\s\S]*)$/, invalidExpression],
  [
    /^(dimensions\.\w+\.granularities\.\w+): a granularity defined/,
    ({ index, definition }, match) => nodeAt(definition, index, match[1]!),
  ],
  [/^Views can't define multiple join paths.* View '(.+?)' has multiple paths to '(.+?)'/, joinPaths],
  [/declares \d+ joins to '(.+?)'/, joinTo],
  [
    /^Dimension '(\w+)\.(\w+)'/,
    ({ index }, match) => nodeAt(index.cube(match[1]!), index, `dimensions.${match[2]}.key`),
  ],
  [
    /^Member '(.+?)' used as (\w+) in default value filter is not included in view '(.+?)'/,
    ({ index }, match) => referencesTo(index, definitionsNamed(index, match[3]), 'own', /^defaultFilters/, match[1]!),
  ],
  [
    /^View group "(.+?)" includes "(.+?)" which/,
    ({ index }, match) =>
      referencesTo(
        index,
        index.definitions.filter((one) => one.kind === 'view_group'),
        'view',
        /./,
        match[2]!,
      ),
  ],
  [
    /^View "(.+?)" references view group "(.+?)"/,
    ({ index }, match) => referencesTo(index, definitionsNamed(index, match[1]), 'viewGroup', /./, match[2]!),
  ],
  [/^([\w.]+) cannot be resolved\. There's no such member or cube/, cannotResolve],
  [/^(?:ReferenceError: )?([\w$]+) is not defined/, notDefined],
  [
    /^Link '(.+?)' on dimension '(.+?)'/,
    ({ index, definition }, match) => nodeAt(definition, index, `dimensions.${match[2]}.links`),
  ],
  [/Support for (USER_CONTEXT) was removed/, ({ index, file }, match) => wordInText(index, match[1]!, file?.path)],
  [
    /^(?:Package '(.+?)' not found|'(.+?)' (?:restricted|is incorrect)|Path '(.+?)' not found)/,
    ({ index, file }, match) => wordInText(index, match[1] ?? match[2] ?? match[3]!, file?.path),
  ],
  [
    /^(?:TypeError: )?([\w$.]+) is not a (?:function|constructor)/,
    ({ index, file }, match) => {
      const call = locateCall(index, match[1]!, file?.path);
      return call ? [call] : wordInText(index, match[1]!, file?.path);
    },
  ],
  [
    /^Required import for (\S+) is not found/,
    ({ index, file }, match) => wordInText(index, match[1]!.replace(/\.js$/, ''), file?.path),
  ],
  [
    /\(reading '__cubeName'\)/,
    ({ index }) =>
      index.definitions.flatMap((one) => {
        const parent = valueAt(one.node, 'extends');
        return parent && !index.parentOf(one) ? [locationIn(one, parent)] : [];
      }),
  ],
  [
    /unknown env variable (\S+) \(in ([^()]+)\)/,
    ({ index }, match) => wordInText(index, match[1]!, index.fileBySuffix(match[2]!)?.path),
  ],
  [
    /the result of (\w+) is a Python object .*\(in ([^()]+)\)$/,
    ({ index }, match) => wordInText(index, match[1]!, index.fileBySuffix(match[2]!)?.path),
  ],
  [/^Duplicate property parsing (\w+)/, ({ index, file }, match) => wordInText(index, match[1]!, file?.path)],
];
