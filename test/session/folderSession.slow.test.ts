import assert from 'node:assert/strict';
import { delay } from '../../src/base/async.ts';
import { isCancellation } from '../../src/base/errors.ts';
import { operations } from '../../src/contract/operations.ts';
import { type RunningEmulator, startEmulator } from '../../src/emulator/emulator.ts';
import type { FaultRule } from '../../src/emulator/server/faults.ts';
import { diagnose } from '../../src/model/diagnose.ts';
import { ModelIndex } from '../../src/model/index/modelIndex.ts';
import type { Problem } from '../../src/model/source/problem.ts';
import { PlatformError } from '../../src/platform/platformError.ts';
import { readModelFiles } from '../../src/session/modelFiles.ts';
import { clientOf, until, Workbench } from './workbench.ts';

const orders = 'model/cubes/orders.yml';
/** A mistake that reading the text finds, and the compiler too. */
const typo = { sound: 'NULLIF({count}, 0)', broken: 'NULLIF({cuont}, 0)', word: 'cuont' };
/** A file whose mistake only the compiler tells, without the file's name. */
const importing = {
  file: 'model/cubes/extra.js',
  text: "const { table } = require('./nowhere');\n\ncube('extra', { sql_table: table });\n",
};
const writing = [
  'putFiles',
  'deleteFiles',
  'renameFiles',
  'startUpload',
  'uploadFile',
  'finishUpload',
  'commit',
  'merge',
  'mergeToDefault',
];

