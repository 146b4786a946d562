/** The chat surface: each chat gets its own path with its first question. */

import { element } from '../../../base/browser/dom.ts';
import { allowsAi } from './aiSettings.ts';
import { Conversation } from './conversation.ts';
import type { PageContext } from './pageContext.ts';
import { type Navigate, pathOf, type Routes, segmentsOf, type View } from './surface.ts';

const title = 'Analytics Chat';

export async function prepareChat(context: PageContext): Promise<(navigate: Navigate) => Routes> {
  const chats = new Map<string, View>();
  return (navigate) => {
    const newChat = (): View => {
      if (!allowsAi(context.session(), 'allowAi')) return aiIsOff();
      let chatId: string | undefined;
      const chat = new Conversation(context, title, () => {
        if (chatId === undefined) {
          chatId = `chat-${chats.size + 1}`;
          chats.set(chatId, chat);
          navigate(pathOf(chatId));
        }
        return chatId;
      });
      return chat;
    };
    return {
      start: '/',
      links: () => [{ path: '/', title: 'New Chat' }],
      find(path) {
        const [chatId, ...rest] = segmentsOf(path);
        if (chatId === undefined) return { path: '/', title, open: newChat };
        const chat = rest.length === 0 ? chats.get(chatId) : undefined;
        return chat && { path: pathOf(chatId), title, open: () => chat };
      },
    };
  };
}

function aiIsOff(): View {
  const text = element('p', { class: 'detail', 'data-no-ai': true }, 'AI is switched off for this session.');
  return { element: element('main', { class: 'page' }, element('h1', {}, title), text) };
}
