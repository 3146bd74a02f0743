/** The contracts of a chain with their names, for the API and the explorer. */
import type { Hex } from 'viem'
import { treasury } from '../people/accounts.ts'
import type { Sender } from './sender.ts'
import type { TokenPlan } from './tokens.ts'

export interface World {
  tokens: readonly Token[]
  /** NFT contracts. */
  collections: readonly { address: Hex; name: string; spam: boolean }[]
  /** Contracts with the name of the application that they belong to. */
  applications: readonly { address: Hex; name: string }[]
}

export interface Token extends Omit<TokenPlan, 'supply'> {
  address: Hex
}

/** @returns the tokens in the order of their plans; the treasury owns the whole supply */
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
