import { expect, test } from 'vitest'
import { mainnet, sepolia, holesky, base } from 'viem/chains'
import { findNamesNetwork } from '../../../src/core/names/names-network.ts'
import { toNetwork } from '../../../src/core/chains/networks.ts'

const [ethereum, testnet, otherTestnet, layer] = [mainnet, sepolia, holesky, base].map(toNetwork)

test('[A78] [T20] A name is looked up on the account’s network if that network has names, or else on Ethereum, and on no third network', () => {
  // Of viem’s chains these have names, Base has none.
  expect(
    [ethereum, testnet, otherTestnet, layer].map((one) => one!.ensUniversalResolver !== undefined),
  ).toEqual([true, true, true, false])
  const find = (current: `${string}:${string}` | undefined, ...networks: (typeof ethereum)[]) =>
    findNamesNetwork(networks as NonNullable<typeof ethereum>[], current)?.caipNetworkId
  expect(find('eip155:8453', testnet, layer, ethereum)).toBe('eip155:1')
  expect(find('eip155:8453', otherTestnet, testnet, layer)).toBeUndefined()
  expect(find('eip155:11155111', testnet, ethereum)).toBe('eip155:11155111')
  expect(find('eip155:1', testnet, ethereum)).toBe('eip155:1')
  expect(find(undefined, testnet, ethereum)).toBe('eip155:1')
  // A page that names Ethereum without its resolver has no names.
  expect(find('eip155:8453', testnet, { ...ethereum!, ensUniversalResolver: undefined })).toBeUndefined()
})
