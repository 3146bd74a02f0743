/** The price of the chosen token, which is needed to enter an amount in tokens. */
import type { CaipAddress } from '../core/chains/caip.ts'
import { toCaipKey } from '../core/chains/caip.ts'
import type { Shell } from '../shell/shell.ts'
import { enterWanted, getBuying } from './choice.ts'

/** Interval of price requests: the worker keeps prices for 30 s. Milliseconds. */
const AGAIN = 30_000

/** Fetches the price at intervals and updates the cost of an amount typed in the token. Returns a stop function. */
export function followPrice(shell: Shell, token: CaipAddress): () => void {
  const { price, choice } = getBuying(shell)
  const controller = new AbortController()
  const { signal } = controller

  async function ask(): Promise<void> {
    const known = await shell.call('prices', { tokens: [token] }, { signal }).catch(() => undefined)
    // If the request fails, the last price stays.
    if (signal.aborted || !known) return
    const found = known.find((one) => one.token === toCaipKey(token))
    price.value = found && { token, value: found.price }
    const { wanted } = choice.peek()
    if (found && wanted?.token === token) enterWanted(shell, wanted)
  }

  void ask()
  const timer = setInterval(() => void ask(), AGAIN)
  return () => {
    clearInterval(timer)
    controller.abort()
  }
}
