import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { PlatformError } from '../../../src/platform/platformError.ts';
import { sessionErrors } from '../../../src/session/errors.ts';
import { contentRows } from '../../../src/ui/content/contentRows.ts';
import { syncRows } from '../../../src/ui/dbt/syncRows.ts';
import { embeddingRows } from '../../../src/ui/embedding/embeddingRows.ts';
import { type ViewId, viewIds } from '../../../src/ui/manifest/ids.ts';
import { resourceRows } from '../../../src/ui/resources/resourceRows.ts';
import { plainLocalizer as l10n } from '../../../src/ui/shell/localizer.ts';
import type { Row } from '../../../src/ui/tree/row.ts';
import { repository } from '../../vscode/locations.ts';
import { connection, rows as deploymentRows, state } from '../deployments/sampleDeployments.ts';
import { rowsById } from './outline.ts';

describe('a connection that failed', () => {
  const target = { connectionId: 'https://acme.example.com', deploymentId: '7' };
  const rowsWith = (failure: unknown): Record<ViewId, readonly Row[]> => {
    const failed = connection({ failure });
    const content = { folders: [], copies: [], dashboards: [], connection: 'acme', name: 'Shop', content: undefined };
    return {
      'dataModel.deployments': deploymentRows(state({ connections: [failed] })),
      'dataModel.content': contentRows([{ ...content, target, failure }], l10n),
      'dataModel.resources': resourceRows(
        [{ ...failed, deployments: undefined, refusals: new Map(), lists: new Map() }],
        l10n,
        () => '',
      ),
      'dataModel.embedding': embeddingRows(
        [{ ...failed, tenants: undefined, deployments: undefined, opened: new Map() }],
        l10n,
      ),
      'dataModel.dbtSyncs': syncRows([{ target, failure, syncs: undefined, bound: false, files: new Map() }], {
        l10n,
        time: (stamp) => stamp,
      }),
    };
  };
  const failureOf = (rows: readonly Row[]) => [...rowsById(rows).values()].find(({ kind }) => kind === 'failure')!;

  for (const view of viewIds) {
    it(`is shown with its reason in ${view}, and tries again`, () => {
      const failure = failureOf(rowsWith(sessionErrors.error('no-connection', ['acme']))[view]);
      assert.deepEqual(
        [failure.label, failure.description, failure.context, failure.command, failure.target.connectionId],
        ['There is no connection to acme.', 'try again', ';failure;', 'dataModel.view.refreshRow', target.connectionId],
      );
    });

    it(`signs in again in ${view} if the platform does not accept the key, or if it is lost`, () => {
      const unauthorized = Object.assign(Object.create(PlatformError.prototype) as PlatformError, {
        kind: 'unauthorized',
        message: 'The key is not accepted.',
      });
      const failure = failureOf(rowsWith(unauthorized)[view]);
      assert.deepEqual([failure.description, failure.command], ['sign in again', 'dataModel.connection.signInAgain']);
      const lost = failureOf(rowsWith(sessionErrors.error('key-not-stored', ['acme']))[view]);
      assert.deepEqual([lost.description, lost.command], ['sign in again', 'dataModel.connection.signInAgain']);
    });
  }

  it('has the same menu in every view', () => {
    const { contributes } = JSON.parse(readFileSync(path.join(repository, 'package.json'), 'utf8')) as {
      contributes: { menus: Record<string, { command: string; when: string }[]> };
    };
    const items = contributes.menus['view/item/context']!.filter(({ when }) => when.includes('failure'));
    assert.deepEqual(items.map(({ command }) => command).sort(), [
      'dataModel.health.check',
      'dataModel.view.refreshRow',
    ]);
    for (const { command, when } of items)
      assert.ok(when.startsWith('view =~ /^dataModel\\./ &&'), `${command}: ${when}`);
  });
});
