/** What was deployed on a chain, so that its index can be told in names. */
import type { Hex } from 'viem'
import { treasury } from '../people/accounts.ts'
import type { Sender } from './sender.ts'
import type { TokenPlan } from './tokens.ts'

export interface World {
  tokens: readonly Token[]
  /** NFT contracts. */
  collections: readonly { address: Hex; name: string; spam: boolean }[]
  /** Contracts that people know by the name of an application. */
  applications: readonly { address: Hex; name: string }[]
}

export interface Token extends Omit<TokenPlan, 'supply'> {
  address: Hex
}

/** @returns the tokens in the order of their plans; all of the supply is the treasury's. */
export async function deployTokens(sender: Sender, plans: readonly TokenPlan[]): Promise<Token[]> {
  const owner = treasury.account
  const tokens: Token[] = []
  for (const { supply, ...token } of plans) {
    const amount = supply * 10n ** BigInt(token.decimals)
    const args = [token.name, token.symbol, token.decimals, amount, owner.address]
    tokens.push({ ...token, address: await sender.deploy(owner, 'Token', args) })
  }
  return tokens
}
