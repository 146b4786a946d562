import assert from 'node:assert/strict';
import MiniSearch from 'minisearch';
import { tools } from '../../../src/cli/mcp/toolTable.ts';

/** What users ask for, by the tool that an assistant should take first: written before the descriptions were tried with them. */
const intents: Readonly<Record<string, readonly string[]>> = {
  overview: [
    'what cubes and views does this project have',
    'list all measures and dimensions of the sales view',
    'give me an overview of the model',
    'which folders does the model have',
    'show the members of orders with their types',
    'where is each cube defined',
    'start with the structure of the model',
    'list the views that users see',
    'show the source of every view in model/views',
    'which views are there in the folder model/views',
  ],
  search: [
    'find the measure for revenue',
    'is there already something like money spent',
    'search members about customers by words',
    'find a dimension whose description mentions city',
    'which member has the synonym turnover',
    'look for anything about shipping in the titles',
    'find measures that match churn',
    'does a metric for refunds exist already',
    'search for the name of the amount column in descriptions',
    'find a member about discounts',
  ],
  explain: [
    'explain what orders.count is made of',
    'where is this measure used',
    'show the compiled SQL of total_amount',
    'which access policies apply to this view',
    'what columns does the table of orders have',
    'tell me all about the cube customers',
    'who uses this dimension',
    'what is defined at line 27 of orders.yml',
    'which tables and columns is net_amount made of',
    'where does this dimension get its values from and who uses it',
  ],
  check: [
    'does the model compile',
    'are there any errors in the files',
    'check my edits without saving them',
    'list all problems and warnings of the project',
    'would this text compile',
    'validate the model before I go on',
    'which fixes are there for this problem',
    'what errors would these edits add',
    'compile the project and return its problems',
    'is there an error in this cube after my edit',
  ],
  query: [
    'run a query of revenue by month',
    'show the rows of orders by status',
    'how many orders are there per country, on the database',
    'compare the values with those of the last commit',
    'which rows changed since HEAD',
    'what does this query document return',
    'show the SQL and the milliseconds of a query',
    'run the query as a user of the group finance',
    'give me numbers by dimension with filters',
    'show revenue per country from the database',
  ],
  test: [
    'run all tests',
    'which tests fail',
    'run only the tests that the changes can reach',
    'what was expected and what came in the failed test',
    'run the test document orders.test.yml',
    'do the tests pass',
    'execute the tests with rows of their own',
    'run affected tests on this computer',
    'status of each test',
    'are the tests of sales still passing',
  ],
  review: [
    'what does my change break for everybody else',
    'review the changes since the last commit',
    'who sees more or less after this change',
    'which public names are gone',
    'compare the project with the branch main and tell what breaks',
    'is the SQL proved equal after the change',
    'which consumers are affected by my changes',
    'make a certificate of the change',
    'is this change done and safe to hand over',
    'what breaks if I merge these changes',
  ],
  platform: [
    'show the last lines of the build log',
    'which branches does the deployment have',
    'did the last build of the branch fail',
    'which files differ between the project and the branch of the platform',
    'does the platform answer',
    'read the log of the platform',
    'state of the deployment',
    'is the branch in sync with my disk',
    'health of the platform',
    'why did the build of my branch fail, read the log',
  ],
  refactor: [
    'rename the measure count to order_count everywhere',
    'add a measure for the largest order',
    'extract this part of SQL to a member of its own',
    'inline the dimension net',
    'add the dimension city to the view sales',
    'convert the file from YAML to JavaScript',
    'change the title of a measure',
    'propose a fix for this problem as a diff',
    'remove the format of total_amount',
    'format this file',
    'change the access policy of a view so that only finance sees a column',
    'move this expression of SQL to its own measure',
  ],
  apply: [
    'apply the proposal',
    'write the proposal into the project',
    'save the diff that you showed with its digest',
    'yes, write the files of the proposal',
  ],
  undo: [
    'undo the proposal',
    'take back what you wrote',
    'give every file the bytes it had before',
    'revert the proposal that was applied',
  ],
};

const unimportant = new Set(
  'a an and are before by do does did for from go have how i in is it like me my of on only or so some than that the there they this to was were what where which who with would you yes'.split(
    ' ',
  ),
);

/** One form for the singular, the plural and the forms of a verb. */
function stemOf(word: string): string | null {
  const lower = word.toLowerCase();
  if (unimportant.has(lower)) return null;
  return lower.length > 4 ? lower.replace(/(?:ies|y)$/, 'i').replace(/(?:ing|ed|es|s|e)$/, '') : lower;
}

describe('the descriptions of the tools', () => {
  it('lead at least 90 % of what users ask for to the right tool, by words alone', () => {
    const engine = new MiniSearch({ fields: ['name', 'title', 'description'], processTerm: stemOf });
    engine.addAll(tools.map(({ name, title, description }) => ({ id: name, name, title, description })));
    const asked = Object.entries(intents).flatMap(([tool, all]) => all.map((text) => ({ tool, text })));
    const missed = asked.flatMap(({ tool, text }) => {
      const [first] = engine.search(text);
      return first?.id === tool ? [] : [`${text}: ${String(first?.id)} instead of ${tool}`];
    });
    const share = 1 - missed.length / asked.length;
    assert.ok(share >= 0.9, `${asked.length - missed.length} of ${asked.length}\n${missed.join('\n')}`);
  });
});
