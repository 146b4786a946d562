/** A response that is streamed as a file. */
export class FileAnswer {
  readonly fileName: string;
  readonly mediaType: string;
  readonly pieces: Iterable<string>;

  constructor(fileName: string, mediaType: string, pieces: Iterable<string>) {
    this.fileName = fileName;
    this.mediaType = mediaType;
    this.pieces = pieces;
  }
}
