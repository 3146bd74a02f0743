import type { Segment } from '../../../worker/activity/segment.ts'
import type { Store } from '../../../worker/context.ts'

/** Keys of all segments and chunks to which the head of this list leads, sorted. */
export async function getNamed(store: Store, key: string): Promise<string[]> {
  const { segments } = JSON.parse((await store.get(key))?.value as string) as { segments: Segment['chunks'] }
  const names = segments.map(({ name }) => name)
  for (const { name } of segments) {
    const record = await store.get(`${key}/${name}`)
    names.push(
      ...(JSON.parse((record!.value as { text: string }).text) as Segment).chunks.map((chunk) => chunk.name),
    )
  }
  return names.map((name) => `${key}/${name}`).sort()
}
