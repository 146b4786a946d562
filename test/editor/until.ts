/** Waiting for what happens in its own time. */

/** @throws Error that says what did not come to pass, and what there was instead. */
export async function until(
  condition: () => unknown,
  what: string,
  instead: () => unknown = () => undefined,
): Promise<void> {
  const end = Date.now() + 30_000;
  while (!(await condition())) {
    if (Date.now() > end) {
      const found = instead();
      throw new Error(`It did not come to pass that ${what}${found === undefined ? '' : `: ${JSON.stringify(found)}`}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}
