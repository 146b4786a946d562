/** The part of the three-way text merge used here. */

declare module 'diff3' {
  export interface Block {
    ok?: string[];
    /** The lines of the base, and the index of the first one. */
    conflict?: { o: string[]; oIndex: number };
  }
  // biome-ignore lint/style/noDefaultExport: how the package exports it
  export default function merge(ours: string[], base: string[], theirs: string[]): Block[];
}
