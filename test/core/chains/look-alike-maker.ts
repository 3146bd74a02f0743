import { createLookAlikes } from '../../../src/core/chains/look-alike.ts'
import { useRandom } from '../../seed.ts'

export const ANCHORS = 1_000

/** Creates a thousand known receivers, and random addresses that resemble them. */
export function createMaker() {
  const { hex, between } = useRandom()
  const anchors = Array.from({ length: ANCHORS }, () => `0x${hex(40)}`)
  return { hex, between, anchors, lookAlikes: createLookAlikes(anchors.map((address) => ({ address }))) }
}
