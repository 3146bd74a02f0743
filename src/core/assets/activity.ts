/** What happened on an account, as the views show it. Source: GET /v1/account/{account}/history. */
import type { CaipNetworkId } from '../chains/caip.ts'
import type { ListHead } from '../contract/list.ts'
import type { UnverifiedReason } from './unverified.ts'

/** Groups stand in this order: pending, months newest first, unknown date. */
export type ActivityGroup =
  | { kind: 'pending'; count: number }
  | { kind: 'month'; year: number; /** 1 to 12 */ month: number; count: number }
  | { kind: 'unknown'; count: number }

export interface ActivityHead extends ListHead {
  /** Group sizes in the order of the rows; their sum is `total`. */
  groups: readonly ActivityGroup[]
  /** Cursor of the next older page; null at the end, or if the last call failed. */
  next: string | null
  /** The last fetch of an older page failed. It is tried again when a person asks for the next page. */
  stalled: boolean
  /** The last call failed; loaded rows stay. The snapshot's `error` says why. */
  empty: boolean
  /** Items that are not shown, and why. */
  hidden: { spam: number; otherChain: number; invalid: number }
  /** How much of the loaded activity the filter has searched. Absent without a filter. */
  search?: ActivitySearch
}

/** A filter of the loaded activity. A transaction must match every field that is set. Unverified transactions never match. */
export interface ActivityFilter {
  /**
   * Words, at most 200 characters; each of them has to be in the transaction. A word is
   * - a part of the name of a token, NFT or application,
   * - an amount: `12.5` finds 12.5, 12.50 and 12.534, `12` also 12.9, neither finds 125,
   * - from three characters on, the beginning or end of a hash or address, from six on any part of it, or both ends as
   *   rows show them (`0x71C4…c02A`).
   * Letters count in either case, and in each form that Unicode calls compatible (NFKC).
   */
  text?: string
  /** Hashes that count as matches of the text, such as those of payments to a name; at most 100. */
  hashes?: readonly string[]
  kinds?: readonly ActivityKind[]
  /** The symbol as the history gives it. Its calls name no contract, so tokens of one symbol are not told apart. */
  token?: string
  /** The transaction received or sent something; with `token`, it moved that token in this direction. */
  direction?: 'in' | 'out'
}

export interface ActivitySearch {
  /** Transactions searched so far, newest first. The search is complete when `searched` plus `unread` equals `loaded`. */
  searched: number
  /** Loaded transactions. Older ones may not have been fetched: see `next`. */
  loaded: number
  /** Loaded transactions that the store could not give. */
  unread: number
  /**
   * The kinds and token symbols among the searched transactions, whether they match or not. At most 50 symbols, the most
   * frequent first.
   */
  kinds: readonly ActivityKind[]
  tokens: readonly string[]
}

/** One part of a CSV file with the rows of a list, or with the rows that match a filter. */
export interface ActivityCsv {
  /** UTF-8 text, at most 90 kB. The first part begins with a byte order mark and the header. */
  csv: Uint8Array<ArrayBuffer>
  /** Transactions in this part. */
  rows: number
  /** Loaded transactions up to the end of this part, and the number of all loaded transactions. */
  searched: number
  loaded: number
  /** Loaded transactions of this part that the store could not give. */
  unread: number
  /** Where the next part begins; absent at the end. */
  next?: ActivityPlace
}

/** The transaction after which a list goes on. */
export interface ActivityPlace {
  order: number
  id: string
}

/** Transaction types of the API in the past tense that the views speak. */
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

/** The API's own word for each kind. */
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
   * Signed and floored to 3 decimals with its symbol, for example `+204.000 HRV`; the symbol alone if the API's figure is
   * invalid; an NFT's name for an NFT.
   */
  text: string
  /** Every digit with its symbol; absent for NFTs and without a figure. */
  full?: string
  /** Worth then, for example `$173.40`; absent when unknown. */
  value?: string
}

