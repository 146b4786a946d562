/** The action of each check of the health page. The clock has none: after it was set, *Run Again* checks it. */

import { UserError } from '../../base/errors.ts';
import type { HealthSubject } from '../../contract/messages/healthChannel.ts';
import type { HealthResult } from '../../session/health/checkHealth.ts';
import type { HealthCheck } from '../../session/health/probes.ts';
import type { CommandId } from '../manifest/commandTable.ts';
import type { Localizer } from '../shell/localizer.ts';
import type { RowTarget } from '../tree/row.ts';

interface HealthAction {
  title: string;
  command: CommandId | 'workbench.action.openSettings';
  arguments: unknown[];
}

/** Failures that the proxy settings may solve. */
const networkKinds = ['dns', 'proxy', 'refused', 'timeout', 'tls'];

export function healthAction(
  check: HealthCheck,
  result: HealthResult | undefined,
  { connectionId, deploymentId }: HealthSubject,
  l10n: Localizer,
): HealthAction | undefined {
  const target: RowTarget = { connectionId, ...(deploymentId !== null && { deploymentId }) };
  const ours = (command: CommandId, title: string): HealthAction => ({ title, command, arguments: [{ target }] });
  switch (check) {
    case 'reachable':
      return isNetworkProblem(result)
        ? { title: l10n.t('Open Proxy Settings'), command: 'workbench.action.openSettings', arguments: ['http.proxy'] }
        : ours('dataModel.log.show', l10n.t('Show Log'));
    case 'credential':
      return ours('dataModel.connection.signInAgain', l10n.t('Sign In Again…'));
    case 'permissions':
      return ours('dataModel.connection.useOtherKey', l10n.t('Use Another Key…'));
    case 'spec':
      return ours('dataModel.api.open', l10n.t('Open API Request…'));
    case 'dataApi':
      return result?.state === 'failed'
        ? ours('dataModel.logs.open', l10n.t('Open Logs…'))
        : ours('dataModel.build.refresh', l10n.t('Refresh Build Status'));
    case 'framing':
      return ours('dataModel.dashboard.open', l10n.t('Preview Dashboard…'));
    case 'clock':
      return undefined;
  }
}

function isNetworkProblem(result: HealthResult | undefined): boolean {
  const { kind } = (result?.message instanceof UserError ? result.message : {}) as { kind?: string };
  return kind !== undefined && networkKinds.includes(kind);
}
