/** The secrets of a command's arguments and environment: no error and no log line shows them. */

export const secrets: string[] = [];
