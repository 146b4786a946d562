/** Names that mean nothing in the model, and expressions the compiler cannot read. */

import type { Definition } from '../index/definitions.ts';
import type { ModelIndex } from '../index/modelIndex.ts';
import type { Reference, ReferenceError_ } from '../index/references.ts';
import { type Resolution, resolve } from '../index/resolve.ts';
import { suggestion } from '../source/names.ts';
import type { Span } from '../source/range.ts';
import { describe, type Findings } from './findings.ts';
import { isEvaluated } from './isEvaluated.ts';

function memberNames(index: ModelIndex, definition: Definition): string[] {
  const own = [...index.members(definition).keys()];
  return definition.kind === 'view' ? [...own, ...index.viewMembers(definition).members.keys()] : own;
}

function holderName(holder: Definition): string {
  return describe(holder);
}

function explain(
  index: ModelIndex,
  reference: Reference,
  failure: NonNullable<Resolution['failure']>,
): { code: string; message: string; span: Span } {
  const { chain } = reference;
  const part = chain.parts[failure.at]!;
  const name = part.name;
  const span: Span = { start: part.start, end: part.end };
  switch (failure.kind) {
    case 'unknown-member': {
      const holder = failure.holder!;
      const path = name.includes('.');
      const hint = suggestion(name, memberNames(index, holder));
      if (path && reference.role === 'own') {
        return {
          code: 'unknown-member',
          span,
          message: `\`${name}\` is a path; only names of members of ${holderName(holder)} are allowed here.`,
        };
      }
      return { code: 'unknown-member', span, message: `There is no \`${name}\` in ${holderName(holder)}.${hint}` };
    }
    case 'unknown-cube':
      return {
        code: 'unknown-cube',
        span,
        message: `There is no cube \`${name}\`.${suggestion(name, index.cubeNames)}`,
      };
    case 'unknown-granularity':
      return {
        code: 'unknown-granularity',
        span,
        message: `\`${failure.member!.name}\` has no granularity \`${name}\`.`,
      };
    case 'unknown-view-group':
      return { code: 'unknown-view-group', span, message: `There is no view group \`${name}\`.` };
    default: {
      if (reference.role === 'text') return explainText(reference, name, span);
      const holder = failure.holder!;
      const candidates =
        chain.parts.length > 1
          ? [...index.cubeNames, 'CUBE']
          : [...memberNames(index, holder), ...index.cubeNames, 'CUBE'];
      return {
        code: chain.parts.length > 1 ? 'unknown-cube' : 'unknown-member',
        span,
        message:
          chain.parts.length > 1
            ? `There is no cube \`${name}\`.${suggestion(name, candidates)}`
            : `\`${name}\` is neither a member of ${holderName(holder)} nor a cube.${suggestion(name, candidates)}`,
      };
    }
  }
}

/** The second line of a name that goes over two, which only happens when the dash of a list item is lost. */
function joinedLine(index: ModelIndex, reference: Reference): Span | undefined {
  const [span] = reference.chain.parts;
  if (!span || !/\s/.test(span.name)) return undefined;
  const text = index.file(reference.definition.file)?.text.slice(span.start, span.end);
  const second = text ? /[\r\n][\s-]*(\S.*)$/.exec(text) : null;
  return second ? { start: span.end - second[1]!.length, end: span.end } : undefined;
}

function explainText(reference: Reference, name: string, span: Span): { code: string; message: string; span: Span } {
  const field = reference.path.slice(reference.path.lastIndexOf('.') + 1);
  return {
    code: 'reference-in-text',
    span,
    message: `\`${field}\` is no SQL: \`${name}\` has no meaning in it. Write \`\\{\` for a brace that is only text.`,
  };
}

/** References in fields the compiler does not evaluate fail only when somebody queries them; they are errors all the same. */
export function checkReferences(index: ModelIndex, definition: Definition, findings: Findings): void {
  const { references, errors: faults } = index.references(definition);
  for (const reference of references) {
    const joined = joinedLine(index, reference);
    if (joined) {
      const message = 'This line reads as part of the name above: `- ` is missing, or the line is indented too deep.';
      const severity = isEvaluated(index, reference) ? ('error' as const) : ('warning' as const);
      findings.add({ file: definition.file, span: joined, code: 'missing-dash', message, severity });
      continue;
    }
    const { failure } = resolve(index, reference);
    if (!failure || (reference.role === 'text' && findings.isSuppressed(definition.file, reference.chain))) continue;
    const { code, message, span } = explain(index, reference, failure);
    const late = !isEvaluated(index, reference);
    findings.add({
      file: definition.file,
      span,
      code,
      message: late ? `${message} The model compiles, but queries that need this will fail.` : message,
      ...(late ? { severity: 'warning' as const } : {}),
    });
  }
  const text = index.file(definition.file)?.text ?? '';
  for (const fault of faults)
    findings.add({
      file: definition.file,
      ...explainFault(text, fault),
      ...(fault.kind === 'dangling' ? { severity: 'warning' as const } : {}),
    });
}

function explainFault(text: string, fault: ReferenceError_): { code: string; message: string; span: Span } {
  const span = { start: fault.start, end: fault.end };
  if (fault.text === '-' && /[\r\n][ \t]*$/.test(text.slice(fault.value.start, fault.start))) {
    const first = /^.*/.exec(text.slice(fault.value.start, fault.value.end))![0].trimEnd();
    const words = { start: fault.value.start, end: fault.value.start + first.length };
    return { code: 'missing-dash', span: words, message: 'A `- ` is missing here: the next line is a list item.' };
  }
  if (fault.kind === 'empty') {
    const message = 'There is no reference in these braces. Write `\\{\\}` for braces that are only text.';
    return { code: 'empty-braces', span, message };
  }
  if (fault.kind === 'unclosed' || fault.kind === 'dangling') {
    const opening = fault.text[0] ?? '{';
    return { code: 'open-brace', span, message: `This \`${opening}\` is never closed.` };
  }
  if (fault.kind === 'adjacent') {
    return {
      code: 'adjacent-references',
      span,
      message:
        'The compiler cannot read two references without anything between them. Put a blank between `}` and `{`.',
    };
  }
  return {
    code: 'unsupported-expression',
    span,
    message: `\`${fault.text}\` cannot be used inside a reference: the compiler knows only names, calls and strings there.`,
  };
}
