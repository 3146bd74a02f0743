/**
 * A transaction in its stored form: checked, short, and independent of language, time zone and clock. `rows.ts` makes the
 * row that views show.
 */
import {
  type ActivityKind,
  activityKinds,
  type ActivityReason,
  type ActivityRow,
  operationTypes,
} from '../../src/core/assets/activity.ts'
import { parseTime } from './parse-time.ts'
import type { Transaction, Transfer } from './transaction.ts'

export interface ActivityItem {
  id: string
  kind: ActivityKind
  status: ActivityRow['status']
  /** Milliseconds since 1970; absent for an invalid date. */
  minedAt?: number | undefined
  /** `hash`, `from` and `to` are the API's text, at most 80 characters long; absent if the text is missing or longer. */
  hash?: string | undefined
  from?: string | undefined
  to?: string | undefined
  app?: string | undefined
  /** The received amount, then the sent one. If nothing was received or sent: an amount that moved within the account. */
  amounts: ItemAmount[]
  /** Further transfers. At most ten together with `amounts`. */
  others?: ItemAmount[] | undefined
  /** The API's URL, unchecked. */
  icon?: string | undefined
  /** Whether `icon` is the picture of an NFT. */
  nft: boolean
  /** Why the transaction is listed as unverified; absent for other transactions. */
  reason?: ActivityReason | undefined
}

export type Unverified = ActivityItem & { reason: ActivityReason }

export interface ItemAmount {
  direction: 'in' | 'out' | 'self'
  /** Symbol of a token or name of an NFT; empty if the API has none. */
  name: string
  /** Plain decimal text (see `isDecimal`); empty if the API has none. */
  numeric: string
  nft: boolean
  /** Value in US dollars at the time of the transaction. */
  value?: number | undefined
  /** Picture of the token or NFT: the API's URL, unchecked. */
  icon?: string | undefined
  /** Set if the API marks the NFT as spam. */
  flagged?: boolean | undefined
}

export function toItem({ id, metadata, transfers }: Transaction): ActivityItem {
  const shown = pickShown(transfers ?? [])
  const others = (transfers ?? []).filter((one) => !shown.includes(one)).slice(0, MAX_MOVES - shown.length)
  const { nft_info } = shown[0] ?? ({} as Partial<Transfer>)
  const icon = shown[0] && getIcon(shown[0])
  const { application } = metadata
  return {
    id,
    kind: kinds.get(metadata.operationType) ?? 'executed',
    status: metadata.status,
    minedAt: parseTime(metadata.minedAt),
    hash: within(MAX_ADDRESS_LENGTH, metadata.hash),
    from: within(MAX_ADDRESS_LENGTH, metadata.sentFrom),
    to: within(MAX_ADDRESS_LENGTH, metadata.sentTo),
    app: application ? cut(application.name) : undefined,
    amounts: shown.map(toAmount),
    others: others.length > 0 ? others.map(toAmount) : undefined,
    icon: within(MAX_URL_LENGTH, icon ?? application?.iconUrl),
    nft: !!nft_info && !!icon,
  }
}

/** Unknown operation types become `executed`, which is true of any transaction. */
const kinds = new Map(activityKinds.map((kind) => [operationTypes[kind], kind]))

/**
 * Upper limit of a stored name, in characters. Longer names are truncated: no row shows more, and long names could fill
 * the disk.
 */
const MAX_NAME_LENGTH = 200
const MAX_URL_LENGTH = 300
const MAX_ADDRESS_LENGTH = 80
/** How many transfers of one transaction are stored at most. */
const MAX_MOVES = 10

function pickShown(transfers: Transfer[]): Transfer[] {
  if (transfers.length < 2) return transfers
  const incoming = transfers.find(({ direction }) => direction === 'in')
  const outgoing = transfers.find(({ direction }) => direction === 'out')
  if (incoming) return outgoing ? [incoming, outgoing] : [incoming]
  return [outgoing ?? (transfers[0] as Transfer)]
}

function getIcon({ fungible_info, nft_info }: Transfer): string | null | undefined {
  return nft_info ? nft_info.content?.preview?.url : fungible_info?.icon?.url
}

function toAmount(transfer: Transfer): ItemAmount {
  const { fungible_info, nft_info, direction, quantity, value } = transfer
  const name = nft_info ? nft_info.name : (fungible_info?.symbol ?? fungible_info?.name)
  return {
    direction,
    name: cut(name) ?? '',
    numeric: quantity.numeric,
    nft: !!nft_info,
    value,
    icon: within(MAX_URL_LENGTH, getIcon(transfer)),
    flagged: nft_info?.flags?.is_spam === true || undefined,
  }
}

function cut(text: string | null | undefined): string | undefined {
  return text ? text.slice(0, MAX_NAME_LENGTH) : undefined
}

/** Undefined if the text is longer than `max`: a truncated hash, address or URL would be a different one. */
function within(max: number, text: string | null | undefined): string | undefined {
  return text && text.length <= max ? text : undefined
}
