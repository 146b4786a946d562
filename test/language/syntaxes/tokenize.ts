/** Tokenizes a text as VS Code does: its engine, its grammars, and the grammars that package.json adds to them. */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type * as Oniguruma from 'vscode-oniguruma';
import type * as TextMate from 'vscode-textmate';
import { codeServer, repository } from '../../vscode/locations.ts';

const require = createRequire(import.meta.url);
const oniguruma = require('vscode-oniguruma') as typeof Oniguruma;
const textMate = require('vscode-textmate') as typeof TextMate;

interface Contribution {
  scopeName: string;
  path: string;
  injectTo?: string[];
}

const builtIn = path.join(codeServer, 'lib/vscode/extensions');

/** False before the first run of the editor's tests, which install VS Code. */
export const isEditorInstalled = existsSync(path.join(builtIn, 'yaml/package.json'));

function contributedBy(folder: string): Contribution[] {
  const { contributes } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as {
    contributes: { grammars?: Contribution[] };
  };
  return (contributes.grammars ?? []).map((one) => ({ ...one, path: path.join(folder, one.path) }));
}

async function engine(): Promise<TextMate.IOnigLib> {
  const wasm = path.join(repository, 'node_modules/vscode-oniguruma/release/onig.wasm');
  await oniguruma.loadWASM(readFileSync(wasm));
  return {
    createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
    createOnigString: (text) => new oniguruma.OnigString(text),
  };
}

async function loadGrammars(): Promise<(scopeName: string) => Promise<TextMate.IGrammar>> {
  const own = contributedBy(repository);
  const folders = readdirSync(builtIn).filter((name) => existsSync(path.join(builtIn, name, 'package.json')));
  const all = [...own, ...folders.flatMap((name) => contributedBy(path.join(builtIn, name)))];
  const registry = new textMate.Registry({
    onigLib: engine(),
    loadGrammar: async (scopeName) => {
      const file = all.find((one) => one.scopeName === scopeName)?.path;
      return file === undefined ? null : textMate.parseRawGrammar(readFileSync(file, 'utf8'), file);
    },
    getInjections: (scopeName) =>
      own.filter(({ injectTo }) => injectTo?.includes(scopeName)).map((one) => one.scopeName),
  });
  return async (scopeName) => (await registry.loadGrammar(scopeName))!;
}

let grammars: ReturnType<typeof loadGrammars> | undefined;

export interface Token {
  text: string;
  /** The scopes, outermost first. */
  scopes: string;
}

/** The tokens without those of spaces. */
export async function tokenize(scopeName: 'source.yaml' | 'source.js', text: string): Promise<Token[]> {
  grammars ??= loadGrammars();
  const grammar = await (await grammars)(scopeName);
  let state = textMate.INITIAL;
  return text.split('\n').flatMap((line) => {
    const { tokens, ruleStack } = grammar.tokenizeLine(line, state);
    state = ruleStack;
    return tokens
      .map(({ startIndex, endIndex, scopes }) => ({
        text: line.slice(startIndex, endIndex).trim(),
        scopes: scopes.join(' '),
      }))
      .filter((token) => token.text !== '');
  });
}
