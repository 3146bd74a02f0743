// @vitest-environment happy-dom
/**
 * The libraries of Solana's dapps over the wallet that Billfold gives out, and a wallet that others wrote behind it:
 * after each step all of them say the same.
 */
import { createPublicKey, verify } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { UnsafeBurnerWalletAdapter } from '@solana/wallet-adapter-unsafe-burner'
import {
  isWalletAdapterCompatibleWallet,
  SolanaWalletAdapterWallet,
  StandardWalletAdapter,
} from '@solana/wallet-standard-wallet-adapter-base'
import {
  Connection,
  Keypair,
  PublicKey,
  SystemProgram,
  Transaction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import bs58 from 'bs58'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Billfold } from '../../src/shell/billfold.ts'
import { createBillfold } from '../../src/shell/create-billfold.ts'
import type { Shell } from '../../src/shell/shell.ts'
import { solana, solanaDevnet, solanaMainnet } from '../../src/solana.ts'
import { eventually } from '../eventually.ts'
import { ADA, BEN, createFakeStandardWallet, register, toAccount } from '../fake-standard-wallet.ts'

const mounted = vi.hoisted(() => ({ shell: undefined as unknown }))
vi.mock('#ui', () => ({
  mountView(shell: unknown) {
    mounted.shell = shell
    return { load: async () => {}, unmount() {} }
  },
}))
vi.mock('../../src/worker-link/start/start-worker.ts', () => ({
  startWorker: () => Promise.reject(new Error('not here')),
}))

const local = { ...solanaMainnet, id: 'of this machine', name: 'Local' }
/** Any recent block will do: nothing is mined here. */
const BLOCKHASH = bs58.encode(new Uint8Array(32).fill(7))

let billfold: Billfold<'solana'>
let stops: (() => void)[]
beforeEach(() => {
  localStorage.clear()
  stops = []
  billfold = create()
})
afterEach(() => {
  billfold.destroy()
  for (const stop of stops) stop()
})

describe('[G23] A page with Solana’s wallet adapter libraries', () => {
  it('[A4] [A156] connects Solana’s burner wallet, signs and sends with it, and disconnects', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    const node = await startNode()
    const burner = new UnsafeBurnerWalletAdapter()
    stops.push(register(new SolanaWalletAdapterWallet(burner, 'solana:localnet', node.url)))
    const provider = billfold.getProvider('solana')
    expect(isWalletAdapterCompatibleWallet(provider)).toBe(true)
    const adapter = new StandardWalletAdapter({ wallet: provider })

    // The page asks as it asks any wallet; a person answers in the modal.
    const connecting = adapter.connect()
    await eventually(() => expect(billfold.isOpen.peek()).toBe(true))
    await choose('Burner Wallet')
    await connecting
    const { publicKey } = burner
    expect(adapter.publicKey?.toBase58()).toBe(publicKey!.toBase58())
    expect(billfold.account.peek()).toMatchObject({
      caipAddress: `solana:of this machine:${publicKey!.toBase58()}`,
      network: { name: 'Local' },
    })

    const message = new TextEncoder().encode('Driftwood asks who you are')
    expect(isSigned(message, await adapter.signMessage!(message), publicKey!)).toBe(true)
    expect(isSigned(message, new Uint8Array(64), publicKey!)).toBe(false)

    const signed = await adapter.signTransaction!(toTransaction(publicKey!))
    expect(signed.verifySignatures()).toBe(true)
    const all = await adapter.signAllTransactions!([toVersioned(publicKey!), toVersioned(publicKey!)])
    for (const { signatures, message: text } of all)
      expect(isSigned(text.serialize(), signatures[0]!, publicKey!)).toBe(true)

    const connection = new Connection(node.url, 'confirmed')
    const signature = await adapter.sendTransaction(toVersioned(publicKey!), connection)
    expect(node.received.map(({ signatures }) => bs58.encode(signatures[0]!))).toEqual([signature])

    await adapter.disconnect()
    expect(adapter.publicKey).toBeNull()
    expect(billfold.account.peek()).toEqual({ status: 'disconnected' })
    expect(burner.publicKey).toBeNull()
    expect(localStorage.getItem('billfold/sessions')).toBeNull()
  })

  it('follows a change of account or network and a disconnect, whether made in the wallet or in Billfold', async () => {
    const wallet = createFakeStandardWallet()
    stops.push(register(wallet))
    const adapter = new StandardWalletAdapter({ wallet: billfold.getProvider('solana') })
    const says = () => {
      const account = billfold.account.peek()
      const isConnected = account.status === 'connected'
      return [adapter.publicKey?.toBase58(), isConnected ? account.address : undefined]
    }
    adapter.on('error', () => {})
    await choose('Lantern')
    await adapter.connect()
    expect(says()).toEqual([ADA, ADA])

    wallet.accounts = [toAccount(BEN)]
    wallet.change()
    await eventually(() => expect(says()).toEqual([BEN, BEN]))

    await billfold.switchNetwork(`solana:${solanaDevnet.id}`)
    expect(billfold.account.peek()).toMatchObject({ network: { name: 'Solana Devnet' } })
    expect(adapter.wallet.accounts[0]!.chains[0]).toBe('solana:devnet')
    expect(says()).toEqual([BEN, BEN])

    wallet.accounts = []
    wallet.change()
    await eventually(() => expect(says()).toEqual([undefined, undefined]))
    wallet.accounts = [toAccount(BEN)]
    wallet.change()
    await eventually(() => expect(says()[1]).toBe(BEN))
    await adapter.connect()
    expect(says()).toEqual([BEN, BEN])

    await billfold.disconnect()
    await eventually(() => expect(says()).toEqual([undefined, undefined]))
  })

  it('reconnects after a reload, on the same network and without a prompt', async () => {
    const wallet = createFakeStandardWallet()
    stops.push(register(wallet))
    await choose('Lantern')
    await billfold.switchNetwork(`solana:${solanaDevnet.id}`)
    billfold.destroy()
    wallet.accounts = []
    wallet.asked = []
    billfold = create()
    const adapter = new StandardWalletAdapter({ wallet: billfold.getProvider('solana') })
    await adapter.autoConnect()
    expect(adapter.publicKey?.toBase58()).toBe(ADA)
    expect(billfold.account.peek()).toMatchObject({ address: ADA, network: { name: 'Solana Devnet' } })
    expect(wallet.asked).toEqual(['connect quietly'])
  })

  it('does not open the modal for autoConnect if there is no session', async () => {
    const adapter = new StandardWalletAdapter({ wallet: billfold.getProvider('solana') })
    adapter.on('error', () => {})
    await expect(adapter.autoConnect()).rejects.toThrow()
    expect(billfold.isOpen.peek()).toBe(false)
  })

  it('gets an error for its connection request if the user declines in the modal', async () => {
    stops.push(register(createFakeStandardWallet({ person: 'declines' })))
    const adapter = new StandardWalletAdapter({ wallet: billfold.getProvider('solana') })
    adapter.on('error', () => {})
    const declined = expect(adapter.connect()).rejects.toThrow('no wallet was connected')
    await eventually(() => expect(billfold.isOpen.peek()).toBe(true))
    await choose('Lantern')
    billfold.close()
    await declined
  })
})

