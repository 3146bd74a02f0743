/**
 * Asks what the history of an account answers, while somebody sends: only known receivers can be told from look-alikes
 * (F26). The history may not be read yet, and the receivers of its tokens are learned step by step.
 */
import type { CaipAddress } from '../core/chains/caip.ts'
import type { Shell } from '../shell/shell.ts'

/** While something is still to be learned it is asked for again so soon (milliseconds), and so often. */
const PAUSE = 3_000
const MAX_TRIES = 25

type HistoryShell = Pick<Shell, 'features' | 'topic'>

/** The topic that is read for it; undefined where the page has turned activity off, and for other namespaces. */
export function getHistory({ features, topic }: HistoryShell, account: CaipAddress) {
  const isRead = account.startsWith('eip155:') && features.value.activity !== false
  return isRead ? topic('activity', { account }) : undefined
}

/**
 * Asks at once, and again while there is more to come. Returns a stop function.
 * @param ask resolves to whether that is all; its signal cancels it
 */
export function pollHistory(ask: (signal: AbortSignal) => Promise<boolean>): () => void {
  const controller = new AbortController()
  const { signal } = controller
  let timer: ReturnType<typeof setTimeout> | undefined
  const run = async (left: number) => {
    const isAll = await ask(signal).catch(() => false)
    if (!isAll && left > 0 && !signal.aborted) timer = setTimeout(() => void run(left - 1), PAUSE)
  }
  void run(MAX_TRIES)
  return () => {
    clearTimeout(timer)
    controller.abort()
  }
}
