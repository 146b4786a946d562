/** Parses the compiler's validation messages into paths and reasons. */

type ReasonKind = 'value' | 'not-allowed' | 'required' | 'conflict' | 'alternatives' | 'other';

export interface Reason {
  /** Undefined if the message names no path. */
  path: string | undefined;
  kind: ReasonKind;
  /** The message without the path. */
  text: string;
  /** The wrong value, as the compiler prints it. */
  value?: string;
}

function kindOf(text: string): ReasonKind {
  if (/is required/.test(text)) return 'required';
  if (/is not allowed/.test(text)) return 'not-allowed';
  if (/does not match any of the allowed types/.test(text)) return 'alternatives';
  if (/must contain at least one of|missing required peer|required value/.test(text)) return 'required';
  if (/conflict|exclusive|not both/.test(text)) return 'conflict';
  if (/must|fails to match|does not match|Invalid|is not a valid/.test(text)) return 'value';
  return 'other';
}

/** `value` is the definition itself. */
const pathPattern = /^(?!value$)[\w$]+(?:\.[\w$-]+|\[\d+\])*$/;

function reasonOf(line: string): Reason {
  const bracketed =
    /^\(([^\s=()]+)(?: = ([\s\S]*?))?\) ((?:must|is|does|has|needs|fails|length|contains|conflict|missing|cannot|property)\b[\s\S]*)$/.exec(
      line,
    ) ?? /^\(([^\s=()]+)(?: = ([\s\S]*?))?\) ([\s\S]+)$/.exec(line);
  if (bracketed && pathPattern.test(bracketed[1]!)) {
    const [, path, value, text] = bracketed;
    return { path: path!, kind: kindOf(text!), text: text!, ...(value === undefined ? {} : { value }) };
  }
  const quoted = /^"([^"\s]+)" ([\s\S]+)$/.exec(line);
  if (quoted && pathPattern.test(quoted[1]!) && !/^is not a valid|^property can/.test(quoted[2]!))
    return { path: quoted[1]!, kind: kindOf(quoted[2]!), text: quoted[2]! };
  const pathless = /^\((?:value|<unknown path>) = [\s\S]*?\) ([\s\S]+)$/.exec(line) ?? /^"value" ([\s\S]+)$/.exec(line);
  if (pathless) return { path: undefined, kind: kindOf(pathless[1]!), text: pathless[1]! };
  return { path: undefined, kind: kindOf(line), text: line };
}

/** The reasons of a message such as `"a.b" is required. "c" must be …`, with or without `Possible reasons (one of):`. Undefined for other messages. */
export function reasonsOf(message: string): Reason[] | undefined {
  const [head, ...rest] = message.split('\nPossible reasons (one of):\n');
  const isPath = (text: string) => /^["(](?:[\w$]+(?:\.[\w$-]+|\[\d+\])*|value)(?:"| = |\))/.test(text);
  if (rest.length > 0) {
    const lines = rest
      .join('\n')
      .split(/\n\t\* /)
      .map((line) => line.replace(/^\s*\* /, '').trim())
      .filter((line) => line !== '');
    const heads = head!.split(/(?<=[^.])\. (?=")/).map(reasonOf);
    return [...lines.map(reasonOf), ...heads.filter((one) => one.kind === 'alternatives')];
  }
  if (!isPath(head!)) {
    return /^You must use either|property can only be used|^Using split together|^View group must use|is not a valid|^Invalid .* format/.test(
      head!,
    )
      ? [{ path: undefined, kind: 'conflict', text: head! }]
      : undefined;
  }
  return head!.split(/(?<=[^.])\. (?=")/).map(reasonOf);
}
