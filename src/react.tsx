'use client'
/**
 * Billfold in React 18 and newer: the button, and hooks for pages with the modal and without it. Safe to render on a
 * server.
 */
import { createElement, type ReactElement, useCallback, useMemo, useSyncExternalStore } from 'react'
import { defineButton } from './button/button-element.ts'
import type { ButtonElementProps, ModalElementProps } from './button/jsx.ts'
import type { AccountState, Attempt } from './wallets/account.ts'
import type { Connector } from './wallets/connector.ts'
import type { Namespace } from './core/chains/caip.ts'
import { BillfoldError } from './core/base/errors.ts'
import type { Snapshot } from './core/contract/protocol.ts'
import type { WalletsPage, WalletsParams } from './core/assets/wallet.ts'
import type { Billfold } from './shell/billfold.ts'
import type { Chain, ChainNetworkState } from './shell/chain.ts'
import { type FetchedHeadless, followHeadless, followPart } from './shell/follow-headless.ts'
import type { Headless } from './shell/headless.ts'
import { instances } from './shell/instances.ts'
import type { Readable } from './base/readable.ts'
import type { SignInState } from './siwx/sign-in.ts'
import type { WalletCalls } from './wallets/wallet-calls.ts'

defineButton()

export interface BillfoldButtonProps {
  /** Default: "Connect wallet". */
  label?: string | undefined
  size?: 'small' | undefined
  /** Shows the native balance; it is polled then, also while the modal is closed. Default: off. */
  balance?: boolean | undefined
  className?: string | undefined
}

/** The button that opens the modal. It belongs to the page's one Billfold, whenever that is created. */
export function BillfoldButton({ label, size, balance, className }: BillfoldButtonProps): ReactElement {
  // The child shows until the element is defined, also in a page that was rendered on a server. There the element may
  // be defined before React hydrates it, and by then it carries its theme.
  return createElement(
    'billfold-button',
    { label, size, balance: balance || undefined, class: className, suppressHydrationWarning: true },
    label ?? 'Connect wallet',
  )
}

/** The page's Billfold, the one that was created last; undefined before `createBillfold` and on a server. */
export function useBillfold(): Billfold | undefined {
  return useReadable(instances)?.at(-1)
}

/**
 * The connected account. `disconnected` on a server, before `createBillfold`, and in a namespace that is not on top where the
 * code that tells them apart could not be fetched (`useBillfoldConnect().error`).
 * @param namespace default: whichever was used last
 * @throws adapter_missing for one that the page has no adapter for, once somebody is connected
 */
export function useBillfoldAccount(namespace?: Namespace): AccountState {
  const billfold = useBillfold()
  const last = useReadable(billfold?.account) ?? DISCONNECTED
  // Without any connection, no code is fetched to find out where.
  const { headless, error } = useHeadless(namespace && last.status !== 'disconnected' ? billfold : undefined)
  const own = useReadable(namespace && headless?.chain(namespace).connection)
  if (!namespace) return last
  // Until the code that tells them apart is there, another namespace's account says nothing of this one.
  const isOther = last.status === 'connected' && !last.caipAddress.startsWith(`${namespace}:`)
  if (!own && isOther) return error ? DISCONNECTED : RESTORING
  return own ?? last
}

export interface BillfoldConnect {
  /** The wallets of this page, in the order in which they are to be listed. */
  connectors: readonly Connector[]
  /** Connections that are being made, or that ended without one: at most one for each namespace. */
  attempts: readonly Attempt[]
  /** Asks a wallet for its accounts, as `Headless.connect` does. */
  connect: Headless['connect']
  /** What opens a wallet of the directory with the link of an attempt, as `Headless.getLink` does. */
  getLink: Headless['getLink']
  /** Looks for wallets of the directory, as `Headless.searchWallets` does. */
  searchWallets: Headless['searchWallets']
  /** Why nothing of this is known: code_missing, stopped. */
  error: unknown
}

/** For a page that draws the wallets itself. The modal is not loaded for it. */
export function useBillfoldConnect(): BillfoldConnect {
  const { headless, error } = useHeadless(useBillfold())
  return {
    connectors: useReadable(headless?.connectors) ?? NONE,
    attempts: useReadable(headless?.attempts) ?? NONE,
    connect: headless?.connect ?? connectNobody,
    getLink: headless?.getLink ?? nothing,
    searchWallets: headless?.searchWallets ?? searchNobody,
    error,
  }
}

/** Whether the account on top is signed in, and how to ask for it; status `nobody` on a page without sign-in. */
export interface BillfoldSession {
  state: SignInState
  /** As `Headless.signIn` and `Headless.signOut` do. */
  signIn: Headless['signIn']
  signOut: Headless['signOut']
}

/**
 * Signing in, for a page that has the option `siwx`.
 * @example
 * const session = useBillfoldSession()
 * if (session?.state.status === 'signed-out') return <button onClick={() => session.signIn()}>Sign in</button>
 */
export function useBillfoldSession(): BillfoldSession | undefined {
  const { headless } = useHeadless(useBillfold())
  const state = useReadable(headless?.session)
  return headless && state && { state, signIn: headless.signIn, signOut: headless.signOut }
}

/**
 * A list of the directory of wallets, as the page's options cut it: kept, so that it is there at once the next time.
 * Undefined while the code for it is on its way.
 * @example
 * const wallets = useBillfoldWallets({ list: 'all', page: 1 })?.data?.wallets
 */
export function useBillfoldWallets(params: WalletsParams): Snapshot<WalletsPage> | undefined {
  return useReadable(useHeadless(useBillfold()).headless?.wallets(params))
}

