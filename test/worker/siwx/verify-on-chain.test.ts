/** What the contracts of a real chain say of a signature. */
import { Wallet } from 'ethers'
import { defineChain, type Hex, serializeErc6492Signature } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Anvil, startAnvil } from '../../../sandbox/chains/anvil.ts'
import { placeSmartAccounts } from '../../../sandbox/chains/smart-accounts.ts'
import { createSmartSigner } from '../../../sandbox/services/login/smart-signer.ts'
import { toNetwork } from '../../../src/core/chains/networks.ts'
import type { CommandContext } from '../../../worker/base/context.ts'
import { createHttp } from '../../../worker/http/http.ts'
import { systemClock } from '../../../worker/base/system-clock.ts'
import { verifyEvmSignature } from '../../../worker/siwx/verify-evm.ts'

let anvil: Anvil
let context: CommandContext
beforeAll(async () => {
  anvil = await startAnvil({ chainId: 31337, genesis: 1_700_000_000 })
  const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
  const rpcUrls = { default: { http: [anvil.url] } }
  const config = { networks: [toNetwork({ id: 31337, name: 'Local', nativeCurrency, rpcUrls })] }
  const http = createHttp({ config, clock: systemClock, fetch } as never)
  context = { config, http, signal: new AbortController().signal } as unknown as CommandContext
})
afterAll(() => anvil.stop())

const MESSAGE = 'Driftwood greets a contract'
const verify = (address: string, signature: string) =>
  verifyEvmSignature(
    { address, signature, message: MESSAGE, caipNetworkId: 'eip155:31337', domain: 'driftwood.example' },
    context,
  )

/** Of no key. */
const SIGNATURE = `0x${'12'.repeat(70)}`
/** Returns one word, whatever it is asked. */
const toCode = (word: string) => `0x63${word}60e01b60005260206000f3`
const YES = toCode('1626ba7e')
const contract = (at: number) => `0x${at.toString(16).padStart(40, '0')}`

it('[F22] the signature of a contract account is valid when the account’s contract says so (EIP-1271)', async () => {
  await anvil.rpc('anvil_setCode', contract(0xc0de), YES)
  await anvil.rpc('anvil_setCode', contract(0xc0df), toCode('ffffffff'))
  await expect(verify(contract(0xc0de), SIGNATURE)).resolves.toEqual({ outcome: 'valid' })
  await expect(verify(contract(0xc0df), SIGNATURE)).resolves.toEqual({
    outcome: 'invalid',
    fault: 'signature',
  })
})

it('[F22] the signature of a contract account may be shorter than 32 bytes, or empty', async () => {
  for (const signature of ['0x', '0x12', `0x${'12'.repeat(31)}`, `0x${'12'.repeat(32)}`]) {
    await expect(verify(contract(0xc0de), signature)).resolves.toEqual({ outcome: 'valid' })
    for (const other of [contract(0xc0df), contract(0xe0a)])
      await expect(verify(other, signature)).resolves.toEqual({ outcome: 'invalid', fault: 'signature' })
  }
  // A contract that takes what it is asked for the answer.
  await anvil.rpc('anvil_setCode', contract(0xc0e0), '0x6020600060003760206000f3')
  await anvil.rpc('anvil_setCode', contract(0xc0e1), '0x60006000fd')
  for (const other of [contract(0xc0e0), contract(0xc0e1)])
    expect((await verify(other, '0x12')).outcome).toBe('invalid')
})

it('[F22] a signature is invalid for every account except the account that signed', async () => {
  const [mara, theo] = [Wallet.createRandom(), Wallet.createRandom()]
  await expect(verify(mara.address, await theo.signMessage(MESSAGE))).resolves.toEqual({
    outcome: 'invalid',
    fault: 'signer',
  })
  await expect(verify(mara.address, SIGNATURE)).resolves.toEqual({ outcome: 'invalid', fault: 'signature' })
})

