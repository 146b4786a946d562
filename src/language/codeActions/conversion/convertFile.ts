/** Converts a file of cubes and views from JavaScript to YAML or back, with its comments. Refuses what would be lost. */

import { touches } from '../../../model/index/lookup.ts';
import { isTemplate } from '../../../model/source/jinja.ts';
import { javaScriptText } from '../../../model/source/quotes.ts';
import type { CodeAction } from '../../protocol/protocol.ts';
import type { ActionPlace } from '../edits/action.ts';
import { linesOf, type NewEntry, yamlItem, yamlText } from '../edits/newText.ts';
import { lineBreakOf } from '../edits/sourceEdits.ts';
import { type CopiedDefinition, TreeCopy } from './copyTree.ts';
import { toJavaScriptLeaf, toYamlLeaf } from './leaves.ts';

const topKeys = { cube: 'cubes', view: 'views', view_group: 'view_groups' } as const;

/** The actions are offered at the names of definitions. */
export function convertFile(place: ActionPlace): CodeAction[] {
  const { index, file, span, uriOf } = place;
  const { definitions } = file.source;
  if (file.source.broken || !definitions.some(({ nameSpan }) => touches(nameSpan, span.start))) return [];
  const isYaml = file.source.language === 'yaml';
  const path = isYaml ? file.path.replace(/\.ya?ml$/, '.js') : file.path.replace(/\.js$/, '.yml');
  const title = isYaml ? 'Convert the file to JavaScript' : 'Convert the file to YAML';
  const { text, losses } = converted(place);
  const reason =
    path === file.path || index.file(path)
      ? `There is already a file '${path}'.`
      : losses.length > 0
        ? `This would be lost: ${[...new Set(losses)].slice(0, 3).join(', ')}.`
        : undefined;
  if (reason !== undefined) return [{ title, kind: 'refactor.rewrite', disabled: { reason } }];
  const start = { line: 0, character: 0 };
  const newText = text.replace(/\r?\n/g, lineBreakOf(file.text));
  return [
    {
      title,
      kind: 'refactor.rewrite',
      edit: {
        documentChanges: [
          { kind: 'create', uri: uriOf(path) },
          { textDocument: { uri: uriOf(path), version: null }, edits: [{ range: { start, end: start }, newText }] },
          { kind: 'delete', uri: uriOf(file.path) },
        ],
      },
    },
  ];
}

function converted({ file }: ActionPlace): { text: string; losses: string[] } {
  const { text, path, source } = file;
  const isYaml = source.language === 'yaml';
  const copy = new TreeCopy(file, isYaml ? toJavaScriptLeaf : toYamlLeaf);
  const definitions = source.definitions.toSorted((a, b) => a.span.start - b.span.start);
  if (isYaml && isTemplate(path, text)) copy.losses.push('template tags');
  if (definitions.some(({ name, misspeltCall }) => name === undefined || misspeltCall))
    copy.losses.push('a generated name');
  if (!isYaml && hasOtherCode(text, definitions)) copy.losses.push('the rest of the program');
  const otherKeys = source.root?.entries.filter(({ key }) => !/^(cubes|views|view_groups)$/.test(key)) ?? [];
  if (otherKeys.length > 0) copy.losses.push(`'${otherKeys[0]!.key}'`);
  const copied = definitions.map((one) => copy.definition(one));
  const rest = copy.rest();
  return { text: isYaml ? javaScript(copied, rest) : yaml(copied, rest), losses: copy.losses };
}

/** Whether the program has statements other than the calls that define something. */
function hasOtherCode(text: string, definitions: readonly { span: { start: number; end: number } }[]): boolean {
  let rest = '';
  let at = 0;
  for (const { span } of definitions) {
    rest += text.slice(at, span.start);
    at = span.end;
  }
  return (rest + text.slice(at)).replace(/\/\/[^\r\n]*|\/\*[\s\S]*?\*\//g, '').replace(/[\s;\uFEFF]/g, '') !== '';
}

function yaml(definitions: readonly CopiedDefinition[], rest: readonly string[]): string {
  const lines: string[] = [];
  for (const [kind, key] of Object.entries(topKeys)) {
    const own = definitions.filter((one) => one.kind === kind);
    if (own.length === 0) continue;
    if (lines.length > 0) lines.push('');
    lines.push(`${key}:`);
    for (const [i, { name, comments, entries }] of own.entries()) {
      if (i > 0) lines.push('');
      lines.push(...comments.map((one) => `  # ${one}`.trimEnd()));
      const all: NewEntry[] = [{ key: 'name', value: yamlText(name) }, ...entries];
      lines.push(...yamlItem({ entries: all }, '  '));
    }
  }
  return `${[...lines, ...rest.map((one) => `# ${one}`.trimEnd())].join('\n')}\n`;
}

function javaScript(definitions: readonly CopiedDefinition[], rest: readonly string[]): string {
  const parts = definitions.map(({ kind, name, comments, entries }) => [
    ...comments.map((one) => `// ${one}`.trimEnd()),
    `${kind}(${javaScriptText(name)}, {`,
    ...linesOf('javascript', entries, '  '),
    '});',
  ]);
  const lines = parts.flatMap((one, i) => (i > 0 ? ['', ...one] : one));
  return `${[...lines, ...rest.map((one) => `// ${one}`.trimEnd())].join('\n')}\n`;
}
