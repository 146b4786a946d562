/** What `npm start` prints when everything runs. */

import type { PlatformAccess } from './platform.ts';

export interface Started {
  /** The address of the window in the web build; undefined when the desktop VS Code opens. */
  editorUrl: string | undefined;
  platform: PlatformAccess;
  workspace: string;
  /** Whether the folder has the sample model. */
  isSample: boolean;
}

const sampleSteps = [
  'In model/cubes/orders.yml, change the reference {completed_count} to {completed_cuont} and save: the word is underlined.',
  'Correct it, save, and click “Query” above a measure: its values come from your dev branch.',
  'Run “Data Model: Preview Dashboard…”, change the sql of total_amount and save: the dashboard redraws.',
];

const ownSteps = [
  'Misspell a reference in a file of your model and save: the word is underlined.',
  'Run “Data Model: Show Model Map”: the cubes, views and joins of your model.',
  'Run “Data Model: Open Branch in Dev Mode…”: it shows a plan before a file is changed, here or on the emulator.',
];

/** For scripts: one line of JSON. */
export function startLine({ editorUrl, platform, workspace }: Started): string {
  const { url: platformUrl, apiKey, adminApiKey } = platform;
  return `${JSON.stringify({ editorUrl, platformUrl, apiKey, adminApiKey, workspace })}\n`;
}

/** For people. */
export function startText({ editorUrl, platform, workspace, isSample }: Started): string {
  const steps = (isSample ? sampleSteps : ownSteps).map((step, at) => `  ${at + 1}. ${step}`);
  const opening =
    editorUrl === undefined ? ['VS Code opens.'] : ['Open this address in a browser:', '', `  ${editorUrl}`];
  return [
    '',
    ...opening,
    '',
    'Three things to try:',
    '',
    ...steps,
    '',
    'The window is connected as a user. “Data Model: Connect to a Platform…” takes the other key, too:',
    '',
    `  Platform            ${platform.url}, an emulator on this machine`,
    `  User's key          ${platform.apiKey}`,
    `  Administrator's key ${platform.adminApiKey}`,
    `  Workspace           ${workspace}`,
    '',
    editorUrl === undefined ? 'Close the window of VS Code, or press Ctrl+C here, to stop.' : 'Press Ctrl+C to stop.',
    '',
  ].join('\n');
}