it('[F22] a wrapped signature is invalid when its factory creates no contract (ERC-6492)', async () => {
  const signature = serializeErc6492Signature({
    address: contract(0xfac) as Hex,
    data: '0x12',
    signature: SIGNATURE as Hex,
  })
  const { outcome } = await verify(Wallet.createRandom().address, signature)
  expect(outcome).toBe('invalid')
})

it('[D26] a signature, even a wrapped one (ERC-6492), is checked by the account’s contract if the account has code', async () => {
  const wrapped = serializeErc6492Signature({
    address: contract(0xfac) as Hex,
    data: '0x12',
    signature: SIGNATURE as Hex,
  })
  await expect(verify(contract(0xc0de), wrapped)).resolves.toEqual({ outcome: 'valid' })
  expect((await verify(contract(0xc0df), wrapped)).outcome).toBe('invalid')
})

it('[D26] a delegated account’s signature is valid if the contract accepts it or the account’s own key made it (EIP-7702)', async () => {
  const wallet = Wallet.createRandom()
  const delegate = async (to: string) => anvil.rpc('anvil_setCode', wallet.address, `0xef0100${to.slice(2)}`)
  const own = await wallet.signMessage(MESSAGE)
  const others = await Wallet.createRandom().signMessage(MESSAGE)
  await delegate(contract(0xc0de))
  await expect(verify(wallet.address, own)).resolves.toEqual({ outcome: 'valid' })
  await expect(verify(wallet.address, SIGNATURE)).resolves.toEqual({ outcome: 'valid' })
  await delegate(contract(0xc0df))
  await expect(verify(wallet.address, own)).resolves.toEqual({ outcome: 'valid' })
  await expect(verify(wallet.address, others)).resolves.toEqual({ outcome: 'invalid', fault: 'signer' })
})

it('[S15] a smart account’s signature is valid before the account is deployed (ERC-6492) and after it (EIP-1271)', async () => {
  const { bundlerKey } = await placeSmartAccounts(anvil)
  const owner = privateKeyToAccount(generatePrivateKey())
  const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
  const rpcUrls = { default: { http: [anvil.url] } }
  const chain = defineChain({ id: 31337, name: 'Local', nativeCurrency, rpcUrls })
  const signer = createSmartSigner(owner, chain, bundlerKey)
  const other = createSmartSigner(privateKeyToAccount(generatePrivateKey()), chain, bundlerKey)
  const message = `0x${Buffer.from(MESSAGE).toString('hex')}` as const
  const wrapped = await signer.signMessage(message)
  expect(await signer.isDeployed()).toBe(false)
  await expect(verify(signer.address, wrapped)).resolves.toEqual({ outcome: 'valid' })
  expect((await verify(signer.address, await other.signMessage(message))).outcome).toBe('invalid')
  expect((await verify(signer.address, await owner.signMessage({ message: MESSAGE }))).outcome).toBe(
    'invalid',
  )

  await anvil.rpc('anvil_setBalance', signer.address, '0xde0b6b3a7640000')
  const receiver = contract(0xfee1)
  const hash = await signer.send({ to: receiver as Hex, value: '0x5' })
  expect(await anvil.rpc('eth_getTransactionReceipt', hash)).toMatchObject({ status: '0x1' })
  expect(BigInt(await anvil.rpc('eth_getBalance', receiver, 'latest'))).toBe(5n)
  // The site pays for it.
  expect(BigInt(await anvil.rpc('eth_getBalance', signer.address, 'latest'))).toBe(10n ** 18n - 5n)
  expect(await signer.isDeployed()).toBe(true)
  const plain = await signer.signMessage(message)
  expect(plain).toHaveLength(132)
  await expect(verify(signer.address, plain)).resolves.toEqual({ outcome: 'valid' })
  // What was signed before still holds.
  await expect(verify(signer.address, wrapped)).resolves.toEqual({ outcome: 'valid' })
  await expect(verify(other.address, plain)).resolves.toMatchObject({ outcome: 'invalid' })
})

it('[T17] [F23] the check of a contract account’s signature fails as a network error when the node is gone', async () => {
  await anvil.stop()
  await expect(verify(contract(0xc0de), SIGNATURE)).rejects.toMatchObject({ code: 'http_network' })
})
