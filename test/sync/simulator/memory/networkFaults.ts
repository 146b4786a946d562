/** The faults of the simulated network, and the failures they cause. */

export class ServerFailure extends Error {
  readonly writeState: 'not-sent' | 'unknown' | 'refused-by-server';
  readonly kind: string;

  constructor(kind: string, writeState: ServerFailure['writeState']) {
    super(`${kind} (${writeState})`);
    this.kind = kind;
    this.writeState = writeState;
  }
}

export const refuse = (kind: string) => new ServerFailure(kind, 'refused-by-server');

export interface NetworkFaults {
  /** Each value is a share of requests. */
  lostBefore: number;
  lostAfter: number;
  notSent: number;
  refused: number;
  repeated: number;
  /** The answer is lost, and the request arrives later. */
  late: number;
  partial: number;
  /** The answer reports success, but nothing was done. */
  ignored: number;
  /** A page of a list repeats its cursor, or names none although there are more pages. */
  endless: number;
  /** The first listing after the start of an upload shows the branch as it was then. */
  stale: number;
}

export const noFaults: NetworkFaults = {
  lostBefore: 0,
  lostAfter: 0,
  notSent: 0,
  refused: 0,
  repeated: 0,
  late: 0,
  partial: 0,
  ignored: 0,
  endless: 0,
  stale: 0,
};
