/** The account's configuration and theme. Spec: “Configuration records”, group F. */

import { appConfigOf, appThemeOf } from '../../content/appConfig.ts';
import type { Handlers } from '../definition/handler.ts';

export const appConfigHandlers: Pick<Handlers, 'getAppConfig' | 'getAppTheme'> = {
  getAppConfig: ({ platform }) => appConfigOf(platform),
  getAppTheme: ({ platform }) => appThemeOf(platform),
};
