/** Starts a real Solana validator inside this process: Surfpool, without any network behind it. */
import { createRequire } from 'node:module'

export interface Surfpool {
  rpcUrl: string
  wsUrl: string
  /** @param data as the program that owns the account lays it out. */
  setAccount(address: string, lamports: number, data: number[], owner: string): void
  fundSol(address: string, lamports: number): void
  /** The account holds this many base units afterwards. The mint must be there. */
  fundToken(owner: string, mint: string, amount: number): void
  stop(): void
}

interface Surfnet extends Surfpool {
  /** Takes what has happened out of a queue that holds about a thousand events. */
  drainEvents(): unknown[]
}

/** What the package of each platform holds. */
interface Native {
  Surfnet: { startWithConfig(config: object): Surfnet }
}

/** Milliseconds; a transaction is confirmed in the next slot. */
const SLOT = 200

/** Surfpool has a build for this platform. */
export function hasSurfpool(): boolean {
  return load() !== undefined
}

/** @returns undefined where Surfpool has no build for this platform. */
export function startSurfpool(): Surfpool | undefined {
  const surfnet = load()?.Surfnet.startWithConfig({
    offline: true,
    blockProductionMode: 'clock',
    slotTimeMs: SLOT,
  })
  if (!surfnet) return undefined
  // With a full queue, which takes some three minutes, the chain would stand still for ever.
  const draining = setInterval(() => surfnet.drainEvents(), 1_000)
  draining.unref()
  const { stop } = surfnet
  surfnet.stop = () => {
    clearInterval(draining)
    stop.call(surfnet)
  }
  return surfnet
}

/** npm installs the package of this platform alone, and none where there is none. */
function load(): Native | undefined {
  const { platform, arch } = process
  const name = `@solana/surfpool-${platform}-${arch}${platform === 'linux' ? '-gnu' : ''}`
  try {
    return createRequire(import.meta.url)(name) as Native
  } catch {
    return undefined
  }
}
