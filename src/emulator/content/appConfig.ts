/** The account's configuration: what the API reports, what embedded pages apply, and how the emulator's control routes change it. */

import * as z from 'zod';
import type { AppConfig, AppTheme } from '../../contract/content/appConfig.ts';
import type { Platform } from '../platform/platform.ts';
import { AccountRecord } from '../records/accountRecord.ts';
import { EmbedSettings } from '../records/embedRecord.ts';

/** Fields that are left out keep their values. */
export const AppConfigChange = z
  .strictObject({ ...AccountRecord.shape, embedding: z.strictObject(EmbedSettings.shape).partial() })
  .partial();

export function changeAppConfig({ record }: Platform, change: z.output<typeof AppConfigChange>): void {
  const { embedding, ...account } = change;
  Object.assign(record.embed.settings, embedding);
  Object.assign(record.account, account);
}

export function appThemeOf({ record }: Platform): AppTheme {
  const { palette, logoUrl } = record.account.appTheme;
  const deprecated = { ...palette, logoUrl };
  return { palette, logoUrl, light: deprecated, dark: deprecated };
}

export function appConfigOf(platform: Platform): AppConfig {
  const { account, embed } = platform.record;
  return { ...account, appTheme: appThemeOf(platform), embedding: embed.settings };
}
