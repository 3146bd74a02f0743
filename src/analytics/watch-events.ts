/**
 * Derives most events from the state of the modal, so that views need not report them. The names of the events are
 * those that dashboards know.
 * @see docs/analytics.md
 */
import { effect, untracked } from '@preact/signals-core'
import type { Attempt, ConnectedAccount } from '../wallets/account.ts'
import { getNamespace } from '../core/chains/caip.ts'
import type { ErrorRecord } from '../core/base/errors.ts'
import type { Swap, SwapState } from '../payments/create-swap.ts'
import type { Transfer, TransferState } from '../payments/create-transfer.ts'
import type { Route } from '../shell/routes.ts'
import type { Shell } from '../shell/shell.ts'
import type { Snack } from '../base/snacks.ts'
import type { SignInState } from '../siwx/sign-in.ts'
import { scrub } from './scrub.ts'
import type { ReportEvent } from './reporter.ts'

/** By view: the event to report when a person opens the view. */
const ofViews: Readonly<Record<string, string>> = {
  Networks: 'CLICK_NETWORKS',
  WhatIsANetwork: 'CLICK_NETWORK_HELP',
  WhatIsAWallet: 'CLICK_WALLET_HELP',
  AllWallets: 'CLICK_ALL_WALLETS',
  GetWallet: 'CLICK_GET_WALLET_HELP',
  OnRampProviders: 'SELECT_BUY_CRYPTO',
  WhatIsABuy: 'SELECT_WHAT_IS_A_BUY',
  WalletSend: 'OPEN_SEND',
  Swap: 'OPEN_SWAP',
  SwapSelectToken: 'CLICK_SELECT_TOKEN_TO_SWAP',
  ChooseAccountName: 'OPEN_ENS_FLOW',
}

/** Returns a stop function. */
export function watchEvents(shell: Shell, report: ReportEvent): () => void {
  const stops = [
    watchOpening(shell, report),
    watchTrackedEvents(shell, report),
    watchRoute(shell, report),
    watchWallets(shell, report),
    watchTransfers(shell, report),
    watchSwaps(shell, report),
    watchSignIn(shell, report),
    watchNames(shell, report),
    watchErrors(shell, report),
  ]
  return () => stops.forEach((stop) => stop())
}

function watchOpening({ open, account }: Shell, report: ReportEvent): () => void {
  let was = false
  return effect(() => {
    const isOpen = open.value
    if (isOpen === was) return
    was = isOpen
    report(isOpen ? 'MODAL_OPEN' : 'MODAL_CLOSE', { connected: account.peek().status === 'connected' })
  })
}

function watchTrackedEvents({ trackedEvent }: Shell, report: ReportEvent): () => void {
  // Do not report an event that was recorded before this call.
  let last = trackedEvent.peek()
  return effect(() => {
    const now = trackedEvent.value
    if (now && now !== last) report(now.event, 'properties' in now ? now.properties : undefined)
    last = now
  })
}

/** Reports a view that a person opens. Does not report going back, or navigation by the modal itself. */
function watchRoute({ router, open }: Shell, report: ReportEvent): () => void {
  let were: readonly Route[] = router.history.peek()
  return effect(() => {
    const before = were
    const now = (were = router.history.value)
    const isPush = now.length > before.length && before.every((one, at) => one === now[at])
    if (isPush && open.peek()) untracked(() => reportRoute(now.at(-1)!, before.at(-1)!, report))
  })
}

function reportRoute(route: Route, from: Route, report: ReportEvent): void {
  const event = ofViews[route.view]
  if (event) report(event)
  switch (route.view) {
    case 'ConnectingExternal':
      if (route.data) report('SELECT_WALLET', { name: route.data.connector.name, platform: 'browser' })
      return
    case 'ConnectingWalletConnect':
      return report('SELECT_WALLET', {
        name: route.data?.wallet.name ?? 'WalletConnect',
        platform: 'external',
      })
    case 'Downloads':
      if (route.data) report('GET_WALLET', { name: route.data.wallet.name })
      return
    case 'BuyInProgress':
      if (route.data) report('SELECT_BUY_PROVIDER', { provider: route.data.provider })
      return
    case 'Networks':
    case 'SwitchNetwork':
      if (from.view === 'Swap') report('CLICK_SELECT_NETWORK_TO_SWAP')
  }
}

/**
 * Reports connections (also failed and declined ones), network changes and disconnects. Does not report a restored
 * session.
 */
