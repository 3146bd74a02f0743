/** An address: whole, in fours, five groups a line, or short. Left to right in every language. */
export function Address({ address }: { address: string }) {
  const prefix = /^0x/i.test(address) ? '0x' : ''
  const groups = address.slice(prefix.length).match(/.{1,4}/gsu) ?? []
  const lines: string[] = []
  for (let index = 0; index < groups.length; index += 5) lines.push(groups.slice(index, index + 5).join(' '))
  return (
    <bdi className="adr" dir="ltr" role="img" aria-label={address}>
      {prefix && <span className="x">{prefix}</span>}
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

/** `0x71C4…c02A`. */
export function shortAddress(address: string): string {
  return address.length <= 12 ? address : `${address.slice(0, 6)}…${address.slice(-4)}`
}
