/** The saved settings of the account, except those of embedding. Spec: “Configuration records”. */

import * as z from 'zod';
import { record } from '../../contract/definition/record.ts';

export const AccountRecord = z.object({
  name: z.string().default('Emulator'),
  /** The default deployment of users who selected none. */
  defaultDeploymentId: z.number().nullable().default(null),
  databricksMetricViewsEnabled: z.boolean().default(false),
  appTheme: z.object({
    /** Values by name. Embedded pages read `primaryColor`, `borderRadius` and `font`. */
    palette: record(z.string(), z.unknown()),
    logoUrl: z.string().nullable(),
  }),
  applyThemeGlobally: z.boolean(),
  creatorMode: z.object({
    localizedTitles: z.array(z.object({ locale: z.string(), value: z.string() })),
    showGeneratedSql: z.boolean(),
    showSemanticSql: z.boolean(),
  }),
  sheetsUi: z.object({ showAppliedFilters: z.boolean() }),
  sheetsAgentChatEnabled: z.boolean(),
  timezoneSettings: z.object({ timezone: z.string().nullable() }),
});
export type AccountRecord = z.output<typeof AccountRecord>;

export function newAccountRecord(): AccountRecord {
  return {
    name: 'Emulator',
    defaultDeploymentId: null,
    databricksMetricViewsEnabled: false,
    appTheme: { palette: { primaryColor: '#4f5bd5' }, logoUrl: null },
    applyThemeGlobally: false,
    creatorMode: { localizedTitles: [], showGeneratedSql: true, showSemanticSql: true },
    sheetsUi: { showAppliedFilters: true },
    sheetsAgentChatEnabled: true,
    timezoneSettings: { timezone: null },
  };
}
