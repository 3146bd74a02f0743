import {
  ACCOUNT_SIZE,
  MINT_SIZE,
  MintLayout,
  TOKEN_2022_PROGRAM_ID,
  TOKEN_PROGRAM_ID,
} from '@solana/spl-token'
import { PublicKey } from '@solana/web3.js'
import { Interface } from 'ethers'
import { expect, it } from 'vitest'
import { type Network, toNetwork } from '../../../../src/core/chains/networks.ts'
import { tokenFacts } from '../../../../worker/payments/transfer/token-facts.ts'
import { createPaymentContext } from './create-context.ts'

const rpcUrls = { default: { http: ['https://node.example'] } }
const ether = { name: 'Ether', symbol: 'ETH', decimals: 18 }
const sol = { name: 'Solana', symbol: 'SOL', decimals: 9 }
const onSolana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const token = `0x${'c'.repeat(40)}`
const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const erc20 = new Interface([
  'function symbol() view returns (string)',
  'function name() view returns (string)',
  'function decimals() view returns (uint8)',
])

function networksOf(native = ether): Network[] {
  return [
    toNetwork({ id: 1, name: 'Ethereum', nativeCurrency: native, rpcUrls }),
    toNetwork({ id: 10_001, name: 'Elsewhere', nativeCurrency: { ...ether, symbol: 'ELS' }, rpcUrls }),
    toNetwork({
      id: onSolana.slice(7),
      name: 'Solana',
      chainNamespace: 'solana',
      nativeCurrency: sol,
      rpcUrls,
    } as never),
  ]
}

/** @param says what the contract answers to each function, as it is encoded */
function ask(
  caipNetworkId: string,
  asset: string,
  says: Record<string, string> = {},
  networks = networksOf(),
  accounts: Record<string, object> = { [mint]: toMint() },
) {
  const answers: Record<string, (params: readonly unknown[]) => unknown> = {
    eth_call([call]) {
      const { data } = call as { data: string }
      return says[erc20.getFunction(data.slice(0, 10))!.name] ?? '0x'
    },
    getAccountInfo: ([address]) => ({ context: { slot: 1 }, value: accounts[address as string] ?? null }),
  }
  const rpc = async (_: string, method: string, params: readonly unknown[]) => answers[method]!(params)
  const { context } = createPaymentContext(networks, { http: { rpc } as never })
  return tokenFacts({ caipNetworkId: caipNetworkId as never, asset }, context)
}

function toMint(owner = TOKEN_PROGRAM_ID, extensions = Buffer.alloc(0)) {
  const data = Buffer.alloc(MINT_SIZE)
  MintLayout.encode(
    {
      mintAuthorityOption: 0,
      mintAuthority: PublicKey.default,
      supply: 1n,
      decimals: 6,
      isInitialized: true,
      freezeAuthorityOption: 0,
      freezeAuthority: PublicKey.default,
    },
    data,
  )
  return toAccount(Buffer.concat([data, extensions]), owner)
}

function toAccount(data: Buffer, owner: PublicKey) {
  return {
    data: [data.toString('base64'), 'base64'],
    executable: false,
    lamports: ACCOUNT_SIZE,
    owner: owner.toBase58(),
    rentEpoch: 0,
  }
}

/** The part that the metadata extension and metadata accounts have in common. */
function toMetadata(of: string, name: string, symbol: string) {
  const texts = [name, symbol, 'https://pictures.example'].map((text) => {
    const bytes = Buffer.from(text)
    const length = Buffer.alloc(4)
    length.writeUInt32LE(bytes.length)
    return Buffer.concat([length, bytes])
  })
  return Buffer.concat([Buffer.alloc(32, 7), new PublicKey(of).toBuffer(), ...texts])
}

/** A mint of the newer program, with the names in it. */
function toMintWithNames(metadata: Buffer) {
  const head = Buffer.alloc(ACCOUNT_SIZE - MINT_SIZE + 5)
  head.writeUInt8(1, ACCOUNT_SIZE - MINT_SIZE)
  head.writeUInt16LE(19, ACCOUNT_SIZE - MINT_SIZE + 1)
  head.writeUInt16LE(metadata.length, ACCOUNT_SIZE - MINT_SIZE + 3)
  return toMint(TOKEN_2022_PROGRAM_ID, Buffer.concat([head, metadata]))
}

const metaplex = new PublicKey('metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s')
const reef = PublicKey.unique().toBase58()
const [besideReef] = PublicKey.findProgramAddressSync(
  [Buffer.from('metadata'), metaplex.toBuffer(), new PublicKey(reef).toBuffer()],
  metaplex,
)
const beside = (metadata: Buffer, owner = metaplex, key = 4) => ({
  [reef]: toMint(),
  [besideReef.toBase58()]: toAccount(Buffer.concat([Buffer.from([key]), metadata]), owner),
})
const askForReef = (accounts: Record<string, object>) => ask(onSolana, reef, {}, networksOf(), accounts)