function watchWallets(
  { attempts, accounts, remembered, pendingDisconnect, router }: Shell,
  report: ReportEvent,
): () => void {
  /** The route on which an unreachable relay was reported: automatic retries on that route are not reported again. */
  let reportedAt: Route | undefined
  let asked: readonly Attempt[] = attempts.peek()
  let were: readonly ConnectedAccount[] = accounts.peek()
  /** Accounts that were disconnected on this page, and whose wallets have not answered yet. */
  let leaving: readonly ConnectedAccount[] = []
  function reportLeft({ caipNetworkId, address }: ConnectedAccount, refusal?: string): void {
    const about = { namespace: getNamespace(caipNetworkId), ...(refusal && { message: scrub(refusal) }) }
    report(refusal ? 'DISCONNECT_ERROR' : 'DISCONNECT_SUCCESS', about, { address })
  }
  return effect(() => {
    const now = accounts.value
    /** Attempts that were reported: a wallet that shares accounts of several namespaces is reported once. */
    const reported = new Set<Attempt>()
    for (const account of now) {
      const before = were.find((one) => isSameNamespace(one, account))
      const attempt = asked.find(
        ({ status, connector }) => status === 'waiting' && connector.provider === account.connector.provider,
      )
      if (attempt && account.connector.provider !== before?.connector.provider) {
        if (!reported.has(attempt))
          report(
            'CONNECT_SUCCESS',
            { name: account.connector.name, method: getMethod(attempt) },
            { address: account.address },
          )
        reported.add(attempt)
      } else if (before && before.caipNetworkId !== account.caipNetworkId)
        report('SWITCH_NETWORK', { network: account.caipNetworkId }, { address: account.address })
    }
    const { namespaces = [], refusals } = pendingDisconnect.value ?? {}
    const isOver = ({ caipNetworkId }: ConnectedAccount) => namespaces.includes(getNamespace(caipNetworkId))
    if (refusals) {
      for (const account of leaving.filter(isOver))
        reportLeft(account, refusals.get(getNamespace(account.caipNetworkId)))
      leaving = leaving.filter((account) => !isOver(account))
    }
    for (const account of were) {
      const namespace = getNamespace(account.caipNetworkId)
      // A wallet with a remembered session is locked, not disconnected.
      const isLeft =
        !now.some((one) => isSameNamespace(one, account)) &&
        !remembered.peek().some((one) => one.namespace === namespace)
      if (!isLeft) continue
      if (!refusals && namespaces.includes(namespace)) leaving = [...leaving, account]
      else reportLeft(account)
    }
    for (const { id, status, connector, error } of attempts.value) {
      const isChange = asked.find((one) => one.id === id)?.status !== status
      if (!isChange) continue
      if (status === 'declined') report('USER_REJECTED', { name: connector.name })
      if (status !== 'failed') continue
      const route = router.current.peek()
      const isRetry = error?.code === 'relay_unreachable' && reportedAt === route
      reportedAt = error?.code === 'relay_unreachable' ? route : undefined
      if (!isRetry) report('CONNECT_ERROR', { name: connector.name, message: scrub(error?.message ?? '') })
    }
    asked = attempts.value
    were = now
  })
}

function isSameNamespace(one: ConnectedAccount, other: ConnectedAccount): boolean {
  return getNamespace(one.caipNetworkId) === getNamespace(other.caipNetworkId)
}

/**
 * How the wallet is connected. Over WalletConnect: `mobile` if a link opens the wallet on this phone, else `qrcode`.
 */
function getMethod({ connector: { type, link } }: Attempt): 'browser' | 'mobile' | 'qrcode' {
  if (type !== 'WALLET_CONNECT') return 'browser'
  return link ? 'mobile' : 'qrcode'
}

/** Reports transfers that go to the wallet, and their outcomes. */
function watchTransfers({ router }: Shell, report: ReportEvent): () => void {
  const onState = (transfer: Transfer) => {
    let was: TransferState['status'] = transfer.state.peek().status
    return transfer.state.subscribe((state) => {
      const before = was
      was = state.status
      if (state.status === before) return
      const { token, account } = transfer.draft
      const about = { token: token?.symbol ?? '', network: getNetwork(account) }
      if (state.status === 'asking') report('SEND_INITIATED', about)
      if (state.status === 'sent') report('SEND_SUCCESS', about)
      // A declined transfer has its own event.
      if (state.status === 'ready' && state.failure)
        report(state.failure.code === 'wallet_declined' ? 'SEND_REJECTED' : 'SEND_ERROR', {
          ...about,
          message: state.failure.code,
        })
      if (state.status === 'unknown') report('SEND_ERROR', { ...about, message: 'outcome_unknown' })
    })
  }
  return watchShown(router, (route) => route.view === 'WalletSendPreview' && route.data?.transfer, onState)
}

