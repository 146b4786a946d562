import assert from 'node:assert/strict';
import Mocha from 'mocha';
import {
  collectReport,
  keepSuitesWith,
  readRepeatCommands,
  repeatCommands,
  repeatText,
  type SuiteReport,
} from './suiteReport.ts';

function run(define: (root: Mocha.Suite) => void): Promise<SuiteReport> {
  const mocha = new Mocha({ reporter: class {} as never });
  define(mocha.suite);
  return new Promise((resolve) => {
    const runner = mocha.run(() => resolve(report));
    const report = collectReport(runner);
  });
}

const pass = () => {};
const fail = () => {
  throw new Error('no');
};

describe('suite report', () => {
  it('counts tests and names the command that repeats the suite of a failure', async () => {
    const report = await run((root) => {
      const suite = Mocha.Suite.create(root, "the user's files");
      suite.addTest(new Mocha.Test('are kept', pass));
      suite.addTest(new Mocha.Test('are pushed', fail));
    });
    assert.equal(report.passed, 1);
    assert.equal(report.failed, 1);
    const text = repeatText(repeatCommands(report, 'npm run test:person --'));
    assert.equal(text, "Repeat:\n  npm run test:person -- --grep 'the user'\\''s files'\n");
    assert.deepEqual(readRepeatCommands(`output\n${text}more\n`), [
      "npm run test:person -- --grep 'the user'\\''s files'",
    ]);
  });

  it('repeats the outermost suite, because its tests may depend on each other', async () => {
    const report = await run((root) => {
      const suite = Mocha.Suite.create(root, 'main scenario');
      suite.addTest(new Mocha.Test('opens a branch', pass));
      Mocha.Suite.create(suite, 'of a branch').addTest(new Mocha.Test('merges it', fail));
    });
    assert.equal(
      repeatText(repeatCommands(report, 'npm run test:person --')),
      "Repeat:\n  npm run test:person -- --grep 'main scenario'\n",
    );
  });

  it('keeps the whole outermost suite of a selected test', async () => {
    const report = await run((root) => {
      const suite = Mocha.Suite.create(root, 'main scenario');
      suite.addTest(new Mocha.Test('opens a branch', pass));
      Mocha.Suite.create(suite, 'of a branch').addTest(new Mocha.Test('merges it', pass));
      Mocha.Suite.create(root, 'other scenario').addTest(new Mocha.Test('opens a branch', pass));
      keepSuitesWith(root, 'merges');
    });
    assert.deepEqual(
      report.tests.map(({ title }) => title),
      ['main scenario opens a branch', 'main scenario of a branch merges it'],
    );
  });

  it('repeats the tests of a failed hook', async () => {
    const report = await run((root) => {
      const suite = Mocha.Suite.create(root, 'folder');
      suite.beforeAll(fail);
      suite.addTest(new Mocha.Test('is bound', pass));
    });
    assert.deepEqual(
      report.tests.map(({ selection }) => selection),
      ['folder'],
    );
  });

  it('names no command when all tests passed', async () => {
    const report = await run((root) => {
      Mocha.Suite.create(root, 'folder').addTest(new Mocha.Test('is bound', pass));
    });
    assert.equal(repeatText(repeatCommands(report, 'npm run test:person --')), '');
  });
});
