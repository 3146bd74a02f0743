/** Response types of the provider's API, after its public code. */

export interface ApiHistory {
  data: ApiTransaction[]
  /** Cursor of the next older page. */
  next: string | null
}

export interface ApiTransaction {
  id: string
  metadata: {
    operationType: OperationType
    hash: string
    /** ISO 8601. */
    minedAt: string
    sentFrom: string
    sentTo: string
    status: 'confirmed' | 'failed' | 'pending'
    nonce: number
    /** CAIP-2. */
    chain: string | null
    application: { name: string; iconUrl: string | null } | null
  }
  transfers: ApiTransfer[] | null
}

export interface ApiTransfer {
  fungible_info: { name: string; symbol: string; icon: { url: string } | null } | null
  nft_info: {
    name: string
    content: { preview: { url: string; content_type: string }; detail: null } | null
    flags: { is_spam: boolean }
  } | null
  direction: 'in' | 'out' | 'self'
  /** Decimal text in whole tokens. */
  quantity: { numeric: string }
  /** US dollars: of the whole quantity, and of one token. null when the price is unknown. */
  value: number | null
  price: number | null
}

export type OperationType =
  | 'approve'
  | 'bought'
  | 'borrow'
  | 'burn'
  | 'cancel'
  | 'claim'
  | 'deploy'
  | 'deposit'
  | 'execute'
  | 'mint'
  | 'receive'
  | 'repay'
  | 'send'
  | 'stake'
  | 'trade'
  | 'unstake'
  | 'withdraw'

export interface ApiBalance {
  name: string
  symbol: string
  /** CAIP-2. */
  chainId: string
  /** CAIP-10; absent for the network's native token. */
  address?: string
  value?: number
  price: number
  /** Both are decimal texts; `numeric` is in whole tokens. */
  quantity: { decimals: string; numeric: string }
  iconUrl: string
}
