export async function firstPage<T>(pages: AsyncIterable<T>): Promise<T> {
  for await (const page of pages) return page;
  throw new Error('There is no page');
}
