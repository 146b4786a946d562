/** The output of the command lines. Names and texts of others cannot control the terminal. */

/** Control characters, and those that change the direction of writing. */
const controls = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu;

/** Shows every control character but line feeds and tabs as `\u001b`, which JSON reads as the same character. */
export function printable(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(controls, (character) => {
    return character === '\n' || character === '\t' ? character : escaped(character);
  });
}

/** As `printable`, for a name that must stay on its line. */
export function printableName(name: string): string {
  return name.replace(controls, escaped);
}

/** The lines of a message below its first one, indented. The log of a GitHub workflow reads `::` at a line’s start, and `##[`, as a command. */
export function indented(message: string): string {
  const lines = message.replaceAll('\r\n', '\n').replaceAll('\n', '\n    ');
  return lines.replace(/^\s*(?=::)/gm, '$&\\').replaceAll('##[', '#\\#[');
}

/** Results, to the standard output. */
export function print(text: string): void {
  process.stdout.write(printable(text));
}

/** Results in a format with control characters, such as CSV: unchanged, except on a terminal. */
export function printData(text: string): void {
  process.stdout.write(process.stdout.isTTY ? printable(text) : text);
}

/** Everything else, to the error output. Calls `written` when the text has left the process. */
export function printError(text: string, written?: () => void): void {
  process.stderr.write(printable(text), () => written?.());
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
