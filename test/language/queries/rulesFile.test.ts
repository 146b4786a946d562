import assert from 'node:assert/strict';
import { answer, features } from '../../../src/language/features.ts';
import { rulesFixes } from '../../../src/language/queries/rulesFile.ts';
import { diagnose } from '../../../src/model/diagnose.ts';
import { ModelIndex } from '../../../src/model/index/modelIndex.ts';
import { rulesFileName } from '../../../src/model/source/modelSource.ts';
import { ruleKinds } from '../../../src/model/source/ruleKinds.ts';
import { shownAs } from '../codeActions/actions.ts';
import { uriOf } from '../places.ts';

/** The project with a file of rules, and the position of `▮` in it. */
function at(marked: string) {
  const index = new ModelIndex({ modelFolder: 'model' });
  index.set(rulesFileName, marked.replace('▮', ''));
  const position = index.rangeOf(rulesFileName, { start: marked.indexOf('▮'), end: 0 }).start;
  return { project: { index, documents: [], document: () => undefined, uriOf }, position };
}

const labels = (marked: string) => {
  const { project, position } = at(marked);
  const request = features.completionProvider.requests['textDocument/completion'];
  return (answer(request, project, rulesFileName, { position })?.items ?? []).map(({ label }) => label);
};

describe('the file of rules', () => {
  it('completes names of rules, levels and options', () => {
    assert.deepEqual(labels('▮'), ['rules']);
    assert.deepEqual(
      labels('rules:\n  ▮').sort(),
      Object.values(ruleKinds)
        .map(({ code }) => code)
        .sort(),
    );
    assert.ok(!labels('rules:\n  naming: off\n  ▮').includes('naming'));
    assert.deepEqual(labels('rules:\n  naming: ▮').slice(0, 4), ['off', 'info', 'warning', 'error']);
    assert.deepEqual(labels('rules:\n  long-sql:\n    level: info\n    ▮'), ['lines']);
    assert.deepEqual(labels('rules:\n  long-sql: { level: ▮ }'), ['off', 'info', 'warning', 'error']);
  });

  it('says what a rule asks for, and its default', () => {
    const { project, position } = at('rules:\n  nam▮ing: off\n');
    const hover = answer(features.hoverProvider.requests['textDocument/hover'], project, rulesFileName, { position });
    assert.match(hover!.contents.value, /Names of cubes.*Default: `off`/s);
  });

  it('has quick fixes for misspelt names', () => {
    const { index } = at('rules:\n  missing-titel: warnin▮\n').project;
    const problems = diagnose(index, undefined);
    const titles = problems
      .flatMap((one) => rulesFixes(index, { diagnostics: [shownAs(one)] }, uriOf))
      .map(({ title }) => title);
    assert.deepEqual(titles, ["Change to 'missing-title'"]);
  });
});
