/** Signs and sends with a person's smart account. The sign-in site acts as the bundler and pays the network fee. */
import {
  concatHex,
  createPublicClient,
  createWalletClient,
  encodeAbiParameters,
  encodeFunctionData,
  type Chain,
  type Hex,
  hashMessage,
  hashTypedData,
  http,
  keccak256,
  parseAbi,
  serializeErc6492Signature,
  toHex,
} from 'viem'
import { entryPoint07Abi, entryPoint07Address } from 'viem/account-abstraction'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { getSmartAccount, toFactoryCall } from '../../chains/smart-accounts.ts'

const abi = parseAbi(['function execute(address to, uint256 value, bytes data)'])
/** Gas limit of the validation, including the deployment of the account. */
const VERIFICATION_GAS = 2_000_000n
const CALL_GAS = 2_000_000n

const pack = (one: bigint, other: bigint) => concatHex([toHex(one, { size: 16 }), toHex(other, { size: 16 })])

export function createSmartSigner(owner: PrivateKeyAccount, chain: Chain, bundlerKey: Hex) {
  const address = getSmartAccount(owner.address)
  const reader = createPublicClient({ chain, transport: http(), pollingInterval: 50 })
  const isDeployed = async () => (await reader.getCode({ address })) !== undefined

  async function sign(hash: Hex): Promise<Hex> {
    const parameters = [{ type: 'bytes32' }, { type: 'address' }, { type: 'uint256' }] as const
    const own = keccak256(encodeAbiParameters(parameters, [hash, address, BigInt(chain.id)]))
    const signature = await owner.signMessage({ message: { raw: own } })
    if (await isDeployed()) return signature
    const { factory, factoryData } = toFactoryCall(owner.address)
    return serializeErc6492Signature({ address: factory, data: factoryData, signature })
  }

  async function send({
    to,
    value = '0x0',
    data = '0x',
  }: {
    to: Hex
    value?: Hex
    data?: Hex
  }): Promise<Hex> {
    const { factory, factoryData } = toFactoryCall(owner.address)
    const nonce = await reader.readContract({
      address: entryPoint07Address,
      abi: entryPoint07Abi,
      functionName: 'getNonce',
      args: [address, 0n],
    })
    const operation = {
      sender: address,
      nonce,
      initCode: (await isDeployed()) ? ('0x' as const) : concatHex([factory, factoryData]),
      callData: encodeFunctionData({ abi, functionName: 'execute', args: [to, BigInt(value), data] }),
      accountGasLimits: pack(VERIFICATION_GAS, CALL_GAS),
      preVerificationGas: 0n,
      // No fees for the person: the bundler pays.
      gasFees: pack(0n, 0n),
      paymasterAndData: '0x' as const,
      signature: '0x' as Hex,
    }
    const call = { address: entryPoint07Address, abi: entryPoint07Abi }
    const hash = await reader.readContract({ ...call, functionName: 'getUserOpHash', args: [operation] })
    operation.signature = await owner.signMessage({ message: { raw: hash } })
    const bundler = privateKeyToAccount(bundlerKey)
    const writer = createWalletClient({ account: bundler, chain, transport: http() })
    const args = [[operation], bundler.address] as const
    const sent = await writer.writeContract({ ...call, functionName: 'handleOps', args, gas: 8_000_000n })
    await reader.waitForTransactionReceipt({ hash: sent })
    return sent
  }

  return {
    address,
    isDeployed,
    send,
    signMessage: (raw: Hex) => sign(hashMessage({ raw })),
    signTypedData: (data: Parameters<typeof hashTypedData>[0]) => sign(hashTypedData(data)),
  }
}
