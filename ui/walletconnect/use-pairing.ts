/**
 * Pairs with a wallet while a view shows the code or link. If the relay does not answer, the hook retries, and reports how
 * many attempts have failed and since when.
 *
 *   asked ──▶ making ──▶ code, and the next one ──▶ declined, expired, failed ── asked again ──▶ making
 *                │ └──────────────────────────────▶ connected: the modal closes
 *                └── not reachable ──▶ pause ──▶ making, and so on, with longer pauses
 */
import { explainRelay } from '../base/explain-error.ts'
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useMemo, useState } from 'react'
import type { Attempt } from '../../src/wallets/account.ts'
import type { Connector } from '../../src/wallets/connector.ts'
import type { Network } from '../../src/core/chains/networks.ts'
import type { Wallet } from '../../src/core/assets/wallet.ts'
import type { Routes } from '../../src/shell/routes.ts'
import type { Shell } from '../../src/shell/shell.ts'
import { useShell } from '../base/shell-context.ts'

export interface Pairing {
  /** Absent if the page has no WalletConnect. */
  connector: Connector | undefined
  /** The current or last attempt. Undefined before the first attempt has started. */
  attempt: Attempt | undefined
  /** The pairing link in the shown code. It stays after the code has expired. */
  link: { uri: string; expiresAt: number; isLast: boolean } | undefined
  /** Set while the relay does not answer. */
  outage: Outage | undefined
  /** Starts a new attempt. */
  start(): void
}

export interface Outage {
  /** Id of the attempt that failed last. */
  id: number
  /** Number of attempts that failed in a row. */
  tries: number
  /** When the first of these attempts started. Milliseconds since 1970. */
  since: number
  /** When the next attempt starts. Milliseconds since 1970. In the past while an attempt runs. */
  nextTry: number
  /** Why the relay refuses this page, in our words; undefined if it gave no reason. */
  why: string | undefined
}

/** Pauses between attempts; the last one repeats. Milliseconds. */
const PAUSES = [1_000, 2_000, 4_000, 8_000, 16_000, 30_000] as const
/** Number of codes that follow each other before a person has to ask for the next one. */
const MAX_CODES = 3

/** @param link opens the wallet on this phone; undefined on other devices */
export function usePairing(wallet: Wallet | undefined, link: string | undefined): Pairing {
  useSignals()
  const shell = useShell()
  const connector = useConnector(shell, wallet, link)
  const attempt = shell.attempts.value.find(({ connector: { id } }) => id === connector?.id)
  const [outage, setOutage] = useState<Outage>()
  const codes = useCodes(attempt)

  const [network] = useState(() => findWanted(shell))
  // Without accepted terms there is no attempt, since it would tell the relay about the person.
  const asked = shell.accepted.value ? connector : undefined

  useEffect(() => {
    if (!asked) return undefined
    void shell.connect(asked, network)
    // The view is left, so a wallet that scans the code now must not connect.
    return () => shell.cancelAttempt(asked.chain)
  }, [shell, asked, network])

  const isUnreachable = attempt?.error?.code === 'relay_unreachable'
  if (attempt && isUnreachable && outage?.id !== attempt.id) setOutage((before) => addTry(before, attempt))
  if (outage && (attempt?.progress || (attempt?.error && !isUnreachable))) setOutage(undefined)

  const nextTry = isUnreachable ? outage?.nextTry : undefined
  useEffect(() => {
    if (nextTry === undefined || !asked) return undefined
    const retry = () => void shell.connect(asked, network)
    const timer = setTimeout(retry, nextTry - Date.now())
    // Try again at once when the browser is back online.
    let wasOnline = shell.online.peek()
    const stop = shell.online.subscribe((isOnline) => {
      if (isOnline && !wasOnline) retry()
      wasOnline = isOnline
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [shell, asked, network, nextTry])

  return {
    connector,
    attempt,
    link: codes.at(-1) && { ...codes.at(-1)!, isLast: codes.length >= MAX_CODES },
    outage,
    start: () => asked && void shell.connect(asked, network),
  }
}

/** The network that the account must be on; undefined: any. */
function findWanted({ router, networks }: Shell): Network | undefined {
  const from = router.history.peek().findLast(({ view }) => view === 'Connect')
  const { network, namespace } = (from?.data ?? {}) as Partial<NonNullable<Routes['Connect']>>
  return network ?? networks.find(({ chainNamespace }) => chainNamespace === namespace)
}

function addTry(before: Outage | undefined, { id, startedAt, error }: Attempt): Outage {
  const tries = (before?.tries ?? 0) + 1
  const pause = PAUSES[Math.min(tries, PAUSES.length) - 1]!
  const why = error && explainRelay(error)
  return { id, tries, why, since: before?.since ?? startedAt, nextTry: Date.now() + pause }
}

/** Keeps one object for each wallet, since a new object would start a new attempt. */
function useConnector(
  { connectors }: Shell,
  wallet: Wallet | undefined,
  link: string | undefined,
): Connector | undefined {
  useSignals()
  const own = connectors.value.find(({ type }) => type === 'WALLET_CONNECT')
  return useMemo(() => {
    if (!own || !wallet) return own
    const { name, image_url: imageUrl } = wallet
    return { ...own, name, wallet, ...(imageUrl && { imageUrl }), ...(link && { link }) }
  }, [own, wallet, link])
}

/** The codes of this attempt. They stay after the attempt has ended. */
function useCodes(attempt: Attempt | undefined): readonly { uri: string; expiresAt: number }[] {
  const [known, setKnown] = useState<{ id: number; codes: readonly { uri: string; expiresAt: number }[] }>()
  const progress = attempt?.progress
  const code = progress?.kind === 'uri' ? progress : undefined
  const own = attempt && known?.id === attempt.id ? known.codes : []
  if (attempt && code && own.at(-1)?.uri !== code.uri) {
    const codes = [...own, code]
    setKnown({ id: attempt.id, codes })
    return codes
  }
  return own
}