/** Reports swaps, and the approvals that must be sent before a swap. */
function watchSwaps({ router }: Shell, report: ReportEvent): () => void {
  const onState = (swap: Swap) => {
    let was: SwapState = swap.state.peek()
    return swap.state.subscribe((state) => {
      const before = was
      was = state
      if (state.status === before.status) return
      const { from, to, account } = swap.draft
      const about = { from: from.symbol, to: to.symbol, network: getNetwork(account) }
      const isLimit = 'prepared' in before && before.prepared.approvals.length > 0
      const fail = (message: string) =>
        report(isLimit ? 'SWAP_APPROVAL_ERROR' : 'SWAP_ERROR', { ...about, message })
      if (state.status === 'asking' && state.prepared.approvals.length === 0) report('INITIATE_SWAP', about)
      if (state.status === 'sent') report('SWAP_SUCCESS', about)
      if (state.status === 'ready' && state.failure) fail(state.failure.code)
      if (state.status === 'unknown') fail('outcome_unknown')
    })
  }
  return watchShown(router, (route) => route.view === 'SwapPreview' && route.data?.swap, onState)
}

/**
 * Follows the review on show, until another review is shown. Goes on after the person has left the view, since the
 * wallet may still answer.
 */
function watchShown<Shown extends object>(
  { current }: Shell['router'],
  find: (route: Route) => Shown | false | undefined,
  watch: (shown: Shown) => () => void,
): () => void {
  let stop: (() => void) | undefined
  let watched: Shown | undefined
  const stopRoutes = effect(() => {
    const shown = find(current.value)
    if (!shown || shown === watched) return
    watched = shown
    stop?.()
    stop = untracked(() => watch(shown))
  })
  return () => {
    stopRoutes()
    stop?.()
  }
}

/** The CAIP-2 id of the account's network. */
function getNetwork(account: string): string {
  return account.slice(0, account.lastIndexOf(':'))
}

/** Statuses in which the person is asked to sign. */
const asking: ReadonlySet<SignInState['status']> = new Set([
  'preparing',
  'ready',
  'signing',
  'unknown',
] as const)

/** Reports sign-ins, cancellations and failures. */
function watchSignIn({ open, signIn }: Shell, report: ReportEvent): () => void {
  let was: SignInState = { status: 'nobody' }
  let stop: (() => void) | undefined
  const onState = (state: SignInState) => {
    const before = was
    const { status } = state
    was = state
    if (status === before.status) return
    if (status === 'signing') report('CLICK_SIGN_SIWX_MESSAGE')
    if (status === 'signed-out' && !state.error && asking.has(before.status))
      return report('CLICK_CANCEL_SIWX')
    const isSigned = before.status === 'checking' && before.signed
    if (!isSigned && before.status !== 'signing' && before.status !== 'confirming') return
    if (status === 'signed-in') report('SIWX_AUTH_SUCCESS')
    if (status === 'ready' || status === 'unknown') report('SIWX_AUTH_ERROR')
    // The state is the same whether the sign-in was refused or the person cancelled it. But cancelling also closes the
    // modal at the same moment.
    if (status === 'signed-out')
      queueMicrotask(() => report(open.peek() ? 'SIWX_AUTH_ERROR' : 'CLICK_CANCEL_SIWX'))
  }
  // The sign-in code may not be loaded yet, so subscribe when the modal opens.
  const stopOpening = effect(() => {
    if (open.value) stop ??= signIn.current?.state.subscribe(onState)
  })
  return () => {
    stopOpening()
    stop?.()
  }
}

/** Reports name registrations, without the name: it would identify the person. */
function watchNames({ registration }: Shell, report: ReportEvent): () => void {
  return registration.subscribe((state) => {
    if (state.status === 'signing') report('REGISTER_NAME_INITIATED')
    if (state.status === 'registered') report('REGISTER_NAME_SUCCESS')
    if (state.status === 'failed' && state.error.code !== 'wallet_declined')
      report('REGISTER_NAME_ERROR', { error: state.error.code })
  })
}

/** Reports error messages that were shown. */
function watchErrors({ snacks }: Shell, report: ReportEvent): () => void {
  return effect(() => {
    const snack = snacks.current.value
    if (snack?.variant !== 'error') return
    const { code, category: errorType } = toReport(snack)
    if (ownNo.has(code)) return
    if (code === 'history_failed') report('ERROR_FETCH_TRANSACTIONS')
    report('ERROR', { errorMessage: code, errorType }, { type: 'error' })
  })
}

function toReport({ message, detail }: Snack): Pick<ErrorRecord, 'category'> & { code: string } {
  const record = typeof detail === 'object' ? detail : undefined
  if (typeof message === 'string') return record ?? { code: scrub(message), category: 'INTERNAL_SDK_ERROR' }
  if ('error' in message) return message.error
  if ('category' in message) return message
  if (record?.code === 'wallet_declined') return record
  // An error without a category comes from the API if its code is in `ofApi`, otherwise from Billfold.
  const category = record?.category ?? (ofApi.has(message.code) ? 'API_ERROR' : 'INTERNAL_SDK_ERROR')
  return { code: message.code, category }
}

/** Codes of declined requests, which are not errors. */
const ownNo: ReadonlySet<string> = new Set(['switch_declined', 'wallet_declined', 'siwx_declined'])
const ofApi: ReadonlySet<string> = new Set(['history_failed', 'balance_unavailable'])
