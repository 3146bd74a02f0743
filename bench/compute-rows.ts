/**
 * The work from the bytes of a history to its rows, without storage: parsing, validation, spam rule, order, groups,
 * formatting. The benchmark compares it with JSON.parse of the same bytes.
 */
import type { ActivityGroup, ActivityRow } from '../src/core/assets/activity.ts'
import { addGroups, countGroups, getGroupCode, toEntries, toGroups } from '../worker/activity/order.ts'
import { readHistory } from '../worker/activity/read-history.ts'
import { type RowFormat, toRow } from '../worker/activity/rows.ts'

export interface ComputeOptions extends RowFormat {
  /** CAIP-2 id of the network. */
  caipNetworkId: string
}

/** @param text one response of the history call */
export function computeRows(
  text: string,
  { caipNetworkId, ...format }: ComputeOptions,
): { rows: ActivityRow[]; groups: ActivityGroup[] } {
  const { items } = readHistory(JSON.parse(text), caipNetworkId, format.address)
  const entries = toEntries(items, format.now)
  entries.sort((a, b) => b.order - a.order)
  const counted = countGroups(entries, (order) => getGroupCode(order, format.calendar))
  const groups = toGroups(addGroups([], counted))
  return { rows: entries.map(({ item }) => toRow(item, format)), groups }
}
