/** An error response: status, text of the body’s `error`, and headers. */

export class HttpFailure extends Error {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, message: string, headers: Record<string, string> = {}) {
    super(message);
    this.name = 'HttpFailure';
    this.status = status;
    this.headers = headers;
  }
}
