/** Mocha's dot reporter. After a failure it prints the command that repeats each failed test. */

const { readFileSync } = require('node:fs');
const path = require('node:path');
const Mocha = require('mocha');

// One seed for all random tests of a run. Mocha's worker processes inherit it.
process.env.DATA_MODEL_RUN_SEED ??= String(Date.now() % 1_000_000);

function seedPrefix(file) {
  const seed = process.env.TEST_SEED ?? process.env.DATA_MODEL_RUN_SEED;
  return readFileSync(file, 'utf8').includes('testSeed(') ? `TEST_SEED=${seed} ` : '';
}

function repeatCommand(test) {
  if (!test.file) return 'npx mocha';
  // The title of a hook selects no test.
  const title = test.type === 'hook' ? test.parent.fullTitle() : test.fullTitle();
  const selection = title === '' ? '' : ` --fgrep '${title.replaceAll("'", "'\\''")}'`;
  return `${seedPrefix(test.file)}npx mocha ${path.relative(process.cwd(), test.file)}${selection}`;
}

class RepeatReporter extends Mocha.reporters.Dot {
  constructor(runner, options) {
    super(runner, options);
    const commands = new Set();
    runner.on('fail', (test) => commands.add(repeatCommand(test)));
    runner.once('end', () => {
      if (commands.size > 0) console.log(['Repeat:', ...commands].join('\n  '), '\n');
    });
  }
}

module.exports = RepeatReporter;
