/**
 * How many bulk requests run at a time: more while the answers stay as quick as with few, fewer when they become slower or the
 * server is overloaded (additive increase, multiplicative decrease).
 */

const initialSize = 16;
/** Times relative to the quickest round: up to `quick` the size grows, above `slow` it shrinks. */
const quick = 1.2;
const slow = 4 / 3;
/** A network or server may change, so the quickest time is measured again, with few requests, after this many rounds. */
const roundsBetweenProbes = 64;

export class Pace {
  /** How many requests the connection can carry. */
  max = initialSize;
  #size = initialSize;
  /** Doubles the size until it was too much for the first time. */
  #starting = true;
  #round = 0;
  /** Round-trip times of the current round, in milliseconds. */
  #times: number[] = [];
  #quickest = Number.POSITIVE_INFINITY;
  #lastProbe = 0;
  /** The size to return to after the current round, which only measures. */
  #afterProbe: number | undefined;

  get size(): number {
    return Math.max(1, Math.min(this.#size, this.max));
  }

  /** Belongs to a request that is sent now. Answers count in the round in which their requests were sent. */
  get round(): number {
    return this.#round;
  }

  /** Reports an answer while further requests wait. Half of the answers of a round decide, so that each round trip can. */
  answered(round: number, ms: number): void {
    if (round !== this.#round) return;
    this.#times.push(ms);
    if (this.#times.length < this.size / 2) return;
    const median = this.#times.sort((a, b) => a - b)[this.#times.length >> 1]!;
    if (this.#afterProbe !== undefined) this.#quickest = median;
    this.#quickest = Math.min(this.#quickest, median);
    this.#resize(median / this.#quickest);
    this.#beginRound();
  }

  /** Reports a request that the server refused because of its load, or that failed. Counts once in a round. */
  overloaded(round: number): void {
    if (round !== this.#round) return;
    this.#shrink(0.5, 1);
    this.#beginRound();
  }

  #resize(ratio: number): void {
    if (this.#afterProbe !== undefined) {
      this.#size = this.#afterProbe;
      this.#afterProbe = undefined;
    } else if (this.#round - this.#lastProbe >= roundsBetweenProbes) {
      this.#lastProbe = this.#round;
      this.#afterProbe = this.size;
      this.#size = Math.min(this.size, initialSize);
    } else if (ratio > slow) this.#shrink(0.75, Math.min(this.size, initialSize));
    else if (ratio <= quick) this.#grow();
  }

  #grow(): void {
    this.#size = Math.min(this.max, this.#starting ? this.size * 2 : this.size + Math.ceil(this.size / 8));
  }

  #shrink(factor: number, least: number): void {
    this.#starting = false;
    this.#afterProbe = undefined;
    this.#size = Math.max(least, Math.floor(this.size * factor));
  }

  #beginRound(): void {
    this.#round += 1;
    this.#times = [];
  }
}
