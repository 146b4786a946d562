/** Refuses a new name that the compiler or another part of the model does not allow. */

import { isName } from '../../model/checks/shapeProblems.ts';
import type { Member } from '../../model/index/definitions.ts';
import { isExpressionKeyword } from '../../model/index/expressions.ts';
import { isSplitView } from '../../model/index/generatedNames.ts';
import { isBuiltInMember } from '../../model/index/members.ts';
import type { ModelIndex } from '../../model/index/modelIndex.ts';
import { isContextName, isGlobal, isStandardGranularity, resolve } from '../../model/index/resolve.ts';
import { type TemplateName, templateNamesIn } from '../../model/index/templateNames.ts';
import { textOf, valueAt } from '../../model/source/tree.ts';
import { type Change, granularityTarget, holdersOf, type ViewNames } from './change.ts';
import { renameErrors } from './renameErrors.ts';

/** References become JavaScript, so its keywords are not names. */
const javaScriptKeywords = new Set(
  (
    'break case catch class const continue debugger default delete do else enum export extends false finally for function if ' +
    'implements import in instanceof interface let new null package private protected public return static super switch this ' +
    'throw true try typeof var void while with yield arguments eval'
  ).split(' '),
);
const templateKeywords = new Set(
  (
    'and block call caller do elif else endfor endif endmacro endset extends false filter for from if import in include is ' +
    'loop macro none not null or raw recursive self set super true with without'
  ).split(' '),
);
/** Names that YAML reads as a value, in any case. */
const yamlValues = /^(?:true|false|null)$/i;
/** Names that follow a cube in a reference and are not members. */
const cubeProperties = new Set(['sql', 'toString', '__cubeName']);

/** @throws UserError with the reason */
export function checkNewName(index: ModelIndex, change: Change, names: ViewNames): void {
  const { to, target } = change;
  if (!isName(to)) throw renameErrors.error('invalid', [to]);
  const symbol = 'symbol' in target ? target.symbol : undefined;
  if (symbol && 'template' in symbol) {
    checkTemplate(index, symbol.template, to);
    return;
  }
  if (isReserved(to)) throw renameErrors.error('reserved', [to]);
  if (symbol && 'definition' in symbol) checkDefinition(index, change);
  else if (symbol && 'granularity' in symbol) checkGranularity(index, change);
  else checkMember(index, change);
  checkViews(index, change, names);
}

function isReserved(name: string): boolean {
  return (
    isContextName(name) ||
    isGlobal(name) ||
    isBuiltInMember(name) ||
    isExpressionKeyword(name) ||
    javaScriptKeywords.has(name) ||
    cubeProperties.has(name) ||
    yamlValues.test(name)
  );
}

function checkDefinition(index: ModelIndex, { to, definition }: Change): void {
  const isGroup = definition?.kind === 'view_group';
  const isSame = index.definitionsNamed(to).some((one) => (one.kind === 'view_group') === isGroup);
  // A name that a template writes as a whole may be any name.
  const isGenerated = index.generatedNamed(to).some(({ pattern }) => pattern!.source !== '^.*$');
  if (isSame || isGenerated || isSplitView(index, to)) throw renameErrors.error('taken-cube', [to]);
}

function checkMember(index: ModelIndex, change: Change): void {
  const { to } = change;
  for (const holder of holdersOf(index, change)) {
    const included = holder.kind === 'view' && index.viewMembers(holder).members.has(to);
    if (included || index.members(holder).has(to)) throw renameErrors.error('taken-member', [to, holder.name]);
    if (index.joins(holder).some(({ name }) => name === to)) throw renameErrors.error('taken-join', [to, holder.name]);
  }
}

function checkGranularity(index: ModelIndex, change: Change): void {
  const { to } = change;
  const { dimension, isTimeShift, names } = granularityTarget(change)!;
  if (isStandardGranularity(to.toLowerCase())) throw renameErrors.error('reserved', [to]);
  if (names.includes(to)) throw renameErrors.error('taken-granularity', [to, dimension.name]);
  if (isTimeShift) return;
  // After a dimension, the name of a cube or of a member is found before that of a granularity.
  if (index.cube(to)) throw renameErrors.error('taken-cube', [to]);
  if (index.members(dimension.definition).has(to))
    throw renameErrors.error('taken-member', [to, dimension.definition.name]);
}

function checkViews(index: ModelIndex, { to, target }: Change, names: ViewNames): void {
  const changedViews = new Set(names.views);
  if ('alias' in target) changedViews.add(target.view);
  for (const view of changedViews) {
    const changed = names.of(view);
    const own = index.members(view);
    const taken = new Set(
      [...own.keys(), ...index.viewMembers(view).members.keys()].filter((one) => !changed.has(one)),
    );
    for (const name of changed.values()) {
      if (taken.has(name)) throw renameErrors.error('taken-view', [name, view.name]);
      taken.add(name);
    }
  }
  for (const name of names.splitViews.values())
    if (index.cube(name) || name === to) throw renameErrors.error('taken-cube', [name]);
}

function isSameName(a: TemplateName, b: TemplateName): boolean {
  return a.file === b.file && a.nameSpan.start === b.nameSpan.start;
}

function checkTemplate(index: ModelIndex, template: TemplateName, to: string): void {
  if (templateKeywords.has(to)) throw renameErrors.error('reserved', [to]);
  for (const file of index.files) {
    const all = templateNamesIn(index, file);
    const isUsed = file.path === template.file || all.some(({ target }) => isSameName(target, template));
    const isTaken = all.some(({ span }) => file.text.slice(span.start, span.end) === to);
    if (isUsed && isTaken) throw renameErrors.error('taken-template', [to, file.path]);
  }
}

/** A lambda rollup takes rows from several rollups, whose members must have the same names. */
const lambdaType = /^rollup_?lambda$/i;
const listed = /\.(?:measures|dimensions|timeDimension|timeDimensions\.\d+\.dimension|\w+References?)$/;

/** @throws UserError if a member of another rollup would keep the name */
export function refuseLambda(index: ModelIndex, { members, from }: Change): void {
  if (members.size === 0) return;
  for (const { name: cube, members: all } of index.definitions) {
    for (const lambda of all) {
      if (lambda.kind !== 'preAggregation' || !lambdaType.test(textOf(valueAt(lambda.node, 'type')) ?? '')) continue;
      const rollups = targetsIn(index, lambda, (path, role) => role === 'rollup' && path !== '');
      const used = [lambda, ...rollups].flatMap((one) =>
        targetsIn(index, one, (path, role) => role === 'member' && listed.test(path)),
      );
      const other = used.find((one) => one.name === from && !members.has(one));
      if (other && used.some((one) => members.has(one)))
        throw renameErrors.error('lambda', [from, `${cube}.${lambda.name}`, `${other.definition.name}.${other.name}`]);
    }
  }
}

function targetsIn(index: ModelIndex, owner: Member, isWanted: (path: string, role: string) => boolean): Member[] {
  const { references } = index.references(owner.definition);
  return references.flatMap((reference) => {
    if (reference.member !== owner || !isWanted(reference.path, reference.role)) return [];
    const target = resolve(index, reference).targets.at(-1);
    return target && 'member' in target ? [target.member] : [];
  });
}
