/** Random texts of the three languages, and random bytes: nothing throws, and the work for each kilobyte is bounded. */

import assert from 'node:assert/strict';
import { someOf, testSeed } from '../../run/testSeed.ts';
import { fixtures } from '../models.ts';
import { seeded } from '../mutation/mutant.ts';
import { totalMs, WorkProcess } from './workInProcess.ts';

type Random = () => number;

/** Processor time for each kilobyte, in those of a usual text. */
const maximumRatio = 100;
const maximumLength = 20_000;

/** `$` stands for another random part of the same language. */
const grammar: Readonly<Record<string, readonly string[]>> = {
  'fuzz.yml': [
    ...['cubes:\n  - name: $\n    $\n', 'views:\n  - name: $\n    cubes:\n      - join_path: $\n        includes: $\n'],
    ...[
      '    measures:\n      - name: $\n        sql: "$"\n        type: $\n',
      '    joins:\n      - name: $\n        sql: $\n',
    ],
    ...[
      '    dimensions: [{name: $, sql: "{$}.$", type: string}]\n',
      '    extends: $\n',
      '    meta: {$: $}\n',
      '- $\n',
      '? $\n: $\n',
    ],
    ...[
      '[$, $]',
      '{$: $}',
      '"$"',
      "'$'",
      '&x $',
      '*x',
      '<<: *x\n',
      '| \n  $\n',
      '>-\n  $\n',
      '!!str $',
      '# $\n',
      '\t',
      '---\n',
    ],
    ...[
      '{CUBE}.$',
      '{$.$}',
      "{f'$'}",
      '{FILTER_PARAMS.$.$.filter(lambda x: $)}',
      '{',
      '}',
      '/* $',
      '-- $\n',
      'base',
      'count',
      'm1',
    ],
    ...['\n', '\n    ', '\n      ', ' ', ':', '\\', '\r\n', '\u2028', '🙂', 'true', '1e999', '2024-01-01', '0x1', '~'],
  ],
  'fuzz.js': [
    ...[
      'cube(`$`, { $ });\n',
      'view(`$`, { cubes: [{ join_path: $, includes: $ }] });\n',
      'measures: { $: { sql: $, type: `$` } }, ',
    ],
    ...[
      'const $ = $;\n',
      'for (const $ of $) { $ }\n',
      'function $($) { return $; }\n',
      '() => $',
      '...$, ',
      '[$]: $, ',
      '{ $: $ }',
      '[$, $]',
    ],
    ...[
      '`$`',
      '`${$}`',
      '`${CUBE}.$`',
      "'$'",
      '"$"',
      '($)',
      '$.$',
      '$($)',
      '$ + $',
      '$ ? $ : $',
      '/$/g',
      '// $\n',
      '/* $ */',
      '!$',
      '-$',
    ],
    ...[
      'require($)',
      'import $ from $;\n',
      'export default $;\n',
      'class $ { $ }',
      'async ',
      'new $',
      '${',
      '`',
      '{',
      '}',
      '(',
      ')',
      ';\n',
    ],
    ...['base', 'count', 'CUBE', 'a', 'sql', '1', '\n', '\\', '\u2028', '🙂', ' ', ','],
  ],
  'fuzz.jinja': [
    ...[
      '{% for $ in $ %}\n$\n{% endfor %}\n',
      '{% if $ %}$\n{% else %}$\n{% endif %}\n',
      '{% set $ = $ %}\n',
      '{% set $ %}$\n{% endset %}\n',
    ],
    ...[
      '{% macro $($, $) %}\n$\n{% endmacro %}\n',
      '{{ $ }}',
      '{{ $ | $ }}',
      '{{ $($) }}',
      '{# $ #}',
      '{%- $ -%}',
      "{% from '$' import $ %}\n",
    ],
    ...[
      'cubes:\n  - name: $\n    sql_table: $\n',
      '      - name: $\n        sql: "{$}"\n        type: $\n',
      '{% raw %}$\n',
      '{%',
      '%}',
      '{{',
      '}}',
      '{#',
    ],
    ...[
      '"$"',
      "'$'",
      '[$, $]',
      '{"$": $}',
      '$.$',
      '$ ~ $',
      'loop.index',
      'a',
      'base',
      'upper',
      'not $',
      ' ',
      '\n',
      '\n    ',
      '- ',
      ':',
    ],
  ],
  'fuzz.query.yml': [
    ...[
      'measures: [$]\n',
      'dimensions:\n- $\n',
      'filters:\n- {member: $, operator: $, values: [$]}\n',
      '- or: [$]\n',
      '- and:\n  - $\n',
    ],
    ...[
      'timeDimensions: [{dimension: $, granularity: $, dateRange: $}]\n',
      'order: {$: asc}\n',
      'limit: $\n',
      'as: {securityContext: {$: $}}\n',
    ],
    ...[
      '[$, $]',
      '{$: $}',
      '"$"',
      '&x $',
      '*x',
      'base.count',
      'a.b.c',
      '1',
      '-1',
      'last month',
      '\n',
      '  ',
      ':',
      '{',
      ']',
      '# $\n',
      '🙂',
    ],
  ],
};

