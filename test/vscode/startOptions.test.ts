import assert from 'node:assert/strict';
import { UserError } from '../../src/base/errors.ts';
import { readStartOptions, startHelp } from './startOptions.ts';

describe('the options of npm start', () => {
  it('are explained by the help, each with its default', () => {
    for (const option of ['--no-open', '--json', '--port N', '--workspace DIR']) assert.ok(startHelp.includes(option));
    assert.equal(readStartOptions(['--help'], '/projects').help, true);
    assert.equal(readStartOptions(['-h'], '/projects').help, true);
    assert.deepEqual(readStartOptions([], '/projects'), {
      help: false,
      open: true,
      json: false,
      port: 0,
      workspace: undefined,
    });
  });

  it('resolve the folder where the user is', () => {
    const read = (folder: string) => readStartOptions(['--workspace', folder], '/projects').workspace;
    assert.equal(read('shop'), '/projects/shop');
    assert.equal(read('/data/shop'), '/data/shop');
  });

  for (const [args, message] of [
    [['--port', 'x'], /--port must be a whole number from 0 to 65535, not “x”/],
    [['--port', '65536'], /--port must be a whole number/],
    [['--workspace', ''], /--workspace needs a folder/],
    [['--opne'], /--opne/],
    [['shop'], /shop/],
  ] as const) {
    it(`refuses ${args.join(' ')}`, () => {
      const isExplained = (failure: unknown) => failure instanceof UserError && message.test(failure.message);
      assert.throws(() => readStartOptions([...args], '/projects'), isExplained);
    });
  }
});
