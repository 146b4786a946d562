import assert from 'node:assert/strict';
import { pythonText } from '../../../src/ui/dashboard/pythonText.ts';
import { plainLocalizer } from '../../../src/ui/shell/localizer.ts';

const filters = [{ view: 'sales', dimension: 'status', operator: 'equals', values: ['open', 'new'] }];
const context = { widgetId: 'months', title: 'Dashboard shop as ada', branch: 'dev-1', filters };

describe('the result of a widget’s Python', () => {
  it('says what ran, what it printed, and its result', () => {
    const output = { text: '\u001b[31m12 months\u001b[0m\n', result: { months: 12 } };
    assert.deepEqual(pythonText({ status: 'completed', output }, context, plainLocalizer).split('\n'), [
      '# Python of the widget months',
      '# Dashboard shop as ada · Branch dev-1',
      '# Filter: sales.status equals open, new',
      '',
      'Printed:',
      '12 months',
      '',
      'Result:',
      '{',
      '  "months": 12',
      '}',
      '',
    ]);
  });

  it('says why it failed, and that it returned nothing', () => {
    const production = { ...context, branch: null, filters: [] };
    const failed = pythonText({ status: 'failed', error: 'NameError: x', output: null }, production, plainLocalizer);
    assert.match(failed, /· Production\n\nFailed: NameError: x\n$/);
    assert.match(
      pythonText({ status: 'completed', output: { text: '', result: null } }, production, plainLocalizer),
      /It printed nothing and set no variable “result”/,
    );
  });
});
