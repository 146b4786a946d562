/** Which AI features a session shows. The session's settings override the account's. Spec: Embed, `EmbedSessionSettings`. */

import type { SessionState } from '../pageApi.ts';

type AiSetting = 'showAiWidgets' | 'showWorkbookChat' | 'showDashboardChat' | 'allowAi';

/** False for every feature while `allowAi` is false. */
export function allowsAi({ settings, account }: SessionState, setting: AiSetting): boolean {
  const isOn = (name: AiSetting) => settings[name] ?? account[name] ?? true;
  return isOn('allowAi') && isOn(setting);
}
