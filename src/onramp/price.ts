/** The price of what is chosen: with it, an amount can be entered in the token. */
import type { CaipAddress } from '../core/chains/caip.ts'
import { toCaipKey } from '../core/chains/caip.ts'
import type { Shell } from '../shell/shell.ts'
import { enterWanted, getBuying } from './choice.ts'

/** Prices are kept for 30 s. Milliseconds. */
const AGAIN = 30_000

/** Asks for it now and again until it is stopped; an amount in the token follows it. Returns a stop function. */
export function followPrice(shell: Shell, token: CaipAddress): () => void {
  const { price, choice } = getBuying(shell)
  const controller = new AbortController()
  const { signal } = controller

  async function ask(): Promise<void> {
    const known = await shell.call('prices', { tokens: [token] }, { signal }).catch(() => undefined)
    // A failed question says nothing about the last price.
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
