/**
 * Defines the topics of an account. Each account on each network has its own data, which is stored and shared by all tabs.
 */
import {
  type CaipAddress,
  formatCaipAddress,
  parseCaipAddress,
  toCaipKey,
} from '../../src/core/chains/caip.ts'
import { BillfoldError } from '../../src/core/base/errors.ts'
import type { AccountParams, TopicName } from '../../src/core/contract/protocol.ts'
import { isSolanaAddress } from '../../src/core/chains/solana-address.ts'
import { type CreateSource, ownerOf, type TopicDefinition } from './context.ts'

export function accountTopic<
  T extends 'identity' | 'portfolio' | 'activity' | 'nfts' | 'smartSessions' | 'allowances',
>(create: CreateSource<T>): TopicDefinition<T>
export function accountTopic(create: CreateSource<TopicName>): TopicDefinition<'portfolio'> {
  return {
    readParams: readAccountParams,
    getKey: ({ account }) => account,
    getOwner: ({ account }) => ownerOf(account),
    isKept: true,
    scope: 'tabs',
    createSource: (context, { account }) => create(context, account) as ReturnType<CreateSource<'portfolio'>>,
  }
}

/**
 * The params with the account in its stored form.
 * @throws bad_account
 */
export function readAccountParams(params: unknown): AccountParams {
  return { account: readAccount((params as { account?: unknown } | null | undefined)?.account) }
}

function readAccount(account: unknown): CaipAddress {
  const { namespace, caipNetworkId, address } = parseCaipAddress(account as string)
  const refuse = (kind: string, form: string) => {
    throw new BillfoldError(
      'bad_account',
      `"${address.slice(0, 80)}" is not ${kind} address. It has ${form}.`,
    )
  }
  if (namespace === 'eip155' && !/^0x[0-9a-f]{40}$/i.test(address))
    refuse('an EVM', '0x and 40 hexadecimal digits')
  if (namespace === 'solana' && !isSolanaAddress(address))
    refuse('a Solana', '32 to 44 base58 digits, which stand for 32 bytes')
  return toCaipKey(formatCaipAddress(caipNetworkId, address)) as CaipAddress
}
