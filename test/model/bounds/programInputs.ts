/** Programs that make an analyser slow, deep or verbose: each of them grows with `n`. */

export interface HostileInput {
  /** Its name selects how the text is read. */
  file: string;
  text(n: number): string;
  /** The size parameter of the tried text, if it does not follow from its size. */
  n?: number;
}

export function repeat(count: number, part: (i: number) => string, separator = ''): string {
  return Array.from({ length: Math.ceil(count) }, (_, i) => part(i)).join(separator);
}

export const programInputs: Readonly<Record<string, HostileInput>> = {
  tmplNest: { file: 'a.js', text: (n) => `cube(\`a\`, { sql: ${'`${'.repeat(n)}1${'}`'.repeat(n)} });` },
  tmplNestOpen: { file: 'a.js', text: (n) => `cube(\`a\`, { sql: ${'`${'.repeat(n)}` },
  arrNest: { file: 'a.js', text: (n) => `cube(\`a\`, { x: ${'['.repeat(n)}${']'.repeat(n)} });` },
  arrNestOpen: { file: 'a.js', text: (n) => `cube(\`a\`, { x: ${'['.repeat(n)}` },
  callNest: { file: 'a.js', text: (n) => 'f('.repeat(n) + ')'.repeat(n) },
  parenNest: { file: 'a.js', text: (n) => `x = ${'('.repeat(n)}1${')'.repeat(n)}` },
  binNest: { file: 'a.js', text: (n) => `x = ${'1+'.repeat(n)}1` },
  unaryNest: { file: 'a.js', text: (n) => `x = ${'!'.repeat(n)}1` },
  arrowNest: { file: 'a.js', text: (n) => `x = ${'a=>'.repeat(n)}1` },
  ternNest: { file: 'a.js', text: (n) => `x = ${'a?b:'.repeat(n)}1` },
  newNest: { file: 'a.js', text: (n) => `x = ${'new '.repeat(n)}X` },
  elseNest: { file: 'a.js', text: (n) => `${'if(a);else '.repeat(n)};` },
  memberChain: { file: 'a.js', text: (n) => `cube(\`a\`, { sql: \`\${a${'.b'.repeat(n)}}\` });` },
  callChain: { file: 'a.js', text: (n) => `x = a${'.b()'.repeat(n)}` },
  assignChain: { file: 'a.js', text: (n) => `${'a='.repeat(n)}1` },
  expNest: { file: 'a.js', text: (n) => `x = ${'1**'.repeat(n)}1` },
  labelNest: { file: 'a.js', text: (n) => `${repeat(n, (i) => `l${i}:`)};` },
  yieldFn: { file: 'a.js', text: (n) => 'function f(){'.repeat(n) + '}'.repeat(n) },
  misspeltJs: {
    file: 'a.js',
    text: (n) =>
      'cube(`a`, { sql_table: `t`, dimensions: {' +
      repeat(n, (i) => `dimension_number_${i}: { sql: \`\${CUBE.dimensoin_number_${i + 7}}\`, type: 'string' },\n`) +
      '}});',
  },
  longNameJs: {
    file: 'a.js',
    text: (n) =>
      `cube('${'a'.repeat(n)}', { sql_table: 't', measures: { m: { sql: \`\${${'a'.repeat(n - 1)}b}\`, type: 'sum' }, ${'aB_'.repeat(n / 3)}: {type: 'count'} } });`,
  },
  jsBraces: { file: 'a.js', text: (n) => `cube(\`a\`, { sql: \`${'{'.repeat(n)}\`});` },
  jsRefs: { file: 'a.js', text: (n) => `cube(\`a\`, { sql: \`${'${CUBE}.x '.repeat(n)}\`});` },
  jsQuote: { file: 'a.js', text: (n) => `cube(\`a\`, { sql: ${'"a" + '.repeat(n)}\`});` },
  jsErr: { file: 'a.js', text: (n) => repeat(n, (i) => `cube(\`a${i}\`, { sql: \`x\` \n`) },
  jsErr2: { file: 'a.js', text: (n) => `cube(\`a\`, {${repeat(n, (i) => `a${i}: { b: 1, \n`)}` },
  jsErr3: { file: 'a.js', text: (n) => `cube(\`a\`, {${'/'.repeat(n)}\`` },
  jsErr4: { file: 'a.js', text: (n) => '({'.repeat(n) },
  jsErr5: { file: 'a.js', text: (n) => 'async('.repeat(n) },
  jsErr6: { file: 'a.js', text: (n) => `${'(a,'.repeat(n)}=>` },
  jsFns: { file: 'a.js', text: (n) => repeat(n, (i) => `function f${i}(a${i}) { return b${i}(a${i}); }\n`) },
  jsFnNest: {
    file: 'a.js',
    text: (n) => repeat(n, (i) => `function f${i}(a${i}) { var b${i} = c${i};\n`) + '}'.repeat(n),
  },
  jsCubes: {
    file: 'a.js',
    text: (n) =>
      repeat(
        n,
        (i) =>
          `cube(\`c${i}\`, { sql_table: \`t\`, joins: { c${i + 1}: { sql: \`\${CUBE}.a = \${c${i + 1}}.a\`, relationship: \`one_to_many\` } } });\n`,
      ),
  },
  jsObjs: { file: 'a.js', text: (n) => `cube(\`a\`, { x: ${'{a:'.repeat(n)}1${'}'.repeat(n)}});` },
  jsUse: {
    file: 'a.js',
    text: (n) =>
      repeat(
        n,
        (i) => `cube(names[${i}], { sql: \`\${x${i}}\`, measures: { [y${i}]: { sql: \`a\`, type: \`sum\` } } });\n`,
      ),
  },
  lsep: { file: 'a.js', text: (n) => `cube(\`a\`, {${'\u2028'.repeat(n)}});x x` },
};
