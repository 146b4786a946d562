/**
 * npm run assistant-picture: makes the picture of docs/assistants.md. A client calls the built server on a copy of the sample: it proposes a
 * rename, applies the proposal, and checks the project. What the picture shows is what the server answered.
 */

import { cpSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { escapeHtml } from '../../../src/base/html.ts';
import { openPage, saveScreenshot, sharedBrowser } from '../../vscode/browser/browser.ts';
import { repository } from '../../vscode/locations.ts';
import { temporaryFolder } from '../../vscode/process/temporaryFolder.ts';
import { startMcp } from './mcpClient.ts';

const picture = path.join(repository, 'media/screenshots/assistantRefactoring.png');
const shown = [
  'compilesAfter',
  'errors',
  'breaks',
  'publicNamesGone',
  'files',
  'written',
  'ok',
  'compiles',
  'warnings',
];

const style = `
body { margin: 0; padding: 20px 24px; background: #1f1f1f; color: #ccc; font: 14px/1.45 "Segoe UI", "Noto Sans", sans-serif; }
section { margin-bottom: 14px; border: 1px solid #3c3c3c; border-radius: 6px; overflow: hidden; }
h2 { margin: 0; padding: 7px 12px; background: #2a2d2e; font-size: 14px; color: #fff; }
h2 code { color: #9cdcfe; font-weight: normal; }
p { margin: 8px 12px 4px; color: #fff; }
pre { margin: 0 12px 10px; font: 13px/1.4 "Cascadia Mono", "DejaVu Sans Mono", monospace; white-space: pre-wrap; }
.added { background: #1d3b26; color: #b5e8c0; display: block; }
.removed { background: #47191c; color: #f4bcbc; display: block; }
.place { color: #569cd6; display: block; }
span.same { display: block; }
`;

function diffHtml(diff: string): string {
  const kind = (line: string) =>
    /^(\+\+\+|---|@@|diff)/.test(line)
      ? 'place'
      : line.startsWith('+')
        ? 'added'
        : line.startsWith('-')
          ? 'removed'
          : 'same';
  return diff
    .trimEnd()
    .split('\n')
    .map((line) => `<span class="${kind(line)}">${escapeHtml(line) || ' '}</span>`)
    .join('');
}

const folder = temporaryFolder('assistant-picture');
const project = path.join(folder.path, 'project');
cpSync(path.join(repository, 'src/emulator/sample/project'), project, { recursive: true });
const server = await startMcp(project, ['--mode', 'edit'], { DATA_MODEL_STATE: path.join(folder.path, 'state') });
try {
  const parts: string[] = [];
  const call = async (tool: string, input: Record<string, unknown>) => {
    const { isError, structured, text } = await server.call(tool, input);
    if (isError) throw new Error(text);
    const { diff, ...fields } = structured;
    const answer = Object.entries(fields).filter(([name]) => shown.includes(name));
    const lines = answer.map(([name, value]) => escapeHtml(`${name}: ${JSON.stringify(value)}`)).join('\n');
    parts.push(
      `<section><h2>model_${tool} <code>${escapeHtml(JSON.stringify(input))}</code></h2><p>${escapeHtml(text.split('\n')[0]!)}</p>`,
      `<pre>${lines}</pre>${typeof diff === 'string' ? `<pre>${diffHtml(diff)}</pre>` : ''}</section>`,
    );
    return structured;
  };
  const rename = { kind: 'rename', name: 'orders.average_amount', newName: 'mean_amount' };
  const { proposal, digest } = await call('refactor', rename);
  await call('apply', { proposal, digest });
  await call('check', {});
  const { page } = await openPage(await sharedBrowser(), { viewport: { width: 1000, height: 600 } });
  await page.setContent(`<style>${style}</style>${parts.join('')}`);
  const height = await page.evaluate<number>('document.documentElement.scrollHeight');
  await page.setViewportSize({ width: 1000, height });
  await saveScreenshot(page, picture);
  console.log(`${path.relative(repository, picture)}: ${Math.round(readFileSync(picture).length / 1000)} kB`);
} finally {
  await server.close();
  await (await sharedBrowser()).close();
  folder.remove();
}