/**
 * All that is known of a namespace, as signals for `useReadable`; undefined while the code for it is on its way.
 * @throws adapter_missing
 * @example
 * const balance = useReadable(useBillfoldChain('eip155')?.account)?.balance
 */
export function useBillfoldChain(namespace: Namespace | undefined): Chain | undefined {
  const billfold = useBillfold()
  const { headless } = useHeadless(namespace && billfold)
  return namespace && headless?.chain(namespace)
}

/**
 * The page's networks of a namespace, and where its wallet is. `useBillfold()?.switchNetwork` goes to another one.
 * @throws adapter_missing
 */
export function useBillfoldNetworks(namespace: Namespace): ChainNetworkState | undefined {
  return useReadable(useBillfoldChain(namespace)?.network)
}

/**
 * What the connected wallet can be asked for. The code for it is loaded with the first question.
 * @example
 * const wallet = useBillfoldWallet()
 * return <button onClick={() => wallet?.signMessage({ message: 'Hello' })}>Sign</button>
 */
export function useBillfoldWallet(): WalletCalls | undefined {
  const billfold = useBillfold()
  return useMemo(() => billfold && toWalletCalls(billfold), [billfold])
}

/** Sending, with its form and review as they are now. Undefined while the code for it is on its way. */
export type BillfoldSend = Driven<'send'>
export type BillfoldSwap = Driven<'swap'>
export type BillfoldOnRamp = Driven<'onramp'>
export type BillfoldNames = Driven<'names'>

/**
 * Sending, for a page that draws its own form and review: what `Headless.send` gives, with `state` and `review` as values.
 * @example
 * const send = useBillfoldSend()
 * return <input value={send?.state.sendTokenAmount ?? ''} onChange={({ target }) => send?.update({ amount: target.value })} />
 */
export function useBillfoldSend(): BillfoldSend | undefined {
  return useDriven('send')
}

/** Swapping: what `Headless.swap` gives, with `state` and `review` as values. */
export function useBillfoldSwap(): BillfoldSwap | undefined {
  return useDriven('swap')
}

/** Buying: what `Headless.onramp` gives, with `state` as a value. */
export function useBillfoldOnRamp(): BillfoldOnRamp | undefined {
  return useDriven('onramp')
}

/** Registering a name: what `Headless.names` gives, with `state` as a value. */
export function useBillfoldNames(): BillfoldNames | undefined {
  return useDriven('names')
}

type Part = 'send' | 'swap' | 'onramp' | 'names'
type PartOf<P extends Part> = Awaited<ReturnType<Headless[P]>>
/** Its signals as the values that they have in this render. */
type Driven<P extends Part> = {
  [Key in keyof PartOf<P>]: PartOf<P>[Key] extends Readable<infer Value> ? Value : PartOf<P>[Key]
}

function useDriven<P extends Part>(name: P): Driven<P> | undefined {
  const { headless } = useHeadless(useBillfold())
  const part = useReadable(headless && followPart(headless, name))
  const state = useReadable<unknown>(part?.state)
  const review = useReadable<unknown>(part && 'review' in part && part.review)
  return useMemo(
    () => part && ({ ...part, state, ...('review' in part && { review }) } as unknown as Driven<P>),
    [part, state, review],
  )
}

/**
 * The value of a signal, and a new render with each change of it; undefined on a server and without a signal.
 * @example
 * const portfolio = useReadable(billfold.topic('portfolio', { account }))
 */
export function useReadable<T>(readable: Readable<T> | undefined | '' | false | null): T | undefined {
  // A function of its own for each render would end the subscription, and what it keeps awake, with each render.
  const subscribe = useCallback(
    (listener: () => void) => (readable ? readable.subscribe(listener) : nothing),
    [readable],
  )
  return useSyncExternalStore(subscribe, () => (readable ? readable.peek() : undefined), nothing)
}

function useHeadless(billfold: Billfold | undefined): FetchedHeadless {
  return useReadable(billfold && followHeadless(billfold)) ?? NOT_FETCHED
}

function toWalletCalls(billfold: Billfold): WalletCalls {
  return {
    signMessage: async (request) => (await billfold.wallet()).signMessage(request),
    sendTransaction: async (transaction) => (await billfold.wallet()).sendTransaction(transaction),
    writeContract: async (contract) => (await billfold.wallet()).writeContract(contract),
    estimateGas: async (transaction) => (await billfold.wallet()).estimateGas(transaction),
    getCapabilities: async () => (await billfold.wallet()).getCapabilities(),
    walletGetAssets: async () => (await billfold.wallet()).walletGetAssets(),
    getEnsAddress: async (request) => (await billfold.wallet()).getEnsAddress(request),
    getEnsAvatar: async (request) => (await billfold.wallet()).getEnsAvatar(request),
  }
}

async function searchNobody(): Promise<never> {
  throw new BillfoldError('code_missing', 'The code that reads the wallet directory has not loaded yet.')
}

async function connectNobody(): Promise<never> {
  throw new BillfoldError('wallet_missing', 'No wallet is known yet.')
}

const DISCONNECTED: AccountState = { status: 'disconnected' }
const RESTORING: AccountState = { status: 'connecting', restoring: true }
const NOT_FETCHED: FetchedHeadless = {}
const NONE: readonly never[] = []
const nothing = () => undefined

// The same as in `billfold/element`, which need not be imported as well.
declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'billfold-button': ButtonElementProps
      'billfold-modal': ModalElementProps
    }
  }
}
