/**
 * Two addresses side by side, in lower case if case is only a checksum. Their equal start and end are grey; the
 * different part stands out by weight, underline and colour.
 */
import { groupAddress } from '../../src/core/chains/address.ts'
import { compareAddresses } from '../../src/core/chains/look-alike.ts'
import { texts } from './texts.ts'

interface CompareProps {
  entered: string
  known: string
  /** Whether the known address comes only from the history: see `isClaimed` of a warning. */
  isClaimed?: boolean | undefined
}

export function Compare({ entered, known, isClaimed }: CompareProps) {
  const { prefix, suffix } = compareAddresses(entered, known)
  return (
    <div className="send-compare">
      <Column head={texts.entered} address={entered} prefix={prefix} suffix={suffix} isWrong={!isClaimed} />
      <Column
        head={isClaimed ? texts.inHistory : texts.known}
        address={known}
        prefix={prefix}
        suffix={suffix}
      />
    </div>
  )
}

interface ColumnProps {
  head: string
  address: string
  /** prefix, suffix: number of equal characters at the start (after 0x) and at the end. */
  prefix: number
  suffix: number
  isWrong?: boolean
}

function Column({ head, address, prefix, suffix, isWrong }: ColumnProps) {
  const isHex = address.startsWith('0x')
  const text = isHex ? address.slice(2).toLowerCase() : address
  const end = text.length - suffix
  const lines = text.match(/.{1,8}/g) ?? []
  return (
    <div>
      <p>{head}</p>
      <bdi dir="ltr" role="img" aria-label={isHex ? `0x${text}` : text}>
        {lines.map((line, index) => (
          <span key={index} className="line">
            {[...line].map((character, offset) => {
              const at = index * 8 + offset
              const isDifferent = at >= prefix && at < end
              const Tag = isDifferent ? (isWrong ? 'mark' : 'b') : 'span'
              return (
                <Tag key={offset} className={offset === 4 ? 'gap' : undefined}>
                  {character}
                </Tag>
              )
            })}
          </span>
        ))}
      </bdi>
    </div>
  )
}

/**
 * Picks the group of four characters that the person has to type: the first that differs from the known address, else
 * the last full group.
 */
export function pickGroup(entered: string, known: string | undefined): { n: number; text: string } {
  const groups = groupAddress(entered).filter((group) => group !== '0x')
  const others = known ? groupAddress(known).filter((group) => group !== '0x') : []
  const isHex = entered.startsWith('0x')
  const same = (one: string, other = '') =>
    isHex ? one.toLowerCase() === other.toLowerCase() : one === other
  const found = known ? groups.findIndex((group, at) => !same(group, others[at])) : -1
  const last = groups.findLastIndex((group) => group.length === 4)
  const at = found >= 0 ? found : last
  return { n: at + 1, text: groups[at] ?? '' }
}

/** Whether the person typed this group. Ignores the case of hexadecimal digits, which is only a checksum. */
export function isGroup(typed: string, group: string, address: string): boolean {
  const text = typed.trim()
  return address.startsWith('0x') ? text.toLowerCase() === group.toLowerCase() : text === group
}
