/** Runs a command of the program to its exit code. */

import { UserError } from '../../base/errors.ts';
import { redact } from '../../base/redact.ts';
import { print, printError } from '../../base/terminal.ts';
import { inputErrors } from '../../platform/inputErrors.ts';
import { PlatformError } from '../../platform/platformError.ts';
import { type CommandName, exitHelp, exits, failedCode, usageCode } from './exitCodes.ts';
import { failureText } from './failureText.ts';
import { secrets } from './secrets.ts';

export interface Command {
  /** The npm script. */
  name: CommandName;
  /** Starts with `Usage: NAME`. Without the exit codes. */
  usage: string;
  /** Prints the result to the standard output, and resolves with the exit code. */
  run(args: string[]): Promise<number>;
  /** The exit code of a failure; undefined: the one of any failure. */
  exitCodeOf?(failure: unknown): number | undefined;
  /** Prints a failure to the standard output as well, for programs that read it. */
  printFailure?(text: string, args: readonly string[]): void;
}

/** @param ownName that of the command in the program: `check` of `data-model check` */
export function runCommand(command: Command, args: string[], ownName: string): void {
  const { name } = command;
  // How the user calls it.
  const call = process.env.npm_lifecycle_event === name ? name : `data-model ${ownName}`;
  const usage = `${command.usage.replaceAll(/^(Usage: | {7})(?=[a-z-]+ )[a-z-]+/gm, `$1${call}`)}\n${exitHelp(name)}`;
  // A reader that closes the pipe early (`| head`) is not a failure.
  process.stdout.on('error', (failure: NodeJS.ErrnoException) => {
    if (failure.code !== 'EPIPE') throw failure;
  });
  const main = async () => {
    if (!args.includes('--help') && !args.includes('-h')) return command.run(args);
    print(usage);
    return exits[name].done.code;
  };
  endWith(main, (failure) => {
    const isUsage = failure instanceof UserError && isUsageCode(failure.code);
    const text = redact(failureText(failure), secrets);
    command.printFailure?.(text, args);
    printError(isUsage ? wrongUsage(name, text, usage) : `${name}: ${text}\n`);
    if (isUsage) return usageCode;
    const codes = exits[name];
    if (isBuildTimeout(failure) && 'notBuilt' in codes) return codes.notBuilt.code;
    return command.exitCodeOf?.(failure) ?? failedCode;
  });
}

/**
 * Sets the exit code that `main` resolves with, or that `report` returns for its failure. Until then the exit code is a
 * failure: an event loop that runs dry must not look like success.
 */
function endWith(main: () => Promise<number>, report: (failure: unknown) => number): void {
  process.exitCode = failedCode;
  const onDry = () => {
    process.exitCode = report('The command ended before it finished. This is a defect; please report it.');
  };
  process.once('beforeExit', onDry);
  main()
    .catch(report)
    .then((code) => {
      process.off('beforeExit', onDry);
      process.exitCode = code;
    });
}

/** How the command is called, without its options: they would push the failure out of sight. */
function wrongUsage(name: string, failure: string, usage: string): string {
  const [start] = usage.split('\n\n');
  return `${name}: ${failure}\n\n${start}\n\n--help explains the options.\n`;
}

/** Failures of the arguments have no code, or that of an unusable address or key. */
function isUsageCode(code: string | undefined): boolean {
  return code === undefined || Object.hasOwn(inputErrors.texts, code);
}

/** Whether a command ended because it waited long enough. */
function isBuildTimeout(failure: unknown): boolean {
  return (
    failure instanceof PlatformError && (failure.code === 'build-not-ended' || failure.code === 'build-not-started')
  );
}
