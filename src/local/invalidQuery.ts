/** A query that the data API refuses before it is planned. The message is for its author. */
export class InvalidQuery extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'InvalidQuery';
  }
}
