/** The seed of random tests. */

/** Returns `TEST_SEED`, else the seed of this run. The reporter prints it in the command that repeats a failure. */
export function testSeed(): number {
  return Number(process.env.TEST_SEED ?? process.env.DATA_MODEL_RUN_SEED ?? Date.now() % 1_000_000);
}

/** `TEST_ALL=1`: tests that otherwise try a part of their cases, which depends on the seed, try all of them. */
export function triesAll(): boolean {
  return process.env.TEST_ALL === '1';
}

/** One of so many cases is tried. */
const share = 5;

/** The number of random cases: a fifth, all of them if `triesAll`. Repeated runs make up for the rest with other seeds. */
export function someOf(all: number): number {
  return triesAll() ? all : Math.ceil(all / share);
}

/** A fifth of the cases, another one with each of five seeds in a row. All of them if `triesAll`. */
export function shareOf<T>(cases: readonly T[], seed: number): readonly T[] {
  return triesAll() ? cases : cases.filter((_, at) => (at + seed) % share === 0);
}
