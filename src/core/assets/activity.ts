/** The transactions of an account, as the views show them. Source: GET /v1/account/{account}/history. */
import type { CaipNetworkId } from '../chains/caip.ts'
import type { ListHead } from '../contract/list.ts'
import type { UnverifiedReason } from './unverified.ts'

/** Groups come in this order: pending, months (newest first), unknown date. */
export type ActivityGroup =
  | { kind: 'pending'; count: number }
  | { kind: 'month'; year: number; /** 1 to 12 */ month: number; count: number }
  | { kind: 'unknown'; count: number }

export interface ActivityHead extends ListHead {
  /** The groups in the order of the rows. The sum of their sizes is `total`. */
  groups: readonly ActivityGroup[]
  /** Cursor of the next older page of the history; null at the end, or if the last fetch failed. */
  next: string | null
  /** Whether the last fetch of an older page failed. The fetch is repeated when a person asks for more. */
  stalled: boolean
  /**
   * True while no history is stored. Also true after a failed fetch, even if there are rows; the snapshot's `error` then
   * has the reason.
   */
  empty: boolean
  /** Numbers of items that are not shown, by reason. */
  hidden: { spam: number; otherChain: number; invalid: number }
  /** How much of the loaded activity the filter has searched. Absent without a filter. */
  search?: ActivitySearch
}

/**
 * A filter of the loaded activity. A transaction must match every field that is set. Unverified transactions never
 * match.
 */
export interface ActivityFilter {
  /**
   * Words, at most 200 characters in total. A transaction must contain each word. A word matches
   * - a part of the name of a token, NFT or application,
   * - an amount with the same integer part, whose decimals begin with those of the word: `12.5` matches 12.5, 12.50 and
   *   12.534; `12` matches 12.9, but not 125,
   * - a hash or address: its beginning or end if the word has at least three characters, any part of it if the word has
   *   at least six, or both ends in the short form of the rows (`0x71C4…c02A`).
   * Case is ignored, as are differences between characters that Unicode calls compatible (NFKC).
   */
  text?: string
  /** Hashes of transactions that match the text although they do not contain it, such as payments to a name. At most 100. */
  hashes?: readonly string[]
  kinds?: readonly ActivityKind[]
  /**
   * A token's symbol, as the history gives it. The history call names no contract, so tokens with the same symbol all
   * match.
   */
  token?: string
  /**
   * in: the account received something. out: the account sent something. With `token`, that token moved in this
   * direction.
   */
  direction?: 'in' | 'out'
}

export interface ActivitySearch {
  /**
   * Number of transactions searched so far, newest first. The search is complete when `searched` plus `unread` equals
   * `loaded`.
   */
  searched: number
  /** Number of loaded transactions. Older transactions may exist that are not fetched yet: see `next`. */
  loaded: number
  /** Number of loaded transactions that could not be read from the store. */
  unread: number
  /**
   * The kinds and token symbols of all searched transactions, matching or not. At most 50 symbols, the most frequent
   * first.
   */
  kinds: readonly ActivityKind[]
  tokens: readonly string[]
}

/** One part of a CSV file: the rows of a list, or those that match a filter. */
export interface ActivityCsv {
  /** UTF-8 text, at most 90 kB. The first part begins with a byte order mark and the header. */
  csv: Uint8Array<ArrayBuffer>
  /** Number of transactions in this part. */
  rows: number
  /** searched: number of loaded transactions up to the end of this part. loaded: number of all loaded transactions. */
  searched: number
  loaded: number
  /** Number of loaded transactions of this part that could not be read from the store. */
  unread: number
  /** Where the next part begins; absent in the last part. */
  next?: ActivityPlace
}

/** The transaction after which the next part begins. */
export interface ActivityPlace {
  order: number
  id: string
}

/** The API's transaction types, in the past tense for the views. */
export const activityKinds = [
  'approved',
  'bought',
  'borrowed',
  'burned',
  'cancelled',
  'claimed',
  'deployed',
  'deposited',
  'executed',
  'minted',
  'received',
  'repaid',
  'sent',
  'staked',
  'swapped',
  'unstaked',
  'withdrew',
] as const
export type ActivityKind = (typeof activityKinds)[number]

/** The API's word for each kind. */
export const operationTypes: Readonly<Record<ActivityKind, string>> = {
  approved: 'approve',
  bought: 'bought',
  borrowed: 'borrow',
  burned: 'burn',
  cancelled: 'cancel',
  claimed: 'claim',
  deployed: 'deploy',
  deposited: 'deposit',
  executed: 'execute',
  minted: 'mint',
  received: 'receive',
  repaid: 'repay',
  sent: 'send',
  staked: 'stake',
  swapped: 'trade',
  unstaked: 'unstake',
  withdrew: 'withdraw',
}

export interface ActivityAmount {
  direction: 'in' | 'out' | 'self'
  /**
   * The amount with its sign and symbol, floored to 3 decimals, such as `+204.000 HRV`. The symbol alone if the API's
   * figure is invalid; the name for an NFT.
   */
  text: string
  /** The amount with all digits and its symbol. Absent for NFTs, and if the API's figure is invalid. */
  full?: string
  /** Value at the time of the transaction, such as `$173.40`; absent if unknown. */
  value?: string
}