export interface ActivityRow {
  id: string
  kind: ActivityKind
  status: 'confirmed' | 'pending' | 'failed'
  /** Milliseconds since 1970; absent when the API's date is not a date. */
  minedAt?: number
  /** `18 Nov`; with the year if it is another one. Absent with minedAt. */
  date?: string
  /** More than 10 minutes ahead of this device's clock. */
  future: boolean
  /** The other party: the sender of a receipt, the receiver of a payment if known, or the application. */
  party?: { kind: 'from' | 'to' | 'on'; name: string }
  /** At most two: what came in, then what went out. */
  amounts: readonly ActivityAmount[]
  /** https only. */
  iconUrl?: string
  /** The icon is a picture of an NFT. */
  nft: boolean
  /** Transaction hash; absent when the API gave none. */
  hash?: string
  /** Whole address of the sender, as the API gave it. */
  from?: string
  /** Whole address of the receiver. The history call does not tell it: absent in rows made from it alone. */
  to?: string
  /** Whole address of the called contract; absent where it may be a person's address. */
  contract?: string
  /** Whole address of the transaction's receiver, person or contract, as the API gave it. */
  sentTo?: string
  /** All transfers, at most ten; absent where nothing moved, or where the message has no room for them. */
  moves?: readonly ActivityMove[]
}

/** One transfer in short form; `toPublicRow` expands it. */
export interface ActivityMove {
  direction: 'in' | 'out' | 'self'
  /** Symbol of a token, name of an NFT. */
  name: string
  /** Plain decimal text; empty where the API's figure is invalid. */
  numeric: string
  /** https only. true: the row's `iconUrl`. */
  icon?: string | true
  nft?: true
  /** The API calls the NFT spam. */
  flagged?: true
}

/** A transaction as a page gets it. */
export interface TransactionRow extends ActivityRow {
  metadata: {
    /** RFC 3339; absent when the API's date is not a date. */
    minedAt?: string
    /** CAIP-2. */
    chain: CaipNetworkId
    /** In the API's words, such as `send` or `trade`; `execute` for one that Billfold does not know. */
    operationType: string
    status: ActivityRow['status']
    /** Whole addresses as the API gave them, on EVM networks with their checksum; absent when it gave none. */
    sentFrom?: string
    sentTo?: string
  }
  /** At most ten. */
  transfers: readonly TransactionTransfer[]
}

/** One transfer of a token or an NFT: exactly one of the two is set. Names are cleaned, and picture addresses are https. */
export interface TransactionTransfer {
  direction: 'in' | 'out' | 'self'
  nft_info?: { name: string; content?: { preview: { url: string } }; flags: { is_spam: boolean } }
  fungible_info?: { symbol: string; icon?: { url: string } }
  /** Whole tokens as decimal text; empty where the API's figure is invalid. */
  quantity: { numeric: string }
}

/** `nothing`: a transfer of zero made by somebody else, to plant an address in the history (address poisoning). */
export type ActivityReason = UnverifiedReason | 'nothing'

/** One unverified transaction, with just enough to recognise it. */
export interface UnverifiedActivity {
  id: string
  /** The token or NFT that moved; links in its name are text. Empty if it has no name. */
  name: string
  reason: ActivityReason
  /** `18 Nov`; with the year if it is another one. Absent when unknown. */
  date?: string
  /** Transaction hash. */
  hash?: string
}

/**
 * Facts about one transaction from the network's own node. A field is absent where the node did not answer, or answered with
 * an impossible value. Addresses have their EIP-55 checksum.
 */
export interface TransactionFacts {
  /**
   * False: some facts are missing, because a question failed or the transaction is in no block yet. They may be known
   * later.
   */
  isWhole: boolean
  /** Absent while it is in no block. */
  status?: 'confirmed' | 'failed'
  /** Time of its block: milliseconds since 1970. */
  minedAt?: number
  /** Network fee, in base units of the native token. Absent while it is in no block. */
  fee?: bigint
  /** The signer, who pays the fee. */
  signer?: string
  /** Owner of the native token, token or NFT that moves: usually the signer. Absent where no transfer is known. */
  from?: string
  /** The receiver. */
  to?: string
  /** Contract of the token or of the NFT that is moved or approved. */
  token?: string
  /** The contract that was called or created, if it is neither the receiver nor the token. */
  contract?: string
  approval?: Approval
}

/** An allowance for the signer's tokens. */
export interface Approval {
  spender: string
  /** Of the token, as its contract says, without characters that deceive; absent where it says none. */
  symbol?: string
  limit?: SpendingCap
}

/**
 * unlimited: a token amount with no real limit. none: a permission was revoked. all: every NFT of a collection. nft: one
 * NFT, by its decimal id. amount: base units of a token with this many decimals.
 */
export type SpendingCap =
  | { kind: 'unlimited' | 'none' | 'all' }
  | { kind: 'nft'; tokenId: string }
  | { kind: 'amount'; amount: bigint; decimals: number }
