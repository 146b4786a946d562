/** The texts of answers that are longer than a field. */

/** A text that may be longer than others: a definition, SQL, a diff, a message of the compiler. */
export class LongText {
  readonly text: string;
  readonly limit: number;

  constructor(text: string, limit = 4_000) {
    this.text = text;
    this.limit = limit;
  }
}
