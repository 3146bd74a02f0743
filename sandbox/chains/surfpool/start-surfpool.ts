/** Starts Surfpool, a Solana validator, in this process and offline. */
import { createRequire } from 'node:module'

export interface Surfpool {
  rpcUrl: string
  wsUrl: string
  /** @param data in the layout of the owning program */
  setAccount(address: string, lamports: number, data: number[], owner: string): void
  fundSol(address: string, lamports: number): void
  /** Sets the token balance in base units. The mint must exist. */
  fundToken(owner: string, mint: string, amount: number): void
  stop(): void
}

interface Surfnet extends Surfpool {
  /** Empties the event queue, which holds about a thousand events. */
  drainEvents(): unknown[]
}

/** Exports of the platform's package. */
interface Native {
  Surfnet: { startWithConfig(config: object): Surfnet }
}

/** Milliseconds per slot; a transaction is confirmed in the next slot. */
const SLOT = 200

/** Whether Surfpool has a build for this platform. */
export function hasSurfpool(): boolean {
  return load() !== undefined
}

/** @returns undefined on platforms without a build of Surfpool */
export function startSurfpool(): Surfpool | undefined {
  const surfnet = load()?.Surfnet.startWithConfig({
    offline: true,
    blockProductionMode: 'clock',
    slotTimeMs: SLOT,
  })
  if (!surfnet) return undefined
  // Drain the queue regularly: the chain stops when it is full, which takes about three minutes.
  const draining = setInterval(() => surfnet.drainEvents(), 1_000)
  draining.unref()
  const { stop } = surfnet
  surfnet.stop = () => {
    clearInterval(draining)
    stop.call(surfnet)
  }
  return surfnet
}

/** Loads this platform's package; npm installs no other, and none on unsupported platforms. */
function load(): Native | undefined {
  const { platform, arch } = process
  const name = `@solana/surfpool-${platform}-${arch}${platform === 'linux' ? '-gnu' : ''}`
  try {
    return createRequire(import.meta.url)(name) as Native
  } catch {
    return undefined
  }
}
