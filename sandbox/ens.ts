/**
 * Names on a chain, as ENS keeps them: a registry, ENS's own resolver, and a contract that asks it. The names are those by
 * which the provider knows the people too.
 */
import resolver from '@ensdomains/resolver/build/contracts/PublicResolver.json' with { type: 'json' }
import { type Abi, encodeDeployData, encodeFunctionData, type Hex, labelhash, namehash, parseAbi } from 'viem'
import { people, treasury } from './accounts.ts'
import type { Anvil } from './anvil.ts'
import { createSender } from './sender.ts'

const abi = resolver.abi as Abi
/** The resolver has another function of this name, for other coins. */
const ofAddresses = parseAbi(['function setAddr(bytes32 node, address account)'])

/** @returns the universal resolver's address */
export async function deployNames(anvil: Anvil): Promise<Hex> {
  const owner = treasury.account
  const sender = createSender(anvil)
  const registry = await sender.deploy(owner, 'NameRegistry')
  const deployed = await sender.send(owner, {
    data: encodeDeployData({ abi, bytecode: resolver.bytecode as Hex, args: [registry] }),
  })
  const { contractAddress } = await anvil.rpc<{ contractAddress: Hex }>('eth_getTransactionReceipt', deployed)
  const call = (name: string, args: readonly unknown[]) =>
    sender.call(owner, 'NameRegistry', registry, { name, args })

  /** Every name above it first. */
  const own = new Set<string>([''])
  async function take(name: string): Promise<void> {
    if (own.has(name)) return
    own.add(name)
    const [label = '', ...rest] = name.split('.')
    const above = rest.join('.')
    await take(above)
    await call('setSubnodeOwner', [namehash(above), labelhash(label), owner.address])
  }

  for (const { name, account } of Object.values(people)) {
    if (!name) continue
    await take(name)
    await call('setResolver', [namehash(name), contractAddress])
    const args = [namehash(name), account.address] as const
    const data = encodeFunctionData({ abi: ofAddresses, functionName: 'setAddr', args })
    await sender.send(owner, { to: contractAddress, data })
  }
  return sender.deploy(owner, 'UniversalResolver', [registry])
}