function create(): Billfold<'solana'> {
  return createBillfold({
    projectId: 'project',
    networks: [solanaMainnet, solanaDevnet, local],
    adapters: [solana()],
    metadata: { name: 'Driftwood' },
  })
}

/** A person opens the modal and chooses; whoever opened it may have asked for accounts. */
async function choose(name: string): Promise<void> {
  await billfold.open({ view: 'Connect' })
  const shell = mounted.shell as Shell
  await shell.connect(shell.connectors.peek().find((connector) => connector.name === name)!)
}

function toInstruction(from: PublicKey) {
  return SystemProgram.transfer({
    fromPubkey: from,
    toPubkey: Keypair.generate().publicKey,
    lamports: 5,
  })
}

function toTransaction(from: PublicKey): Transaction {
  const transaction = new Transaction({ feePayer: from, blockhash: BLOCKHASH, lastValidBlockHeight: 1 })
  return transaction.add(toInstruction(from))
}

function toVersioned(from: PublicKey): VersionedTransaction {
  const instructions = [toInstruction(from)]
  const message = new TransactionMessage({ payerKey: from, recentBlockhash: BLOCKHASH, instructions })
  return new VersionedTransaction(message.compileToV0Message())
}

/** Ed25519, by Node's own. */
function isSigned(message: Uint8Array, signature: Uint8Array, key: PublicKey): boolean {
  const x = Buffer.from(key.toBytes()).toString('base64url')
  const jwk = { kty: 'OKP', crv: 'Ed25519', x }
  return verify(null, message, createPublicKey({ key: jwk, format: 'jwk' }), signature)
}

/** A node that takes every transaction. */
async function startNode(): Promise<{ url: string; received: VersionedTransaction[] }> {
  const received: VersionedTransaction[] = []
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      // The DOM of these tests asks like a browser, whether another origin lets it.
      response.setHeader('access-control-allow-origin', '*')
      response.setHeader('access-control-allow-headers', '*')
      if (request.method === 'OPTIONS') return void response.end()
      const { id, method, params } = JSON.parse(Buffer.concat(chunks).toString()) as {
        id: unknown
        method: string
        params: [string]
      }
      expect(method).toBe('sendTransaction')
      const transaction = VersionedTransaction.deserialize(Buffer.from(params[0], 'base64'))
      received.push(transaction)
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ jsonrpc: '2.0', id, result: bs58.encode(transaction.signatures[0]!) }))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  stops.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received }
}
