import type { Part } from '../../../worker/activity/tree.ts'
import type { Store } from '../../../worker/base/context.ts'

/** Keys of all segments and chunks that the list's head refers to, sorted. */
export async function getNamed(store: Store, key: string): Promise<string[]> {
  const { parts } = JSON.parse((await store.get(key))?.value as string) as { parts: Part[] }
  const names = parts.map(({ name }) => name)
  for (const { name } of parts) {
    const record = await store.get(`${key}/${name}`)
    names.push(...(record!.value as Part[]).map((chunk) => chunk.name))
  }
  return names.map((name) => `${key}/${name}`).sort()
}
