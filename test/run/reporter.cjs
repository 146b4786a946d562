/** Mocha's dot reporter. It prints the files that took longest, and the command that repeats each failed test. */

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

/** Only files that took longer are listed, in milliseconds. */
const longMs = 60_000;

function longestText(msByFile) {
  const longest = [...msByFile].filter(([, ms]) => ms > longMs).sort(([, a], [, b]) => b - a);
  return longest.map(
    ([file, ms]) => `${String(Math.round(ms / 1000)).padStart(5)} s  ${path.relative(process.cwd(), file)}`,
  );
}

class RepeatReporter extends Mocha.reporters.Dot {
  constructor(runner, options) {
    super(runner, options);
    const commands = new Set();
    runner.on('fail', (test) => commands.add(repeatCommand(test)));
    const msByFile = new Map();
    const count = ({ file, duration = 0 }) => file && msByFile.set(file, (msByFile.get(file) ?? 0) + duration);
    runner.on('test end', count);
    runner.on('hook end', count);
    runner.once('end', () => {
      const longest = longestText(msByFile);
      if (longest.length > 0) console.log(['Took longest:', ...longest].join('\n'), '\n');
      if (commands.size > 0) console.log(['Repeat:', ...commands].join('\n  '), '\n');
    });
  }
}

module.exports = RepeatReporter;
