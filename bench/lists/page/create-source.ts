/** Fetches pages of the history on the main thread, as a dapp does, and formats their rows. */
import type { ApiHistory, ApiTransaction } from '../../../sandbox/services/api-types.ts'
import type { Row, Source } from '../list.ts'

const titles: Record<string, string> = {
  approve: 'Approved',
  burn: 'Burned',
  claim: 'Claimed',
  deposit: 'Deposited',
  execute: 'Executed',
  mint: 'Minted',
  receive: 'Received',
  send: 'Sent',
  trade: 'Swapped',
  withdraw: 'Withdrew',
}
const dates = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', year: 'numeric' })
const dollars = new Intl.NumberFormat('en', { style: 'currency', currency: 'USD' })
const numbers = new Intl.NumberFormat('en', { maximumFractionDigits: 3 })

export function createSource(api: string, account: string, total: number): Source {
  let cursor: string | null = ''
  let isFetching = false
  return {
    api,
    account,
    total,
    async fetchNext() {
      if (isFetching)
        throw new Error('fetchNext was called again before its last answer came. Make one call at a time.')
      if (cursor === null) return undefined
      isFetching = true
      try {
        const response = await fetch(`${api}/v1/account/${account}/history?cursor=${cursor}`)
        const { data, next } = (await response.json()) as ApiHistory
        cursor = next
        return data.map(toRow)
      } finally {
        isFetching = false
      }
    },
  }
}

function toRow({ id, metadata, transfers }: ApiTransaction): Row {
  const { operationType, sentFrom, sentTo, status, minedAt, application } = metadata
  const [first] = transfers ?? []
  const isIn = operationType === 'receive'
  const other = isIn ? sentFrom : sentTo
  const symbol = first?.fungible_info?.symbol ?? first?.nft_info?.name ?? ''
  const sign = first?.direction === 'in' ? '+' : '−'
  return {
    id,
    title: titles[operationType] ?? operationType,
    party: application
      ? `on ${application.name}`
      : `${isIn ? 'from' : 'to'} ${other.slice(0, 6)}…${other.slice(-4)}`,
    date: dates.format(new Date(minedAt)),
    amount: first ? `${sign}${numbers.format(Number(first.quantity.numeric))} ${symbol}` : '',
    value: first?.value == null ? '' : dollars.format(first.value),
    status,
  }
}
