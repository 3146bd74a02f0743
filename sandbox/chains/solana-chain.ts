/** A Solana chain on which the sandbox's people have balances, on platforms with a validator. */
import { PublicKey, SystemProgram, Transaction } from '@solana/web3.js'
import type { ApiBalance } from '../services/api-types.ts'
import { createMint, solanaPeople, solanaTreasury } from './solana-accounts.ts'
import { solanaLocalnet } from './solana-network.ts'
import { startSurfpool, type Surfpool } from './surfpool/start-surfpool.ts'
import { toApiBalance } from '../services/to-api-balance.ts'
import { solanaCoin, solanaTokens } from './tokens.ts'

export interface SolanaChain {
  /** Both URLs change when the validator restarts. */
  readonly rpcUrl: string
  readonly wsUrl: string
  /** @param assetsUrl base URL of the pictures */
  fetchBalances(account: string, assetsUrl: string): Promise<ApiBalance[]>
  /** Transfers SOL out of the treasury and waits for the confirmation. @param amount lamports @returns signature */
  pay(account: string, amount: bigint): Promise<string>
  stop(): void
}

const TOKEN_PROGRAM = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
const LAMPORTS = 1_000_000_000
/** Maximum wait for a transfer's confirmation, which takes a slot. Milliseconds. */
const PATIENCE = 15_000
/**
 * Number of failed health checks in a row after which the validator is replaced. A busy machine may miss a single
 * check.
 */
const MAX_MISSED = 3
/** Rent-exempt minimum balance of an 82-byte account, in lamports. */
const MINT_RENT = 1_461_600

export interface SolanaOptions {
  /** Called after a validator that stopped answering was replaced. All accounts have their initial balances again. */
  onRestart?: (() => void) | undefined
  /** Interval and timeout of health checks. Milliseconds. */
  lookEvery?: number
}

/** @returns undefined on platforms without a build of the validator */
export function startSolanaChain({ onRestart, lookEvery = 10_000 }: SolanaOptions = {}):
  | SolanaChain
  | undefined {
  const first = startSurfpool()
  if (!first) return undefined
  let surfpool = first
  fill(surfpool)
  let missed = 0
  async function look(): Promise<void> {
    try {
      await ask(surfpool.rpcUrl, 'getSlot', [], AbortSignal.timeout(lookEvery))
      missed = 0
    } catch {
      missed += 1
      if (missed < MAX_MISSED) return
      missed = 0
      surfpool.stop()
      surfpool = startSurfpool()!
      fill(surfpool)
      onRestart?.()
    }
  }
  const looking = onRestart && setInterval(() => void look(), lookEvery)
  looking?.unref()
  return {
    get rpcUrl() {
      return surfpool.rpcUrl
    },
    get wsUrl() {
      return surfpool.wsUrl
    },
    fetchBalances: (account, assetsUrl) => fetchBalances(surfpool.rpcUrl, account, assetsUrl),
    pay: (account, amount) => pay(surfpool, account, amount),
    stop() {
      clearInterval(looking)
      surfpool.stop()
    },
  }
}

/** Sets the initial balances, in whole SOL and tokens. */
function fill(surfpool: Surfpool): void {
  const holdings = [
    [solanaTreasury, 100_000, {}],
    [solanaPeople.mara, 14.2087, { HUSD: 486.31, REEF: 18_250.5 }],
    [solanaPeople.theo, 2.75, { REEF: 940 }],
  ] as const
  for (const { symbol, decimals, supply } of solanaTokens) {
    const mint = layOutMint(supply * 10n ** BigInt(decimals), decimals)
    surfpool.setAccount(createMint(symbol), MINT_RENT, [...mint], TOKEN_PROGRAM)
  }
  for (const [person, coins, tokens] of holdings) {
    const address = person.publicKey.toBase58()
    surfpool.fundSol(address, Math.round(coins * LAMPORTS))
    for (const { symbol, decimals } of solanaTokens) {
      const amount = (tokens as Record<string, number>)[symbol] ?? 0
      if (amount > 0) surfpool.fundToken(address, createMint(symbol), Math.round(amount * 10 ** decimals))
    }
  }
}

