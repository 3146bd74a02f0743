/**
 * Deploys ENS on a chain: registry, resolver, registrar of reverse names, and a universal resolver. People have the
 * same names here as in the provider's API. The account that deploys the contracts has a name as well, set as its
 * primary name.
 */
import registryBuild from '@ensdomains/ens/build/contracts/ENSRegistry.json' with { type: 'json' }
import registrarBuild from '@ensdomains/resolver/build/contracts/ReverseRegistrar.json' with { type: 'json' }
import resolverBuild from '@ensdomains/resolver/build/contracts/PublicResolver.json' with { type: 'json' }
import { encodeDeployData, encodeFunctionData, type Hex, labelhash, namehash, parseAbi } from 'viem'
import { people, treasury } from '../people/accounts.ts'
import type { Anvil } from './anvil.ts'
import { createSender } from './sender.ts'

const abi = parseAbi([
  'function setSubnodeOwner(bytes32 node, bytes32 label, address owner)',
  'function setResolver(bytes32 node, address resolver)',
  'function setAddr(bytes32 node, address account)',
  'function setName(string name)',
])

export const TREASURY_NAME = 'treasury.driftwood.example'

/** @returns the universal resolver's address */
export async function deployNames(anvil: Anvil): Promise<Hex> {
  const owner = treasury.account
  const sender = createSender(anvil)

  async function deploy(
    { bytecode, abi: own }: typeof registryBuild,
    args: readonly unknown[],
  ): Promise<Hex> {
    const data = encodeDeployData({ abi: own, bytecode: bytecode as Hex, args })
    const hash = await sender.send(owner, { data })
    const receipt = await anvil.rpc<{ contractAddress: Hex }>('eth_getTransactionReceipt', hash)
    return receipt.contractAddress
  }

  const registry = await deploy(registryBuild, [])
  const resolver = await deploy(resolverBuild as unknown as typeof registryBuild, [registry])
  const registrar = await deploy(registrarBuild as unknown as typeof registryBuild, [registry, resolver])
  const call = (to: Hex, call: Parameters<typeof encodeFunctionData<typeof abi>>[0]) =>
    sender.send(owner, { to, data: encodeFunctionData(call) })

  /** Registered names; '' is the root. A name needs its parents first. */
  const own = new Set<string>([''])
  async function take(name: string, to: Hex = owner.address): Promise<void> {
    if (own.has(name)) return
    own.add(name)
    const [label = '', ...rest] = name.split('.')
    const above = rest.join('.')
    await take(above)
    const args = [namehash(above), labelhash(label), to] as const
    await call(registry, { abi, functionName: 'setSubnodeOwner', args })
  }

  async function setName(name: string, account: Hex): Promise<void> {
    const node = namehash(name)
    await take(name)
    await call(registry, { abi, functionName: 'setResolver', args: [node, resolver] })
    await call(resolver, { abi, functionName: 'setAddr', args: [node, account] })
  }

  for (const { name, account } of Object.values(people)) if (name) await setName(name, account.address)
  await setName(TREASURY_NAME, owner.address)
  await take('addr.reverse', registrar)
  await call(registrar, { abi, functionName: 'setName', args: [TREASURY_NAME] })
  return sender.deploy(owner, 'UniversalResolver', [registry])
}
