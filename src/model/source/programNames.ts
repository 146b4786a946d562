/** Finds what a program may use as names of the model, also outside of its cubes and views: dotted names, texts and keys. */

import type { AnyNode, Program } from 'acorn';
import { chainOf, chainsIn, childrenOf, declaredNames } from './javaScriptNames.ts';
import { NestingError } from './limits.ts';
import { patternOfParts } from './names.ts';
import { parseProgram } from './parseJavaScript.ts';
import type { Span } from './range.ts';
import type { Chain, ChainPart } from './tree.ts';

interface ProgramNames {
  /** Those that do not start with a variable, class or import of the program. */
  chains: readonly Chain[];
  /** Texts without expressions, and keys. */
  texts: readonly ChainPart[];
  /** `CUBE[…]` and the like: what the name in the brackets looks like. */
  computed: readonly { owner: string; pattern: RegExp; span: Span }[];
  functions: readonly { span: Span; parameters: readonly ChainPart[] }[];
}

/** Keys whose texts are never names of the model. */
const plainKeys = new Set(
  (
    'description title label format type relationship relationshipType sql sqlTable sql_table interval every timezone granularity ' +
    'dataSource data_source currency operator'
  ).split(' '),
);

/** Never throws: in a program that cannot be read, each word may be a name. */
export function programNames(text: string): ProgramNames {
  try {
    const { program } = parseProgram(text);
    if (program) return namesIn(program);
  } catch (failure) {
    if (!(failure instanceof NestingError)) throw failure;
  }
  const words = [...text.matchAll(/[A-Za-z_]\w*/g)];
  const texts = words.map(({ 0: name, index: start }) => ({ name, start, end: start + name.length }));
  return { chains: [], texts, computed: [], functions: [] };
}

function namesIn(program: Program): ProgramNames {
  const variables = new Set<string>();
  const texts: ChainPart[] = [];
  const computed: ProgramNames['computed'][number][] = [];
  const functions: ProgramNames['functions'][number][] = [];
  const addText = (name: string, { start, end }: Span) => texts.push({ name, start: start + 1, end: end - 1 });
  const visit = (node: AnyNode, isPlain = false) => {
    switch (node.type) {
      case 'VariableDeclaration':
      case 'ClassDeclaration':
      case 'ImportDeclaration':
        for (const name of declaredNames(node, false)) variables.add(name);
        if (node.type === 'ImportDeclaration') return;
        break;
      case 'FunctionDeclaration':
      case 'FunctionExpression':
      case 'ArrowFunctionExpression': {
        if (node.type === 'FunctionDeclaration' && node.id) variables.add(node.id.name);
        const parameters = node.params.flatMap((one) =>
          one.type === 'Identifier' ? [{ name: one.name, start: one.start, end: one.end }] : [],
        );
        functions.push({ span: node, parameters });
        break;
      }
      case 'CallExpression':
        if (node.callee.type === 'Identifier' && node.callee.name === 'require') return;
        break;
      case 'Property': {
        const { key } = node;
        if (node.computed) visit(key);
        else if (key.type === 'Identifier') texts.push({ name: key.name, start: key.start, end: key.end });
        else if (key.type === 'Literal' && typeof key.value === 'string') addText(key.value, key);
        visit(node.value as AnyNode, isPlain || (key.type === 'Identifier' && plainKeys.has(key.name)));
        return;
      }
      case 'MemberExpression': {
        const owner = node.computed ? chainOf(node.object as AnyNode)?.parts.at(-1)?.name : undefined;
        const { property } = node;
        if (owner !== undefined && property.type === 'TemplateLiteral')
          computed.push({
            owner,
            pattern: patternOfParts(property.quasis.map(({ value }) => value.raw)),
            span: property,
          });
        break;
      }
      case 'Literal':
        if (!isPlain && typeof node.value === 'string') addText(node.value, node);
        break;
      case 'TemplateLiteral':
        if (!isPlain && node.expressions.length === 0) addText(node.quasis[0]?.value.cooked ?? '', node);
        break;
      default:
    }
    for (const child of childrenOf(node)) visit(child, isPlain);
  };
  visit(program);
  const chains = chainsIn(program).filter(({ parts }) => !variables.has(parts[0]!.name));
  return { chains, texts: texts.filter(({ name, start, end }) => name.length === end - start), computed, functions };
}
