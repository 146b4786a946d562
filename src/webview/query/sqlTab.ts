/** The generated SQL with its parameters. */

import { element, replaceContent } from '../../base/browser/dom.ts';
import type { QueryContent } from '../../contract/messages/queryChannel.ts';
import type { QueryText } from '../shared/pageTexts.ts';
import { sqlTokens } from '../shared/sqlTokens.ts';
import { allLines } from './grid/visibleText.ts';

/** Characters that are colored. The rest is plain. */
const maxColored = 100_000;

export interface SqlActions {
  openSql(): void;
  openSqlDiff(): void;
  copy(text: string): void;
}

export interface SqlTab {
  readonly node: HTMLElement;
  show(content: Pick<QueryContent, 'result' | 'compared'>): void;
}

export function makeSqlTab(text: QueryText, actions: SqlActions): SqlTab {
  const node = element('div', { class: 'sql-tab' });
  let shown: string | undefined;
  const button = (key: 'sql.open' | 'sql.copy' | 'compare.sql', onclick: () => void) =>
    element('button', { type: 'button', onclick }, text(key));
  return {
    node,
    show({ result, compared }) {
      const version = JSON.stringify([
        result?.sql,
        result?.parameters,
        result?.dialect,
        result?.isFormatted,
        compared !== null,
      ]);
      if (version === shown) return;
      shown = version;
      if (!result) {
        replaceContent(node, element('p', { class: 'hint' }, text('sql.none')));
        return;
      }
      const { sql, parameters, dialect, isFormatted } = result;
      const named = dialect === null ? text('sql.unknownDialect') : text('sql.dialect', dialect);
      replaceContent(
        node,
        element(
          'div',
          { class: 'tab-tools' },
          button('sql.open', () => actions.openSql()),
          button('sql.copy', () => actions.copy(sql)),
          compared && button('compare.sql', () => actions.openSqlDiff()),
          element('span', { class: 'hint' }, isFormatted ? named : `${named} · ${text('sql.unformatted')}`),
        ),
        element('pre', { class: 'sql', tabindex: 0, 'aria-label': text('tab.sql') }, coloredSql(sql)),
        parameters.length > 0 && element('h2', {}, text('sql.parameters')),
        parameters.length > 0 && parameterList(parameters),
      );
    },
  };
}

function coloredSql(sql: string): HTMLElement {
  const code = element('code', {});
  for (const { text, kind } of sqlTokens(sql.slice(0, maxColored))) {
    code.append(kind === 'plain' ? allLines(text) : element('span', { class: `sql-${kind}` }, allLines(text)));
  }
  code.append(allLines(sql.slice(maxColored)));
  return code;
}

function parameterList(parameters: readonly unknown[]): HTMLElement {
  const values = parameters.map((value) => element('li', {}, element('code', {}, allLines(jsonOf(value)))));
  return element('ol', { class: 'parameters' }, ...values);
}

function jsonOf(value: unknown): string {
  return JSON.stringify(value) ?? String(value);
}
