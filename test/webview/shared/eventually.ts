/** Waiting for the state of a page. */

/** Waits until `test` passes. @throws its last failure after 90 seconds */
export async function eventually(test: () => Promise<void> | void): Promise<void> {
  for (const end = Date.now() + 90_000; ; ) {
    try {
      await test();
      return;
    } catch (failure) {
      if (Date.now() > end) throw failure;
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
  }
}