export interface ActivityRow {
  id: string
  kind: ActivityKind
  status: 'confirmed' | 'pending' | 'failed'
  /** Milliseconds since 1970; absent if the API's date is invalid. */
  minedAt?: number
  /** `18 Nov`, with the year unless it is the current year. Absent if `minedAt` is absent. */
  date?: string
  /** Whether `minedAt` is more than 10 minutes ahead of this device's clock. */
  future: boolean
  /** The other party: the sender of a received amount, the receiver of a payment if known, else the application. */
  party?: { kind: 'from' | 'to' | 'on'; name: string }
  /** At most two: the received amount, then the sent amount. */
  amounts: readonly ActivityAmount[]
  /** https only. */
  iconUrl?: string
  /** Whether the icon is the picture of an NFT. */
  nft: boolean
  /** Transaction hash; absent if the API gave none. */
  hash?: string
  /** Full address of the sender, as the API gave it. */
  from?: string
  /**
   * Full address of the receiver. The history call does not return this address, so the field is absent in rows made
   * from that call alone.
   */
  to?: string
  /** Full address of the called contract; absent if this address may be a person's. */
  contract?: string
  /** Full address of the transaction's receiver, a person or a contract, as the API gave it. */
  sentTo?: string
  /** All transfers, at most ten. Absent if nothing moved, or if the message has no room for them. */
  moves?: readonly ActivityMove[]
}

/** One transfer in short form; `toPublicRow` expands it. */
export interface ActivityMove {
  direction: 'in' | 'out' | 'self'
  /** Symbol of a token, name of an NFT. */
  name: string
  /** Plain decimal text; empty where the API's figure is invalid. */
  numeric: string
  /** https only. `true`: the icon is the row's `iconUrl`. */
  icon?: string | true
  nft?: true
  /** Present if the API calls the NFT spam. */
  flagged?: true
}

/** A transaction as a page gets it. */
export interface TransactionRow extends ActivityRow {
  metadata: {
    /** RFC 3339; absent if the API's date is invalid. */
    minedAt?: string
    /** CAIP-2. */
    chain: CaipNetworkId
    /** The API's word, such as `send` or `trade`; `execute` for types that Billfold does not know. */
    operationType: string
    status: ActivityRow['status']
    /** Full addresses as the API gave them, with a checksum on EVM networks. Absent if the API gave none. */
    sentFrom?: string
    sentTo?: string
  }
  /** At most ten. */
  transfers: readonly TransactionTransfer[]
}

/**
 * One transfer of a token or an NFT: either `fungible_info` or `nft_info` is set. Names are cleaned, and picture
 * addresses are https.
 */
export interface TransactionTransfer {
  direction: 'in' | 'out' | 'self'
  nft_info?: { name: string; content?: { preview: { url: string } }; flags: { is_spam: boolean } }
  fungible_info?: { symbol: string; icon?: { url: string } }
  /** Amount in tokens (not base units), as decimal text; empty if the API's figure is invalid. */
  quantity: { numeric: string }
}

/** `nothing`: a transfer of 0 that somebody else made to plant an address in the history (address poisoning). */
export type ActivityReason = UnverifiedReason | 'nothing'

/** One unverified transaction, with just enough to recognise it. */
export interface UnverifiedActivity {
  id: string
  /** Name of the token or NFT that moved, with links as plain text. Empty if there is no name. */
  name: string
  reason: ActivityReason
  /** `18 Nov`, with the year unless it is the current year. Absent if unknown. */
  date?: string
  /** Transaction hash. */
  hash?: string
}

/**
 * Facts about one transaction, from the network's own node. A field is absent if the node did not answer, or answered
 * with an impossible value. Addresses have their EIP-55 checksum.
 */
export interface TransactionFacts {
  /**
   * False: some facts are missing, because a request failed or no block has the transaction yet. A later request may
   * return them.
   */
  isWhole: boolean
  /** Absent until a block has the transaction. */
  status?: 'confirmed' | 'failed'
  /** Time of the transaction's block. Milliseconds since 1970. */
  minedAt?: number
  /** Network fee in base units of the native token. Absent until a block has the transaction. */
  fee?: bigint
  /** The signer, who pays the fee. */
  signer?: string
  /** Owner of what moves (native token, token or NFT), usually the signer. Absent if no transfer is known. */
  from?: string
  /** Receiver of what moves. */
  to?: string
  /** Contract of the token or NFT that is moved or approved. */
  token?: string
  /** The contract that was called or created, unless it is `to` or `token`. */
  contract?: string
  approval?: Approval
}

/** An allowance that the signer gave. */
export interface Approval {
  spender: string
  /** Symbol of the token from its contract, without deceptive characters. Absent if the contract gives no symbol. */
  symbol?: string
  limit?: SpendingCap
}

/**
 * unlimited: an amount that no balance can reach.
 * none: the permission was revoked.
 * all: every NFT of a collection.
 * nft: one NFT, by its decimal id.
 * amount: base units of a token with this many decimals.
 */
export type SpendingCap =
  | { kind: 'unlimited' | 'none' | 'all' }
  | { kind: 'nft'; tokenId: string }
  | { kind: 'amount'; amount: bigint; decimals: number }