/**
 * Creates the data of a mint without authorities.
 * @see https://docs.rs/spl-token/latest/spl_token/state/struct.Mint.html
 */
function layOutMint(supply: bigint, decimals: number): Buffer {
  const data = Buffer.alloc(82)
  data.writeBigUInt64LE(supply, 36)
  data.writeUInt8(decimals, 44)
  data.writeUInt8(1, 45)
  return data
}

interface TokenAccounts {
  value: {
    account: { data: { parsed: { info: { mint: string; tokenAmount: { amount: string } } } } }
  }[]
}

async function fetchBalances(rpcUrl: string, account: string, assetsUrl: string): Promise<ApiBalance[]> {
  const options = { encoding: 'jsonParsed', commitment: 'confirmed' }
  const [{ value: lamports }, { value: accounts }] = await Promise.all([
    ask<{ value: number }>(rpcUrl, 'getBalance', [account, { commitment: 'confirmed' }]),
    ask<TokenAccounts>(rpcUrl, 'getTokenAccountsByOwner', [account, { programId: TOKEN_PROGRAM }, options]),
  ])
  const { caipNetworkId } = solanaLocalnet
  const coin = toApiBalance({ token: solanaCoin, amount: BigInt(lamports), caipNetworkId, assetsUrl })
  const tokens = accounts.flatMap(({ account: { data } }) => {
    const { mint, tokenAmount } = data.parsed.info
    const token = solanaTokens.find(({ symbol }) => createMint(symbol) === mint)
    if (!token) return []
    const amount = BigInt(tokenAmount.amount)
    return [toApiBalance({ token: { ...token, address: mint }, amount, caipNetworkId, assetsUrl })]
  })
  return [coin, ...tokens]
}

async function ask<T>(
  rpcUrl: string,
  method: string,
  params: unknown[],
  signal: AbortSignal | null = null,
): Promise<T> {
  const response = await fetch(rpcUrl, {
    signal,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const answer = (await response.json()) as { result: T; error?: { message: string } }
  if (answer.error) throw new Error(`${method}: ${answer.error.message}`)
  return answer.result
}

async function pay({ rpcUrl }: Surfpool, account: string, amount: bigint): Promise<string> {
  const { value } = await ask<{ value: { blockhash: string } }>(rpcUrl, 'getLatestBlockhash', [])
  const transaction = new Transaction({
    feePayer: solanaTreasury.publicKey,
    recentBlockhash: value.blockhash,
  })
  const toPubkey = new PublicKey(account)
  transaction.add(
    SystemProgram.transfer({ fromPubkey: solanaTreasury.publicKey, toPubkey, lamports: amount }),
  )
  transaction.sign(solanaTreasury)
  const bytes = transaction.serialize().toString('base64')
  const signature = await ask<string>(rpcUrl, 'sendTransaction', [bytes, { encoding: 'base64' }])
  // Wait until the transfer is confirmed, so that the next read includes it.
  const begun = { time: Date.now(), slot: await ask<number>(rpcUrl, 'getSlot', []) }
  while (!(await isConfirmed(rpcUrl, signature))) {
    if (Date.now() - begun.time > PATIENCE) {
      const slots = (await ask<number>(rpcUrl, 'getSlot', [])) - begun.slot
      throw new Error(`${signature} was not confirmed within ${PATIENCE} ms, in which ${slots} slots passed.`)
    }
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return signature
}

async function isConfirmed(rpcUrl: string, signature: string): Promise<boolean> {
  type Statuses = { value: [{ err: unknown; confirmationStatus: string } | null] }
  const { value } = await ask<Statuses>(rpcUrl, 'getSignatureStatuses', [[signature]])
  if (value[0]?.err) throw new Error(`The transfer failed: ${JSON.stringify(value[0].err)}`)
  return value[0] !== null && value[0].confirmationStatus !== 'processed'
}
