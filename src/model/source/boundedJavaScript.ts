/** The JavaScript parsers with a limit of nesting. They call themselves for each level, and V8 ends the process if a regular expression is compiled on an exhausted stack. */

import { type AnyNode, type Options, Parser, type Program } from 'acorn';
import { LooseParser } from 'acorn-loose';
import { childrenOf } from './javaScriptNames.ts';
import { maximumNesting, NestingError } from './limits.ts';
import type { Span } from './range.ts';

const options: Options = { ecmaVersion: 'latest', sourceType: 'module', allowHashBang: true };

/** A level of brackets passes several methods, the operators of a long expression only one. */
const unitsOfLevel = 5;
const maximumUnits = maximumNesting * unitsOfLevel;

/** The methods through which a parser calls itself, with the share of a level that each takes. */
const recursive = {
  parseStatement: unitsOfLevel,
  parseMaybeAssign: unitsOfLevel - 2,
  parseBindingAtom: unitsOfLevel,
  parseMaybeUnary: 1,
  parseExprAtom: 1,
  parseExprOp: 1,
};

/** Properties that the types of the parsers do not declare. */
type Internals = Record<string, (...args: unknown[]) => unknown> & {
  start: number;
  tok?: { start: number };
};

function limitNesting(parser: typeof Parser): void {
  const prototype = parser.prototype as unknown as Internals;
  for (const [name, units] of Object.entries(recursive)) {
    const inherited = prototype[name];
    if (!inherited) continue;
    prototype[name] = function (this: Internals & { units?: number }, ...args) {
      const before = this.units ?? 0;
      if (before + units > maximumUnits) throw new NestingError(this.tok?.start ?? this.start);
      this.units = before + units;
      const node = inherited.apply(this, args);
      this.units = before;
      return node;
    };
  }
}

class BoundedParser extends Parser {
  /** Part of acorn: checks the regular expression that starts at `state.start`, with a call for each group. */
  validateRegExpPattern(state: { source: string; start: number }): void {
    const groups = state.source.match(/[[(]/g)?.length ?? 0;
    if (groups > maximumUnits) throw new NestingError(state.start);
    const inherited = (Parser.prototype as unknown as Internals).validateRegExpPattern!;
    inherited.call(this, state);
  }
}

class BoundedLooseParser extends LooseParser {
  static readonly BaseParser = BoundedParser;
}

limitNesting(BoundedParser);
limitNesting(BoundedLooseParser);

/** @throws SyntaxError, NestingError */
export function parseStrictly(text: string): Program {
  return checked(BoundedParser.parse(text, options));
}

/** A text with errors, as far as it can be read. @throws NestingError */
export function parseLoosely(text: string): Program {
  return checked(BoundedLooseParser.parse(text, options));
}

/**
 * Chains such as `a.b().c()` and long sums are deep trees without nesting in the text. After errors, the loose parser uses some
 * nodes at several places, so that walking over all of them can take exponential time.
 */
function checked(program: Program): Program {
  let level: readonly AnyNode[] = [program];
  let left = 4 * program.end + 100;
  for (let depth = 0; level.length > 0; depth += 1) {
    left -= level.length;
    if (depth > maximumUnits || left < 0) throw new NestingError(level[0]!.start);
    level = level.flatMap(childrenOf);
  }
  return program;
}

/** The comments of a text without errors. @throws SyntaxError, NestingError */
export function commentsOf(text: string): Span[] {
  const found: Span[] = [];
  BoundedParser.parse(text, { ...options, onComment: (_block, _text, start, end) => found.push({ start, end }) });
  return found;
}
