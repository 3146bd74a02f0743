import type { Store } from '../../../worker/context.ts'

/** Keys of all chunks and shelves to which the head of this list leads, sorted. */
export async function getNamed(store: Store, key: string): Promise<string[]> {
  const parse = async (one: string) => JSON.parse((await store.get(one))?.value as string)
  const head = await parse(key)
  const chunks = [...head.front, ...head.tail]
  for (const name of head.shelves) chunks.push(...(await parse(`${key}/${name}`)))
  return [...head.shelves, ...chunks.map(({ name }) => name)].map((name) => `${key}/${name}`).sort()
}
