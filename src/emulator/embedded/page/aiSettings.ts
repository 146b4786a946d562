/** Which AI entries a session shows: the session's word counts before the account's. Spec: Embed, `EmbedSessionSettings`. */

import type { Stage } from './stage.ts';

const names = ['allowAi', 'showAiWidgets', 'showWorkbookChat', 'showDashboardChat'] as const;

export function aiSettings(stage: Stage): Record<(typeof names)[number], boolean> {
  const { settings, account } = stage.session();
  const said = (name: (typeof names)[number]) => settings[name] ?? account[name] ?? true;
  const allowAi = said('allowAi');
  const [, showAiWidgets, showWorkbookChat, showDashboardChat] = names.map(
    (name) => allowAi && said(name),
  ) as boolean[];
  return {
    allowAi,
    showAiWidgets: showAiWidgets!,
    showWorkbookChat: showWorkbookChat!,
    showDashboardChat: showDashboardChat!,
  };
}
