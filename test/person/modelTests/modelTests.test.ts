/** A user runs the tests of the sample: one fails for a mistake that compiles, and passes after it is corrected. */

import { picturedThemes } from '../../vscode/browser/pictures.ts';
import { useEditorSession } from '../editorSession.ts';

const cube = 'model/cubes/orders.yml';
const test = 'tests/orders.test.yml';
const wrong = 'Cancelled orders do not count';

describe('the tests of a model for a user', function () {
  this.bail(true);
  const session = useEditorSession();
  const items = () => session().workbench.page.locator('.test-explorer .monaco-list-row');
  const item = (text: string) => items().filter({ hasText: text });

  it('lists the tests of the sample', async () => {
    const { workbench } = session();
    await workbench.openContainer('Data Model');
    await workbench.welcomeButton('Try It on This Machine').click();
    await workbench.dialog.waitFor();
    await workbench.answerDialog('Pull');
    await workbench.row(/dev-developer-.*open/).waitFor();
    await workbench.openContainer('Testing');
    await item('tests/orders.test.yml').waitFor();
    await item('tests/sales.test.yml').waitFor();
  });

  it('shows on its line what a failed test expects', async () => {
    const { workbench } = session();
    await workbench.openFile(test);
    await workbench.runCommand('Test: Run All Tests');
    const { page } = workbench;
    await page.locator('.test-error-content-widget').getByText('695397 != 651123').waitFor();
    await page.locator('.test-output-peek-tree .monaco-list-row').filter({ hasText: wrong }).click();
    await page.locator('.panel .monaco-diff-editor').first().waitFor();
    for (const [theme, name] of picturedThemes([
      ['Light Modern', 'light-modern'],
      ['Dark Modern', 'dark-modern'],
    ] as const)) {
      await workbench.setPictureTheme(theme);
      await workbench.screenshot(`tests-1-failed-${name}`);
    }
  });

  it('shows that it passes after the measure is corrected', async () => {
    const { workbench, change } = session();
    await change(cube, 'canceled', 'cancelled');
    await workbench.save();
    await workbench.runCommand('Test: Run All Tests');
    await item(wrong).locator('.codicon-testing-passed-icon').waitFor();
    await workbench.screenshot('tests-2-passed');
  });

  it('shows which measures the tests cover', async () => {
    const { workbench } = session();
    await workbench.runCommand('Test: Run All Tests with Coverage');
    await workbench.page.getByText('80.00%').first().waitFor();
    await workbench.openFile(cube);
    await workbench.screenshot('tests-3-coverage');
  });
});
