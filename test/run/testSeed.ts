/** The seed of random tests. */

/** Returns `TEST_SEED`, else the seed of this run. The reporter prints it in the command that repeats a failure. */
export function testSeed(): number {
  return Number(process.env.TEST_SEED ?? process.env.DATA_MODEL_RUN_SEED ?? Date.now() % 1_000_000);
}
