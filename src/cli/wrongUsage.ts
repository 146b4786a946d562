/** The end of a command that was called in a wrong way. */

/** How the command is called, without its options: they would push the failure out of sight. @param usage of `--help` */
export function wrongUsage(command: string, failure: string, usage: string): string {
  const [call] = usage.split('\n\n');
  return `${command}: ${failure}\n\n${call}\n\n--help explains the options.\n`;
}
