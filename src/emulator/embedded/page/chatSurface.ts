/** The chat surface: questions about the data, each chat under a path of its own. */

import { aiSettings } from './aiSettings.ts';
import { Conversation } from './conversation.ts';
import { h } from './dom.ts';
import { partsOf, pathOf, Router } from './router.ts';
import type { MountedSurface, PreparedSurface, Stage } from './stage.ts';
import { wordsOf } from './stage.ts';

export async function prepareChat(stage: Stage): Promise<PreparedSurface> {
  return {
    open(): MountedSurface {
      const title = h('h1', {});
      const start = h('button', { type: 'button', class: 'button', onclick: () => show(undefined) });
      const room = h('div', { class: 'room' });
      const element = h('main', { class: 'chat' }, h('div', { class: 'head' }, title, start), room);
      const chats = new Map<string, Conversation>();
      let current: string | undefined;
      const place = () => ({ path: current === undefined ? '/' : pathOf(current), title: wordsOf(stage).chat });
      const router = new Router(stage, place());

      const conversation = (): Conversation => {
        const made: Conversation = new Conversation(stage, () => {
          if (current === undefined || chats.get(current) !== made) {
            current = `chat-${chats.size + 1}`;
            chats.set(current, made);
            router.moved(place());
          }
          return current;
        });
        return made;
      };
      let shown: Conversation = conversation();
      const show = (chatId: string | undefined) => {
        current = chatId;
        shown = (chatId === undefined ? undefined : chats.get(chatId)) ?? conversation();
        draw();
        router.moved(place());
      };
      const draw = () => {
        const words = wordsOf(stage);
        title.textContent = words.chat;
        start.textContent = words.newChat;
        const { allowAi } = aiSettings(stage);
        start.hidden = !allowAi;
        room.replaceChildren(allowAi ? shown.element : h('p', { class: 'empty', 'data-no-ai': true }, words.noAi));
      };
      draw();
      return {
        element,
        refresh: () => shown.refresh(),
        restyle() {
          draw();
          for (const one of new Set([...chats.values(), shown])) one.restyle();
        },
        setFilter: () => {},
        navigate(path) {
          const [chatId, ...more] = partsOf(path);
          if (more.length > 0 || (chatId !== undefined && !chats.has(chatId))) return false;
          if (chatId !== current) show(chatId);
          return true;
        },
        dispose() {
          for (const one of new Set([...chats.values(), shown])) one.dispose();
        },
      };
    },
  };
}
