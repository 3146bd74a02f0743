/** A full address in groups of four characters, five groups to a line. Written from left to right in all languages. */
import { groupAddress } from '../../src/core/chains/address.ts'
import { addSheet } from '../base/sheets.ts'
import css from './whole-address.css?inline'

addSheet(css)

/** The prefix of hexadecimal addresses, shown in grey. */
const HEX = '0x'

export function Address({ address }: { address: string }) {
  const parts = groupAddress(address)
  const prefix = parts[0] === HEX
  const groups = prefix ? parts.slice(1) : parts
  const lines: string[] = []
  for (let index = 0; index < groups.length; index += 5) lines.push(groups.slice(index, index + 5).join(' '))
  return (
    <bdi className="whole-address" dir="ltr" role="img" aria-label={address}>
      {prefix && <span className="prefix">{HEX}</span>}
      <span className="groups">
        {lines.map((line, index) => (
          <span key={index} className={line.length === 24 ? 'full' : undefined}>
            {line}
          </span>
        ))}
      </span>
    </bdi>
  )
}