describe('FolderSession', function () {
  this.timeout(60_000);
  let emulator: RunningEmulator;
  let bench: Workbench;
  let sound: string;

  before(async () => {
    emulator = await startEmulator({ buildMs: 10 });
  });
  after(() => emulator.close());

  beforeEach(async () => {
    bench = new Workbench(emulator, emulator.deploymentId);
    await bench.open(await branch());
    sound = bench.read(orders) ?? '';
    assert.ok(sound.includes(typo.sound));
  });
  afterEach(() => {
    emulator.faults.clear();
    bench.close();
  });

  /** A shared branch for one test, so that none sees another's edits. */
  let branches = 0;
  async function branch(): Promise<string> {
    const name = `feature-${++branches}`;
    const params = { deploymentId: emulator.deploymentId };
    await bench.client.call(operations.createBranch, { params, body: { name } });
    return name;
  }

  function problems(): Problem[] {
    return [...bench.session.model.problems.value.values()].flat();
  }

  /** The text a problem stands on, read from the file as it is on disk. */
  function wordAt({ file, range }: Problem): string {
    const line = bench.read(file)?.split('\n')[range.start.line] ?? '';
    assert.equal(range.start.line, range.end.line);
    return line.slice(range.start.character, range.end.character);
  }

  /** 0-based place of a text in a file, by searching it. */
  function placeOf(file: string, text: string): { line: number; character: number } {
    const before = (bench.read(file) ?? '').split(text)[0]?.split('\n') ?? [];
    return { line: before.length - 1, character: before.at(-1)?.length ?? 0 };
  }

  const broken = () => sound.replace(typo.sound, typo.broken);

  /** How often operations were called while `work` ran. */
  async function calls(ids: readonly string[], work: () => Promise<unknown>): Promise<number> {
    const rules = ids.map((operation): FaultRule => ({ kind: 'latency', ms: 0, operation, times: 0 }));
    emulator.faults.set(rules);
    await work();
    return emulator.faults.state.reduce((sum, { injected }) => sum + injected, 0);
  }

  describe('after a save', () => {
    it('shows one problem on the very word, with what the compiler says beside it, and clears it when it is mended', async () => {
      assert.deepEqual(problems(), []);
      await bench.save(orders, broken());
      const [problem, ...more] = problems();
      assert.ok(problem);
      assert.deepEqual(more, []);
      assert.equal(problem.file, orders);
      assert.deepEqual(problem.range.start, placeOf(orders, typo.word));
      assert.equal(wordAt(problem), typo.word);
      assert.equal(problem.severity, 'error');
      assert.equal(problem.source, 'data-model');
      assert.match(problem.related?.map(({ message }) => message).join() ?? '', /cuont is not defined/);
      assert.deepEqual(phase(), { phase: 'done', valid: false });

      await bench.save(orders, sound);
      assert.deepEqual(problems(), []);
      assert.deepEqual(phase(), { phase: 'done', valid: true });
    });

    it('shows the local finding before the platform has answered anything', async () => {
      emulator.faults.set([{ kind: 'hang', times: 0 }]);
      const saved = bench.save(orders, broken());
      const found = await until(bench.session.model.problems, (byFile) => byFile.size > 0);
      const [problem] = found.get(orders) ?? [];
      assert.ok(problem);
      assert.deepEqual(problem.range.start, placeOf(orders, typo.word));
      assert.equal(problem.related, undefined);
      // Whoever waits for the rest is let go when the branch is.
      await bench.session.unfollow();
      await saved;
    });

    it('brings the saved bytes to the branch, and nothing else', async () => {
      const name = bench.session.branchName ?? '';
      const before = await bench.hashes(name);
      await bench.save(orders, broken());
      const after = await bench.hashes(name);
      const changed = [...new Set([...before.keys(), ...after.keys()])].filter(
        (file) => before.get(file) !== after.get(file),
      );
      assert.deepEqual(changed, [orders]);
    });

    it('places an error that names no file on the right file', async () => {
      await bench.save(importing.file, importing.text);
      const [problem, ...more] = problems();
      assert.ok(problem);
      assert.deepEqual(more, []);
      assert.equal(problem.file, importing.file);
      assert.equal(problem.source, 'compiler');
      assert.equal(problem.range.start.line, 0);
      assert.match(wordAt(problem), /nowhere/);
    });

    it('shows an error without any place on the project’s own file', async () => {
      await bench.save('model/cubes/extra.js', "throw new Error('no luck today');\n");
      assert.deepEqual(
        problems().map(({ file, message, source }) => ({ file, message, source })),
        [{ file: 'cube.js', message: 'no luck today', source: 'compiler' }],
      );
    });

    it('shows exactly what a check of the same files without an editor shows', async () => {
      await bench.save('model/cubes/extra.js', "throw new Error('no luck today');\n");
      await bench.save(orders, broken());
      const index = new ModelIndex({ modelFolder: 'model' });
      for await (const { path: file, text } of readModelFiles(bench.folder, 'model')) index.set(file, text);
      const { errors } = await bench.client.call(operations.validate, {
        params: { deploymentId: emulator.deploymentId },
        query: { branchName: bench.session.branchName ?? '' },
      });
      assert.ok(errors.length >= 2);
      const byText = (a: Problem, b: Problem) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);
      assert.deepEqual(problems().sort(byText), diagnose(index, errors).sort(byText));
    });

    it('pushes nothing and asks nothing while pushing on save is off, and still finds what the text tells', async () => {
      bench.settings.pushOnSave = false;
      const name = bench.session.branchName ?? '';
      const before = await bench.hashes(name);
      assert.equal(await calls([...writing, 'validate'], () => bench.save(orders, broken())), 0);
      assert.equal(problems().length, 1);
      assert.deepEqual(await bench.hashes(name), before);
    });

    it('withdraws a verdict about an older branch where validating on save is off', async () => {
      await bench.save(importing.file, importing.text);
      assert.equal(problems().length, 1);
      bench.settings.validateOnSave = false;
      await bench.save(importing.file, "cube('extra', { sql_table: 'shop.extra' });\n");
      assert.deepEqual(problems(), []);
      assert.equal(bench.session.validation.value.phase, 'none');
    });
  });

  describe('when files go', () => {
    it('clears the problems of a deleted file, on disk and on the branch', async () => {
      await bench.save(importing.file, importing.text);
      assert.equal(problems().length, 1);
      await bench.delete(importing.file);
      assert.deepEqual(problems(), []);
      assert.ok(!(await bench.hashes(bench.session.branchName ?? '')).has(importing.file));
    });

    it('takes the problems of a renamed file to its new name', async () => {
      await bench.save(orders, broken());
      await bench.rename(orders, 'model/cubes/purchases.yml');
      assert.deepEqual(
        problems().map(({ file }) => file),
        ['model/cubes/purchases.yml'],
      );
      const [problem] = problems();
      assert.equal(problem && wordAt(problem), typo.word);
      const listed = await bench.hashes(bench.session.branchName ?? '');
      assert.deepEqual([listed.has(orders), listed.has('model/cubes/purchases.yml')], [false, true]);
    });

    it('clears the problems of a deleted folder', async () => {
      await bench.save('model/extra/one.js', importing.text);
      assert.equal(problems().length, 1);
      await bench.delete('model/extra');
      assert.deepEqual(problems(), []);
      assert.ok(!(await bench.hashes(bench.session.branchName ?? '')).has('model/extra/one.js'));
    });

    it('takes the problems of a renamed folder to its new name', async () => {
      await bench.save('model/extra/one.js', importing.text);
      await bench.rename('model/extra', 'model/more');
      assert.deepEqual(
        problems().map(({ file }) => file),
        ['model/more/one.js'],
      );
      const listed = await bench.hashes(bench.session.branchName ?? '');
      assert.deepEqual([listed.has('model/extra/one.js'), listed.has('model/more/one.js')], [false, true]);
    });

    it('forgets the problems on the project’s own file with that file', async () => {
      await bench.save('model/cubes/extra.js', "throw new Error('no luck today');\n");
      await bench.delete('cube.js');
      assert.deepEqual(
        problems().filter(({ file }) => file === 'cube.js'),
        [],
      );
      assert.equal(problems().length, 1);
    });
  });

  describe('while the platform has not spoken about the newest save', () => {
    const lists: string[][] = [];
    function watched() {
      lists.length = 0;
      return bench.session.model.problems.onChange((byFile) => {
        const shown = [...byFile.values()].flat();
        lists.push(shown.map(({ file, message }) => `${file}: ${message}`));
      });
    }

    it('a mended word takes its error away at once, and to no other place', async () => {
      await bench.save(orders, broken());
      assert.equal(problems().length, 1);
      const watch = watched();
      await bench.save(orders, sound);
      watch.dispose();
      assert.ok(lists.length > 0);
      assert.deepEqual(lists.flat(), []);
    });

    it('an error on other words stays where it is, also when its line moves', async () => {
      await bench.save(importing.file, importing.text);
      const before = problems();
      assert.equal(before.length, 1);
      const watch = watched();
      await bench.save(importing.file, `// A remark.\n${importing.text}`);
      await bench.save(orders, sound.replace('title: Orders', 'title: All orders'));
      watch.dispose();
      assert.ok(lists.length > 1);
      for (const shown of lists) assert.deepEqual(shown, [`${importing.file}: ${before[0]!.message}`]);
      assert.equal(problems()[0]!.range.start.line, before[0]!.range.start.line + 1);
    });

    it('a verdict about the mistake that arrives after the mend is not shown', async () => {
      const held = holdAnswer('validate');
      const first = bench.save(orders, broken());
      await held.answered;
      const second = bench.save(orders, sound);
      const { generation } = bench.session.model;
      while (bench.session.model.generation === generation) await delay(5);
      const watch = watched();
      held.release();
      await Promise.all([first, second]);
      watch.dispose();
      assert.deepEqual(lists.flat(), []);
      assert.deepEqual(phase(), { phase: 'done', valid: true });
    });
  });

  describe('a verdict that comes late', () => {
    it('does not replace the one of a later save', async () => {
      const held = holdAnswer('validate');
      const first = bench.save(importing.file, importing.text);
      await held.answered;
      const { generation } = bench.session.model;
      const second = bench.save(importing.file, "cube('extra', { sql_table: 'shop.extra' });\n");
      while (bench.session.model.generation === generation) await delay(5);
      held.release();
      await Promise.all([first, second]);
      assert.deepEqual(problems(), []);
      assert.deepEqual(phase(), { phase: 'done', valid: true });
    });

    it('does not replace the answer to a later question about the same texts', async () => {
      bench.settings.validateOnSave = false;
      await bench.save(importing.file, importing.text);
      const held = holdAnswer('validate');
      const late = bench.session.validate();
      await held.answered;
      await bench.save(importing.file, "cube('extra', { sql_table: 'shop.extra' });\n");
      await bench.session.validate();
      assert.deepEqual(phase(), { phase: 'done', valid: true });
      held.release();
      await late;
      assert.deepEqual(problems(), []);
      assert.deepEqual(phase(), { phase: 'done', valid: true });
    });
  });

  describe('in an outage', () => {
    const faults: [string, FaultRule, string][] = [
      ['a server error', { kind: 'status', status: 500, operation: 'validate', times: 0 }, 'server'],
      ['a page instead of an answer', { kind: 'html', operation: 'validate', times: 0 }, 'not-json'],
      ['an answer of another shape', { kind: 'wrong-shape', operation: 'validate', times: 0 }, 'unexpected-shape'],
      ['a connection that breaks', { kind: 'reset-before', operation: 'validate', times: 0 }, 'reset'],
      ['an answer that breaks off', { kind: 'truncate', operation: 'validate', times: 0 }, 'reset'],
    ];
    for (const [title, rule, kind] of faults) {
      it(`${title}: the verdict goes, local findings stay, the failure has a name, the next save recovers`, async () => {
        await bench.save(importing.file, importing.text);
        assert.equal(problems().length, 1);
        emulator.faults.set([rule]);
        await bench.save(orders, broken());
        assert.deepEqual(
          problems().map(({ file, source }) => ({ file, source })),
          [{ file: orders, source: 'data-model' }],
        );
        named(bench.session.failure.value, kind, 'validate');
        assert.equal(bench.session.validation.value.phase, 'failed');

        emulator.faults.clear();
        // Nothing is left to push: the verdict alone is missing.
        await bench.save(orders, broken());
        assert.equal(bench.session.failure.value, undefined);
        assert.deepEqual(
          problems()
            .map(({ file }) => file)
            .sort(),
          [importing.file, orders],
        );
      });
    }

    const refusals: [string, FaultRule, string][] = [
      ['a page', { kind: 'html', operation: 'putFiles', times: 0 }, 'not-json'],
      ['a server error', { kind: 'status', status: 500, operation: 'putFiles', times: 0 }, 'server'],
    ];
    for (const [title, rule, kind] of refusals) {
      it(`${title} in place of the push: what is not on the branch goes up with the next save of any file`, async () => {
        const name = bench.session.branchName ?? '';
        await bench.save(importing.file, importing.text);
        const before = await bench.hashes(name);
        emulator.faults.set([rule]);
        await bench.save(orders, broken());
        named(bench.session.failure.value, kind, 'putFiles');
        assert.deepEqual(
          problems().map(({ file, source }) => ({ file, source })),
          [{ file: orders, source: 'data-model' }],
        );
        emulator.faults.clear();
        assert.deepEqual(await bench.hashes(name), before);

        await bench.save(importing.file, "cube('extra', { sql_table: 'shop.extra' });\n");
        assert.equal(bench.session.failure.value, undefined);
        const listed = await bench.hashes(name);
        assert.notEqual(listed.get(orders), before.get(orders));
        assert.notEqual(listed.get(importing.file), before.get(importing.file));
        assert.deepEqual(
          problems().map(({ file }) => file),
          [orders],
        );
      });
    }

    it('a push whose answer is lost counts once it is seen on the branch', async () => {
      emulator.faults.set([{ kind: 'reset-after', operation: 'putFiles' }]);
      await bench.save(orders, broken());
      assert.equal(bench.session.failure.value, undefined);
      assert.equal(problems().length, 1);
      assert.deepEqual(phase(), { phase: 'done', valid: false });
    });

    it('what sync sends by itself once the platform is back gets its verdict, too', async () => {
      emulator.faults.set([{ kind: 'status', status: 503, operation: 'getFileHashes', times: 0 }]);
      await bench.save(importing.file, importing.text);
      named(bench.session.failure.value, 'server', 'getFileHashes');
      assert.deepEqual(problems(), []);
      emulator.faults.clear();
      await until(bench.session.failure, (failure) => failure === undefined);
      assert.deepEqual(
        problems().map(({ file }) => file),
        [importing.file],
      );
      assert.ok((await bench.hashes(bench.session.branchName ?? '')).has(importing.file));
    });

    it('a question that is never answered can be cancelled, and the next one is answered', async () => {
      await bench.save(importing.file, importing.text);
      emulator.faults.set([{ kind: 'hang', operation: 'validate' }]);
      const cancel = new AbortController();
      const asked = bench.session.validate(cancel.signal);
      await struck();
      cancel.abort();
      await assert.rejects(asked, isCancellation);
      assert.equal(bench.session.validation.value.phase, 'none');
      assert.deepEqual(problems(), []);
      assert.equal(bench.session.failure.value, undefined);
      await bench.session.validate();
      assert.deepEqual(
        problems().map(({ file }) => file),
        [importing.file],
      );
    });

    it('leaving dev mode ends a question that is never answered, and the next branch is not kept waiting', async () => {
      emulator.faults.set([{ kind: 'hang', operation: 'validate' }]);
      const saved = bench.save(orders, broken());
      await struck();
      await bench.session.leaveDevMode();
      await saved;
      assert.equal(bench.session.validation.value.phase, 'none');
      assert.equal(bench.session.failure.value, undefined);
      emulator.faults.clear();
      const engine = await bench.session.openDevMode(await branch());
      const plan = await engine.refresh();
      await engine.push({ plan, confirmed: true });
      await engine.pull({ plan: await engine.refresh(), confirmed: true });
      await bench.save(importing.file, importing.text);
      assert.equal(bench.session.validation.value.phase, 'done');
    });
  });

  describe('dev mode', () => {
    it('writes to no branch once somebody pointed the session elsewhere, and says so', async () => {
      await bench.save(importing.file, importing.text);
      const own = bench.session.branchName ?? '';
      const other = clientOf(emulator);
      const params = { deploymentId: emulator.deploymentId };
      const elsewhere = await other.call(operations.startDevMode, { params, body: { branchName: await branch() } });
      other.dispose();
      assert.notEqual(elsewhere.branchName, own);
      const all = [own, elsewhere.branchName, emulator.deployBranch];
      const before = await Promise.all(all.map((name) => bench.hashes(name)));

      assert.equal(await calls(writing, () => bench.save(orders, broken())), 0);
      const { phase: syncPhase, halt } = bench.session.sync.value?.state.value ?? {};
      assert.equal(syncPhase, 'halted');
      assert.equal(halt?.kind, 'session-moved');
      assert.ok(halt?.message.includes(own) && halt.message.includes(elsewhere.branchName));
      assert.deepEqual(await Promise.all(all.map((name) => bench.hashes(name))), before);
      // What the platform said is about older texts now.
      assert.deepEqual(
        problems().map(({ file, source }) => ({ file, source })),
        [{ file: orders, source: 'data-model' }],
      );
    });

    it('pushes nothing after it was left; local findings go on', async () => {
      const name = bench.session.branchName ?? '';
      await bench.session.leaveDevMode();
      assert.equal(bench.session.sync.value, undefined);
      assert.equal(bench.remembered, undefined);
      const before = await bench.hashes(name);
      assert.equal(await calls([...writing, 'validate'], () => bench.save(orders, broken())), 0);
      assert.deepEqual(await bench.hashes(name), before);
      assert.equal(problems().length, 1);
      await bench.save(orders, sound);
      assert.deepEqual(problems(), []);
    });

    it('withdraws the platform’s report when it is left', async () => {
      await bench.save(importing.file, importing.text);
      assert.equal(problems().length, 1);
      await bench.session.leaveDevMode();
      assert.deepEqual(problems(), []);
    });

    it('never falls back to a save’s old branch while it is being left', async () => {
      const saved = bench.save(orders, broken());
      const left = bench.session.leaveDevMode();
      await Promise.all([saved, left]);
      assert.equal(bench.session.sync.value, undefined);
      assert.equal(bench.session.branchName, undefined);
    });
  });

  function phase(): { phase: string; valid?: boolean } {
    const state = bench.session.validation.value;
    return state.phase === 'done' ? { phase: state.phase, valid: state.valid } : { phase: state.phase };
  }

  function named(failure: unknown, kind: string, operation: string): void {
    assert.ok(failure instanceof PlatformError, String(failure));
    assert.equal(failure.kind, kind);
    assert.equal(failure.operation, operation);
    assert.equal(failure.host, new URL(emulator.url).host);
    assert.ok(failure.action);
    assert.ok(!failure.describe().includes(emulator.apiKey));
  }

  /** Resolves when the first fault has struck. */
  async function struck(): Promise<void> {
    while (emulator.faults.state[0]?.injected === 0) await delay(5);
  }

  /** Keeps the next answer to an operation on its way until it is released. */
  function holdAnswer(operation: string): { answered: Promise<void>; release: () => void } {
    const { client } = bench;
    const call = client.call.bind(client) as (...args: unknown[]) => Promise<unknown>;
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const answered = new Promise<void>((resolve) => {
      let waits = true;
      const holding = async (...args: unknown[]) => {
        const answer = await call(...args);
        if (!waits || (args[0] as { id: string }).id !== operation) return answer;
        waits = false;
        resolve();
        await released;
        return answer;
      };
      client.call = holding as typeof client.call;
    });
    return { answered, release: () => release() };
  }
});
