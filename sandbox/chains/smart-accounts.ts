/**
 * ERC-4337 on a chain: the real entry point at its usual address, and the factory of the sign-in site's accounts. Both
 * are written into the chain's state, without transactions or blocks.
 */
import creatorBuild from '@account-abstraction/contracts/artifacts/SenderCreator.json' with { type: 'json' }
import entryPointBuild from '@account-abstraction/contracts/artifacts/EntryPoint.json' with { type: 'json' }
import {
  type Abi,
  encodeDeployData,
  encodeFunctionData,
  getContractAddress,
  type Hex,
  numberToHex,
} from 'viem'
import { entryPoint07Address } from 'viem/account-abstraction'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import type { Anvil } from './anvil.ts'
import compiled from './contracts/compiled.json' with { type: 'json' }

export interface SmartAccounts {
  chainId: number
  /** The bundler's account, which pays for people's transactions. */
  bundlerKey: Hex
}

/** An arbitrary unused address. */
const FACTORY: Hex = '0x10910ac0000000000000000000000000004b1337'
/** An arbitrary unused address, the sender of simulated deployments. */
const NOBODY: Hex = '0x10910ac0000000000000000000000000004b0000'

export async function placeSmartAccounts(anvil: Anvil): Promise<SmartAccounts> {
  const run = (bytecode: string) => anvil.rpc('eth_call', { from: NOBODY, data: bytecode }, 'latest')
  const place = (address: Hex, code: string) => anvil.rpc('anvil_setCode', address, code)
  // The entry point's constructor deploys a helper contract and stores its address.
  const trial = getContractAddress({ from: NOBODY, nonce: 0n })
  await place(entryPoint07Address, await run(entryPointBuild.bytecode))
  await place(getContractAddress({ from: trial, nonce: 1n }), creatorBuild.deployedBytecode)
  await place(FACTORY, await run(compiled.LoginAccountFactory.bytecode))
  const bundlerKey = generatePrivateKey()
  const { address } = privateKeyToAccount(bundlerKey)
  await anvil.rpc('anvil_setBalance', address, numberToHex(10n ** 20n))
  return { chainId: anvil.chainId, bundlerKey }
}

/** The smart account of this owner, deployed or not. */
export function getSmartAccount(owner: Hex): Hex {
  const { abi, bytecode } = compiled.LoginAccount
  return getContractAddress({
    opcode: 'CREATE2',
    from: FACTORY,
    salt: numberToHex(0n, { size: 32 }),
    bytecode: encodeDeployData({ abi: abi as Abi, bytecode: bytecode as Hex, args: [owner] }),
  })
}

/** The factory call that deploys the owner's account. */
export function toFactoryCall(owner: Hex): { factory: Hex; factoryData: Hex } {
  const { abi } = compiled.LoginAccountFactory
  const factoryData = encodeFunctionData({ abi: abi as Abi, functionName: 'createAccount', args: [owner] })
  return { factory: FACTORY, factoryData }
}
