/** Addresses of rows with their EIP-55 checksum, when a page is shown: to hash every address of a history takes long. */
import type { ActivityRow } from '../../src/core/activity.ts'
import { shortAddress } from '../../src/core/address.ts'
import { toChecksumAddress } from '../../src/core/checksum-address.ts'

/** The person's own address stands in every row. */
const MOST_KNOWN = 1_000
const known = new Map<string, string>()

export function checksumRows(rows: readonly ActivityRow[]): ActivityRow[] {
  return rows.map(checksumRow)
}

function checksumRow(row: ActivityRow): ActivityRow {
  const next = { ...row }
  for (const name of ['from', 'to', 'contract'] as const) {
    const address = row[name]
    if (address !== undefined) next[name] = checksum(address)
    // A row that names nobody better names the address.
    if (next.party && address !== undefined && row.party?.name === shortAddress(address))
      next.party = { ...next.party, name: shortAddress(checksum(address)) }
  }
  return next
}

/** What is no EVM address stays as it is. */
function checksum(address: string): string {
  if (!/^0x[0-9a-f]{40}$/i.test(address)) return address
  let found = known.get(address)
  if (found === undefined) {
    if (known.size >= MOST_KNOWN) known.clear()
    known.set(address, (found = toChecksumAddress(address)))
  }
  return found
}
