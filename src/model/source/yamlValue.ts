/** Checks the value on one line of YAML: quotes, brackets, and characters that need quotes. */

import type { TextProblem } from './problem.ts';
import { problemCatalog } from './problemCatalog.ts';
import { afterBracket, closingQuote, contentSpan, type LineParts, withoutComment, type YamlLine } from './yamlLine.ts';

const startsPair = /^\s*(?:- +)*[\w"'-]+\s*:(?:\s|$)/;

/** `text` is the whole document, because a quoted or bracketed value may continue on the next lines. */
export function checkValue(text: string, line: YamlLine, parts: LineParts): TextProblem | undefined {
  const { value, valueColumn, key } = parts;
  const start = line.start + valueColumn;
  const first = value[0] ?? '';
  if (first === '"' || first === "'") return checkQuoted(text, start, line, parts);
  if (first === '{' || first === '[') return checkBracketed(text, start, line, parts);
  if (first === '*' || first === '&' || first === '!') {
    const isName = /^[*&!][\w./:-]+/.test(value);
    return isName ? undefined : needsQuotes(`\`${first}\` has a special meaning in YAML.`, line, parts);
  }
  if (first === '@' || first === '`' || (first === '%' && key !== undefined)) {
    return needsQuotes(`YAML does not allow text that starts with \`${first}\`.`, line, parts);
  }
  if (key !== undefined && /[^\s:]\s*:(\s|$)/.test(withoutComment(value)) && !/^[|>]/.test(value)) {
    return needsQuotes('YAML reads text with a colon and a space as another key.', line, parts);
  }
  return undefined;
}

function checkQuoted(text: string, start: number, line: YamlLine, parts: LineParts): TextProblem | undefined {
  const span = contentSpan(line, parts.valueColumn);
  const close = closingQuote(text, start);
  const body = close < 0 ? '' : text.slice(start, close);
  const nextLines = body.split(/\r\n|\n|\r/).slice(1);
  if (close < 0 || nextLines.some((one) => startsPair.test(one))) {
    return { span, ...problemCatalog.yamlOpenQuote() };
  }
  const rest = restOfLine(text, close + 1);
  if (/^\s*(#.*)?$/.test(rest) || (/^\s*[,:\]}]/.test(rest) && parts.key === undefined)) return undefined;
  const message = 'There is more text after the closing quote. Is a quote inside the text?';
  return { span, ...problemCatalog.yamlSyntax(message) };
}

function checkBracketed(text: string, start: number, line: YamlLine, parts: LineParts): TextProblem | undefined {
  const first = text[start]!;
  const end = afterBracket(text, start);
  const body = end < 0 ? '' : text.slice(start, end);
  const nextLines = body.split(/\r\n|\n|\r/).slice(1);
  const holdsPairs = nextLines.some((one) => startsPair.test(one) && !/[,{[]\s*$/.test(one) && first === '[');
  if (end < 0 || holdsPairs) {
    return { span: { start, end: start + 1 }, ...problemCatalog.yamlOpenBracket(first) };
  }
  if (/^\s*(#.*)?$/.test(restOfLine(text, end))) return undefined;
  const kind = first === '{' ? 'block' : 'list';
  return needsQuotes(`YAML reads text that starts with \`${first}\` as a ${kind}.`, line, parts);
}

function needsQuotes(reason: string, line: YamlLine, { valueColumn }: LineParts): TextProblem {
  return { span: contentSpan(line, valueColumn), ...problemCatalog.yamlQuotesNeeded(reason) };
}

function restOfLine(text: string, offset: number): string {
  const newline = text.indexOf('\n', offset);
  return text.slice(offset, newline < 0 ? undefined : newline).replace(/\r$/, '');
}
