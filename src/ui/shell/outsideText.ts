/**
 * Texts of others (of servers, models, files, the user’s folders) as the editor shows them: literally, without links that run
 * commands, without icons and without control characters.
 */

/** Longer texts of others are cut: a message is one paragraph. */
const maximumMessage = 2000;

/** Control characters, except line breaks and tabs, and those that change the direction of writing. */
const controls = /(?![\n\t])[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu;

/** For messages, progress, and prompts: they turn `[label](command:…)` into a link that runs the command. */
export function plainText(text: string): string {
  const clean = text.replaceAll('\r\n', '\n').replace(controls, ' ').replaceAll('](', '] (');
  return clean.length > maximumMessage ? `${clean.slice(0, maximumMessage)}…` : clean;
}

/** For labels in which the editor replaces `$(name)` by an icon: quick picks, the status bar, code lenses. */
export function plainLabel(text: string): string {
  return text.replace(/\s+/g, ' ').replace(controls, ' ').replaceAll('$(', '\\$(');
}

/** For Markdown: the text unchanged, in one paragraph. */
export function escapeMarkdown(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(controls, ' ')
    .replace(/[\\`*_{}[\]()#+\-.!~|<>&$]/g, '\\$&');
}
