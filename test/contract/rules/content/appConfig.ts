/** Rules of the contract: the account's configuration and theme. Spec: “Configuration records”, “Embed”, Versioning 2–3. */

import assert from 'node:assert/strict';
import { operations } from '../../../../src/contract/operations.ts';
import { type Platform, platformUnderTest } from '../../platformUnderTest.ts';
import { signedIn } from '../../signed.ts';

export function appConfigRules(): void {
  describe('group F: app configuration and theme', () => {
    let platform: Platform;
    before(async () => {
      platform = await platformUnderTest();
    });
    const read = () => platform.call(operations.getAppConfig, {});
    const change = (body: object, caller: 'user' | 'admin' = 'admin') =>
      platform.sendRaw({ method: 'POST', path: '/_emulator/app-config' }, { body }, `Bearer ${platform.keyOf(caller)}`);

    it('Configuration records: app-config has every named field', async () => {
      const {
        appTheme,
        applyThemeGlobally,
        creatorMode,
        embedding,
        sheetsUi,
        sheetsAgentChatEnabled,
        timezoneSettings,
      } = await read();
      assert.equal(typeof applyThemeGlobally, 'boolean');
      assert.equal(typeof sheetsAgentChatEnabled, 'boolean');
      assert.equal(typeof sheetsUi?.showAppliedFilters, 'boolean');
      assert.ok(appTheme && timezoneSettings);
      assert.deepEqual(Object.keys(creatorMode!).sort(), ['localizedTitles', 'showGeneratedSql', 'showSemanticSql']);
      const names = ['allowAi', 'enableDashboardComments', 'locale', 'showAiWidgets', 'showDashboardChat'];
      assert.deepEqual(Object.keys(embedding!).sort(), [...names, 'showWorkbookChat']);
    });

    it('Versioning 2–3: the deprecated light and dark of a theme have the palette and the logo', async () => {
      const logoUrl = 'https://acme.example/logo.svg';
      const appTheme = { palette: { primaryColor: '#0a7' }, logoUrl };
      const { appTheme: before } = await read();
      assert.equal((await change({ appTheme })).status, 200);
      const theme = await platform.call(operations.getAppTheme, {});
      assert.deepEqual([theme.palette, theme.logoUrl], [appTheme.palette, logoUrl]);
      for (const scheme of [theme.light, theme.dark]) assert.deepEqual(scheme, { primaryColor: '#0a7', logoUrl });
      assert.deepEqual((await read()).appTheme, theme);
      await change({ appTheme: { palette: before!.palette, logoUrl: null } });
    });

    it('Embed: app-config reports the settings that embedded pages apply', async () => {
      const viewer = await signedIn(platform);
      const inPage = async () => {
        const path = '/embed/_page/session';
        const { body } = await platform.sendRaw({ method: 'GET', path }, {}, viewer.token);
        return (body as { account: Record<string, unknown> }).account;
      };
      const settings = { embedding: { locale: 'fr', allowAi: false }, timezoneSettings: { timezone: 'Europe/Paris' } };
      assert.equal((await change(settings)).status, 200);
      const { embedding, timezoneSettings } = await platform.call(operations.getAppConfig, {}, viewer);
      assert.deepEqual([embedding!.locale, embedding!.allowAi, embedding!.showWorkbookChat], ['fr', false, true]);
      assert.equal(timezoneSettings!.timezone, 'Europe/Paris');
      const { locale, allowAi, timezone, embedTheme } = await inPage();
      assert.deepEqual([locale, allowAi, timezone, embedTheme], ['fr', false, 'Europe/Paris', null]);
      await change({ applyThemeGlobally: true });
      assert.deepEqual((await inPage()).embedTheme, (await read()).appTheme!.palette);
      await change({
        embedding: { locale: null, allowAi: true },
        timezoneSettings: { timezone: null },
        applyThemeGlobally: false,
      });
    });

    it('notes: only an administrator changes the configuration, and only known fields', async () => {
      assert.equal((await change({ sheetsAgentChatEnabled: false }, 'user')).status, 403);
      for (const wrong of [{ nonsense: true }, { embedding: { nonsense: true } }, { sheetsAgentChatEnabled: 1 }, []]) {
        assert.equal((await change(wrong)).status, 400, JSON.stringify(wrong));
      }
      assert.equal((await read()).sheetsAgentChatEnabled, true);
    });
  });
}
