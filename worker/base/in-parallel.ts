/**
 * Runs a task for each item in order, `width` of them at a time. Starts no further task once `isOver` returns true.
 * @throws the first error of a task; the other running tasks continue
 */
export async function inParallel<Item>(
  items: readonly Item[],
  width: number,
  run: (item: Item, index: number) => Promise<void>,
  isOver = () => false,
): Promise<void> {
  let next = 0
  async function lane(): Promise<void> {
    while (next < items.length && !isOver()) {
      const index = next++
      await run(items[index]!, index)
    }
  }
  await Promise.all(Array.from({ length: width }, lane))
}
