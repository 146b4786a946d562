/**
 * Reads the rules of the model from the published compiler and writes them to `src/model/rules/rules.json`.
 * Run it after an update of the compiler: `node --import tsx test/model/rules/generateRules.ts`.
 */

import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { Rule } from '../../../src/model/rules/rule.ts';
import { rulesOfSchemas, type Schema, type Schemas } from './schemaRules.ts';
import { shareKeys, shareParts } from './shareParts.ts';

const require = createRequire(import.meta.url);
const compilerFolder = '@cubejs-backend/schema-compiler/dist/src/compiler';

/** The compiler does not export its schemas, so this intercepts the calls that use them. */
function captureSchemas(): Schemas {
  const compilerRequire = createRequire(require.resolve(`${compilerFolder}/CubeValidator`));
  const joi = compilerRequire('joi');
  const { CubeValidator } = compilerRequire('./CubeValidator');
  let owner = Object.getPrototypeOf(joi.object());
  while (!Object.hasOwn(owner, 'validate')) owner = Object.getPrototypeOf(owner);
  const seen: Schema[] = [];
  const original = owner.validate;
  owner.validate = function (this: Schema, ...args: unknown[]) {
    seen.push(this);
    return original.apply(this, args);
  };
  const reporter = { error() {}, inContext: () => reporter };
  const validator = new CubeValidator({ cubeList: [] });
  try {
    validator.validate({ name: 'a' }, reporter);
    validator.validate({ name: 'a', isView: true }, reporter);
    validator.validateViewGroup({ name: 'a' }, reporter);
  } finally {
    owner.validate = original;
  }
  const [cube, view, viewGroup] = seen;
  return { cube: cube!, view: view!, viewGroup: viewGroup! };
}

/** The compiler does not export its currency codes, so this validates a measure for every three-letter code. */
function currencies(cube: Schema): string[] {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
  const codes = [...letters].flatMap((a) => [...letters].flatMap((b) => [...letters].map((c) => a + b + c)));
  const measures = Object.fromEntries(codes.map((code) => [code, { type: 'count', currency: code }]));
  const { error } = cube.validate({ name: 'a', fileName: 'a', sql: () => '', measures }, { abortEarly: false });
  const refused = new Set((error as { details: { path: string[] }[] }).details.map((detail) => detail.path[1]));
  return codes.filter((code) => !refused.has(code));
}

export interface RuleTable {
  generatedBy: string;
  compilerVersion: string;
  namedFormats: string;
  currencies: string;
  referenceFields: string;
  bareFields: string[];
  keySets: Record<string, Record<string, unknown>>;
  rules: Record<string, Rule>;
}

/** The compiler fails at a hierarchy without levels before it validates it. */
function withRequiredLevels(rules: Record<string, Rule>): Record<string, Rule> {
  const found = Object.values(rules).flatMap((rule) =>
    typeof rule === 'object' && 'keys' in rule ? (rule.keys.hierarchies ?? []) : [],
  );
  for (const rule of found) {
    const { named } = rule as { named: { keys: object; required?: string[] } };
    named.required = ['levels'];
  }
  return rules;
}

/** Paths are in camelCase here, and names of members are checked elsewhere. */
function shortened(pattern: string): string {
  return pattern
    .replaceAll('[_a-zA-Z][_a-zA-Z0-9]*', '\\w+')
    .replaceAll('[0-9]', '\\d')
    .replace(/\|[a-z]+(?:_[a-z]+)+/g, '')
    .replace(/\((\w+)\)/g, '$1');
}

/** The content of `rules.json` for the installed compiler. */
export function readRules(): RuleTable {
  const { version } = require('@cubejs-backend/schema-compiler/package.json');
  const compilerRequire = createRequire(require.resolve(`${compilerFolder}/CubeValidator`));
  const { NAMED_NUMERIC_FORMATS } = compilerRequire('./named-numeric-formats');
  const { transpiledFieldsPatterns } = compilerRequire('./transpilers/CubePropContextTranspiler');
  const { nonStringFields } = compilerRequire('./CubeValidator');
  const schemas = captureSchemas();
  const rules = shareParts(withRequiredLevels(rulesOfSchemas(schemas)));
  const keySets = shareKeys(rules);
  return {
    generatedBy: 'test/model/rules/generateRules.ts',
    compilerVersion: version,
    namedFormats: Object.keys(NAMED_NUMERIC_FORMATS).join(' '),
    currencies: currencies(schemas.cube).join(' '),
    referenceFields: transpiledFieldsPatterns.map((pattern: RegExp) => shortened(pattern.source)).join('|'),
    bareFields: [...nonStringFields],
    keySets,
    rules,
  };
}

/** One line for each rule, so that an update of the compiler gives a readable diff. */
function print({ rules, ...fields }: RuleTable): string {
  const lines = Object.entries(fields).map(([name, value]) => `  ${JSON.stringify(name)}: ${JSON.stringify(value)},\n`);
  const ruleLines = Object.entries(rules).map(([name, rule]) => `    ${JSON.stringify(name)}: ${JSON.stringify(rule)}`);
  return `{\n${lines.join('')}  "rules": {\n${ruleLines.join(',\n')}\n  }\n}\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(new URL('../../../src/model/rules/rules.json', import.meta.url), print(readRules()));
}
