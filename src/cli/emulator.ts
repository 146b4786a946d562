/** `npm run emulator -- [--port N] [--json] [--project DIR] [--data DIR] [--latency MS]`: the emulator alone, until it is stopped. */

import { parseArgs } from 'node:util';
import { messageOf, UserError } from '../base/errors.ts';
import { stderrLog } from '../base/log.ts';
import { type EmulatorOptions, startEmulator } from '../emulator/emulator.ts';

function readOptions(): { options: EmulatorOptions; json: boolean } {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '0' },
      json: { type: 'boolean', default: false },
      project: { type: 'string' },
      data: { type: 'string' },
      latency: { type: 'string', default: '0' },
      'build-time': { type: 'string', default: '1500' },
    },
  });
  return {
    json: values.json,
    options: {
      port: whole('port', values.port, 65_535),
      latencyMs: whole('latency', values.latency, 600_000),
      buildMs: whole('build-time', values['build-time'], 600_000),
      ...(values.project === undefined ? {} : { projectDir: values.project }),
      ...(values.data === undefined ? {} : { dataDir: values.data }),
      log: stderrLog('warn'),
    },
  };
}

function whole(name: string, text: string, most: number): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value <= most) return value;
  throw new UserError(`--${name} must be a whole number from 0 to ${most}, not “${text}”.`);
}

async function main(): Promise<void> {
  const { options, json } = readOptions();
  const emulator = await startEmulator(options);
  const { url, apiKey, adminApiKey, deploymentId, deployBranch, dashboardPublicId } = emulator;
  const end = () => void emulator.close().finally(() => process.exit(0));
  process.once('SIGINT', end);
  process.once('SIGTERM', end);
  if (json) {
    const line = { url, apiKey, adminApiKey, deploymentId, deployBranch, dashboardPublicId };
    process.stdout.write(`${JSON.stringify(line)}\n`);
  } else {
    process.stdout.write(
      [
        `The platform listens on ${url}`,
        `  deployment  ${deploymentId}, production branch ${deployBranch}`,
        `  key         ${apiKey}`,
        `  admin key   ${adminApiKey}`,
        'Press Ctrl+C to stop.\n',
      ].join('\n'),
    );
  }
}

main().catch((failure: unknown) => {
  process.stderr.write(`${messageOf(failure)}\n`);
  process.exit(1);
});