function pick<T>(random: Random, items: readonly T[]): T {
  return items[Math.floor(random() * items.length)]!;
}

/** Replaces the places for parts by random parts, a bounded number of times. */
function grow(random: Random, parts: readonly string[]): string {
  let text = pick(random, parts);
  const steps = 20 + Math.floor(random() * 200);
  for (let i = 0; i < steps && text.length < maximumLength; i += 1) {
    const places = [...text.matchAll(/\$(?!\{)/g)];
    if (places.length === 0) text += pick(random, parts);
    else {
      const at = pick(random, places).index;
      text = text.slice(0, at) + pick(random, parts) + text.slice(at + 1);
    }
  }
  return text;
}

/** A part of the text many times, or around itself: what makes a slow algorithm visible. */
function amplify(random: Random, text: string): string {
  const start = Math.floor(random() * text.length);
  const part = text.slice(start, start + 1 + Math.floor(random() * 40));
  const count = Math.floor((maximumLength - text.length) / Math.max(1, part.length));
  return text.slice(0, start) + part.repeat(Math.max(1, Math.floor(random() * count))) + text.slice(start);
}

function randomText(random: Random, file: string, models: readonly string[]): string {
  let text = grow(random, grammar[file]!);
  if (random() < 0.3) {
    const model = pick(random, models);
    const at = Math.floor(random() * model.length);
    text = model.slice(0, at) + text + model.slice(at);
  }
  return (random() < 0.6 ? amplify(random, text) : text).slice(0, maximumLength);
}

function randomBytes(random: Random): string {
  const bytes = Buffer.from(Array.from({ length: 4000 }, () => Math.floor(random() * 256)));
  return bytes.toString(random() < 0.5 ? 'utf8' : 'latin1');
}

describe('random texts', function () {
  this.timeout(900_000);
  const seed = testSeed();
  const worker = new WorkProcess();
  let usual: number;

  before(async () => {
    const text = 'cubes:\n  - name: a\n    sql_table: t\n'
      .repeat(1)
      .concat('    measures:\n', '      - name: m\n        sql: "{CUBE}.a"\n        type: sum\n'.repeat(200));
    for (let i = 0; i < 3; i += 1) usual = totalMs(await worker.run({ file: 'usual.yml', text })) / text.length;
  });

  after(() => worker.stop());

  async function check(file: string, text: string, context: string): Promise<void> {
    const show = () => `${context} ${JSON.stringify(text.slice(0, 300))}`;
    const done = await worker.run({ file, text }).catch((failure: Error) => {
      throw new Error(`${failure.message}: ${show()}`);
    });
    assert.deepEqual(done.failures, [], show());
    const ms = totalMs(done);
    assert.ok(
      ms < 1000 || ms / text.length / usual <= maximumRatio,
      `${ms.toFixed(0)} ms: ${show()} ${JSON.stringify(done.ms)}`,
    );
  }

  for (const file of Object.keys(grammar)) {
    it(`of ${file} are checked (seed ${seed})`, async () => {
      const random = seeded(seed);
      const models = fixtures().flatMap(({ texts }) =>
        Object.entries(texts).flatMap(([name, text]) =>
          name.endsWith(file.slice(file.lastIndexOf('.'))) ? [text] : [],
        ),
      );
      for (let i = 0; i < someOf(1000); i += 1)
        await check(file, randomText(random, file, models.length > 0 ? models : ['']), `seed ${seed} ${file} ${i}`);
    });
  }

  it(`of bytes are checked (seed ${seed})`, async () => {
    const random = seeded(seed);
    const files = [...Object.keys(grammar), 'fuzz.test.yml', 'fuzz.query.json'];
    for (let i = 0; i < someOf(300); i += 1)
      await check(files[i % files.length]!, randomBytes(random), `seed ${seed} ${i}`);
  });
});