const encode = (name: string, value: unknown) => erc20.encodeFunctionResult(name, [value])
const dollars = {
  symbol: encode('symbol', 'USDC'),
  name: encode('name', 'USD Coin'),
  decimals: encode('decimals', 6),
}

it('[S4] a token’s symbol, name and decimals come from its contract', async () => {
  expect(await ask('eip155:1', usdc, dollars)).toEqual({ decimals: 6, symbol: 'USDC', name: 'USD Coin' })
  const bytes32 = (text: string) => `0x${Buffer.from(text.padEnd(32, '\0')).toString('hex')}`
  const old = { symbol: bytes32('MKR'), name: bytes32('Maker'), decimals: encode('decimals', 18) }
  expect(await ask('eip155:1', token, old)).toEqual({ decimals: 18, symbol: 'MKR', name: 'Maker' })
  expect(await ask('eip155:1', token, { decimals: dollars.decimals })).toEqual({ decimals: 6 })
  expect(await ask(onSolana, mint)).toEqual({ decimals: 6, symbol: 'USDC' })
})

it('[S4] a Solana token’s name comes from its mint, or from its metadata account', async () => {
  const named = { decimals: 6, symbol: 'REEF', name: 'Reefcoin' }
  const names = toMetadata(reef, 'Reefcoin', 'REEF')
  expect(await askForReef({ [reef]: toMintWithNames(names) })).toEqual(named)
  expect(await askForReef(beside(names))).toEqual(named)
  // The older program fills texts up.
  const filled = toMetadata(reef, 'Reefcoin'.padEnd(32, '\0'), 'REEF'.padEnd(10, '\0'))
  expect(await askForReef(beside(filled))).toEqual(named)
  expect(await askForReef({ [reef]: toMint() })).toEqual({ decimals: 6 })
})

it('[S4] a Solana token’s name is not taken from an account that does not hold the token’s metadata', async () => {
  const names = toMetadata(reef, 'Reefcoin', 'REEF')
  const others = [
    beside(names, TOKEN_PROGRAM_ID),
    beside(names, metaplex, 1),
    beside(toMetadata(mint, 'USD Coin', 'USDC')),
    beside(names.subarray(0, 70)),
    beside(Buffer.concat([names.subarray(0, 64), Buffer.alloc(4, 0xff), names.subarray(68)])),
    { [reef]: toMintWithNames(toMetadata(mint, 'USD Coin', 'USDC')) },
    { [reef]: toMintWithNames(names.subarray(0, 70)) },
  ]
  for (const accounts of others) expect(await askForReef(accounts)).toEqual({ decimals: 6 })
  const lying = { [reef]: toMintWithNames(toMetadata(reef, 'USD\u0421oin', 'USD\u0421')) }
  expect(await askForReef(lying)).toMatchObject({ symbol: 'USD\ufffd', name: 'USD\ufffdoin' })
})

it('[S4] a token’s symbol is cleaned and shortened, and a page cannot rename the native token of a known network', async () => {
  // With a letter of another alphabet, and with a text that turns its direction.
  const false1 = await ask('eip155:1', token, { ...dollars, symbol: encode('symbol', 'USD\u0421') })
  expect(false1.symbol).toBe('USD\ufffd')
  const long = await ask('eip155:1', token, { ...dollars, symbol: encode('symbol', 'x'.repeat(5_000)) })
  expect(long.symbol!.length).toBeLessThanOrEqual(16)
  // The coin of a known network is called as it is.
  expect(await ask('eip155:1', 'native', {}, networksOf({ ...ether, symbol: 'USDC' }))).toMatchObject({
    symbol: 'ETH',
  })
  expect(await ask('eip155:10001', 'native')).toMatchObject({ symbol: 'ELS', decimals: 18 })
  expect(await ask(onSolana, 'native')).toMatchObject({ decimals: 9 })
})

it('[S4] a token is refused when the page changes the decimals of the native token, or when no contract answers', async () => {
  const refused = { code: 'transfer_refused', context: { reason: 'decimals' } }
  await expect(ask('eip155:1', 'native', {}, networksOf({ ...ether, decimals: 24 }))).rejects.toMatchObject(
    refused,
  )
  await expect(ask('eip155:1', token, { ...dollars, decimals: `0x${'f'.repeat(64)}` })).rejects.toMatchObject(
    refused,
  )
  await expect(ask('eip155:1', token)).rejects.toMatchObject({ code: 'bad_envelope' })
  await expect(ask('eip155:99', token)).rejects.toMatchObject({ code: 'network_missing' })
})
