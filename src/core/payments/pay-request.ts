/** Checks a page's payment request: reads each field once, then freezes the result. */
import { isEvmAddress } from '../chains/address.ts'
import { type CaipNetworkId, getNamespace, type Namespace } from '../chains/caip.ts'
import { toChecksumAddress } from '../chains/checksum-address.ts'
import type { Network } from '../chains/networks.ts'
import { isSolanaAddress } from '../chains/solana-address.ts'
import { BillfoldError } from '../base/errors.ts'

export interface PayRequest {
  /** CAIP-2: one of the page's networks, of `eip155` or `solana`. */
  caipNetworkId: CaipNetworkId
  /** `native` for the native token, else the token's contract (on Solana its mint). */
  asset: 'native' | (string & {})
  /** Base units, such as wei or lamports; more than zero. */
  amount: bigint
  /** An address of the network. Names and links are refused. */
  recipient: string
  /** One line of at most 200 characters, shown to the payer as the page's words. It does not go on the chain. */
  memo?: string | undefined
}

/**
 * `failed`: a block has the transaction, but it reverted. `submitted`: the payment may have been sent, and its outcome
 * is unknown.
 */
export interface PayResult {
  status: 'confirmed' | 'submitted' | 'cancelled' | 'failed'
  /** 0x and 64 hexadecimal digits; on Solana the signature in base58. Absent if the wallet returned none. */
  hash?: string
}

/** Longest memo. Characters. */
const MAX_MEMO_LENGTH = 200

/** @throws options_invalid, with the field's name */
export function checkPayRequest(
  { caipNetworkId, asset, amount, recipient, memo }: PayRequest,
  networks: readonly Network[],
): Readonly<PayRequest> {
  const network = networks.find((one) => one.caipNetworkId === caipNetworkId)
  const named = networks.map((one) => one.caipNetworkId).join(', ')
  if (!network)
    throw refuse('caipNetworkId', `one of this page’s networks (${named}), not ${quote(caipNetworkId)}`)
  const rules = families[getNamespace(caipNetworkId)]
  if (!rules)
    throw refuse(
      'caipNetworkId',
      `a network of eip155 or solana: payments are not supported on ${caipNetworkId}`,
    )
  if (typeof amount !== 'bigint') throw refuse('amount', `a bigint in base units, not ${quote(amount)}`)
  if (amount <= 0n) throw refuse('amount', `more than zero, not ${amount}`)
  if (amount > rules.max) throw refuse('amount', `at most ${rules.max}, the maximum on ${network.name}`)
  const assertAddress = (field: 'asset' | 'recipient', value: unknown) => {
    const fault = typeof value === 'string' ? rules.findFault(value) : 'no address'
    if (fault) throw refuse(field, `an address of ${network.name}; ${quote(value)} is ${fault}`)
  }
  assertAddress('recipient', recipient)
  if (asset !== 'native') assertAddress('asset', asset)
  if (memo !== undefined) assertMemo(memo)
  const token = asset.startsWith('0x') ? toChecksumAddress(asset) : asset
  return Object.freeze({ caipNetworkId, asset: token, amount, recipient, ...(memo ? { memo } : {}) })
}

interface Rules {
  /** Largest amount that the network can represent. Base units. */
  max: bigint
  findFault(address: string): string | undefined
}

const families: Partial<Record<Namespace, Rules>> = {
  eip155: {
    max: 2n ** 256n - 1n,
    findFault(address) {
      if (!isEvmAddress(address) || !address.startsWith('0x')) return 'no address'
      const digits = address.slice(2)
      if (/^0+$/.test(digits)) return 'the zero address, where tokens are lost'
      // Other libraries use the address `0xeeee…` for the native token.
      if (/^e+$/i.test(digits)) return 'not a contract: use “native” for the network’s own token'
      const isOneCase = digits === digits.toLowerCase() || digits === digits.toUpperCase()
      return isOneCase || toChecksumAddress(address) === address
        ? undefined
        : 'wrong by its checksum (EIP-55)'
    },
  },
  solana: {
    max: 2n ** 64n - 1n,
    findFault(address) {
      if (!isSolanaAddress(address)) return 'no address'
      return /^1+$/.test(address) ? 'the zero address, where tokens are lost' : undefined
    },
  },
}

/** Control characters, line breaks and direction marks, which could disguise the text beside the memo. */
const hidden = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/u

function assertMemo(memo: unknown): void {
  if (typeof memo !== 'string') throw refuse('memo', `text, not ${quote(memo)}`)
  if (memo.length > MAX_MEMO_LENGTH)
    throw refuse('memo', `at most ${MAX_MEMO_LENGTH} characters, not ${memo.length}`)
  if (hidden.test(memo)) throw refuse('memo', 'one line without control characters')
}

function refuse(field: keyof PayRequest, what: string): BillfoldError {
  return new BillfoldError('options_invalid', `pay() needs ${field} to be ${what}.`, { context: { field } })
}

/** Quotes a given value in an error message. The value may have any type and length. */
function quote(value: unknown): string {
  return typeof value === 'string' ? `“${value.slice(0, 80)}”` : typeof value
}
