'use client'
/** Billfold for React 18 and newer: the button, and hooks for pages with or without the modal. Safe to render on a server. */
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
  /** Text while disconnected. Default: "Connect wallet". */
  label?: string | undefined
  size?: 'small' | undefined
  /** Shows the native balance and pending payments, and polls both, also while the modal is closed. Default: off. */
  balance?: boolean | undefined
  className?: string | undefined
}

/** The button that opens the modal of the page's Billfold, which may be created later than the button. */
export function BillfoldButton({ label, size, balance, className }: BillfoldButtonProps): ReactElement {
  // The child is shown until the element is defined, for example in server-rendered HTML. The element may draw itself before
  // React hydrates it, so suppress the warning about its attributes.
  return createElement(
    'billfold-button',
    { label, size, balance: balance || undefined, class: className, suppressHydrationWarning: true },
    label ?? 'Connect wallet',
  )
}

/** The page's newest Billfold; undefined before `createBillfold` and on a server. */
export function useBillfold(): Billfold | undefined {
  return useReadable(instances)?.at(-1)
}

/**
 * The connected account. `disconnected` on a server and before `createBillfold`; also for an inactive namespace if the
 * headless code could not be loaded (`useBillfoldConnect().error`).
 * @param namespace default: the active one
 * @throws adapter_missing for a namespace without an adapter, while any account is connected
 */
export function useBillfoldAccount(namespace?: Namespace): AccountState {
  const billfold = useBillfold()
  const last = useReadable(billfold?.account) ?? DISCONNECTED
  // Don't load the headless code while nothing is connected.
  const { headless, error } = useHeadless(namespace && last.status !== 'disconnected' ? billfold : undefined)
  const own = useReadable(namespace && headless?.chain(namespace).connection)
  if (!namespace) return last
  // The active account belongs to another namespace. The account of `namespace` is unknown until the code is loaded.
  const isOther = last.status === 'connected' && !last.caipAddress.startsWith(`${namespace}:`)
  if (!own && isOther) return error ? DISCONNECTED : RESTORING
  return own ?? last
}

/** Wallets to connect, for `useBillfoldConnect`. */
export interface BillfoldConnect {
  /** The wallets of this page, in listing order. Empty until the code is loaded. */
  connectors: readonly Connector[]
  /** Connection attempts that are running or have failed: at most one for each namespace. */
  attempts: readonly Attempt[]
  /** Asks a wallet for its accounts, as `Headless.connect` does. */
  connect: Headless['connect']
  /** The address that opens a directory wallet with an attempt's link, as `Headless.getLink` does. */
  getLink: Headless['getLink']
  /** Searches the wallet directory, as `Headless.searchWallets` does. */
  searchWallets: Headless['searchWallets']
  /** Why the code could not be loaded (code_missing, stopped); undefined if there was no failure. */
  error: unknown
}

/** The wallets and their connection attempts, for pages that draw the wallets themselves. Does not load the modal. */
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

/** The sign-in of the active account, for `useBillfoldSession`. */
export interface BillfoldSession {
  /** Status `nobody` on a page without sign-in. */
  state: SignInState
  /** Same as `Headless.signIn` and `Headless.signOut`. */
  signIn: Headless['signIn']
  signOut: Headless['signOut']
}

/**
 * Whether the active account is signed in, for pages with the option `siwx`. Undefined until the code is loaded.
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
 * A list of the wallet directory, filtered by the page's options; cached for the next visit. Undefined until the code is
 * loaded.
 * @example
 * const wallets = useBillfoldWallets({ list: 'all', page: 1 })?.data?.wallets
 */
export function useBillfoldWallets(params: WalletsParams): Snapshot<WalletsPage> | undefined {
  return useReadable(useHeadless(useBillfold()).headless?.wallets(params))
}

/**
 * The headless state of a namespace, as signals for `useReadable`. Undefined until the code is loaded.
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
 * The page's networks of a namespace, and the network of the wallet that is connected in this namespace.
 * `useBillfold()?.switchNetwork` switches networks. Undefined until the code is loaded.
 * @throws adapter_missing
 */
export function useBillfoldNetworks(namespace: Namespace): ChainNetworkState | undefined {
  return useReadable(useBillfoldChain(namespace)?.network)
}

/**
 * The calls of the connected wallet. Their code is loaded with the first call. Undefined before `createBillfold`.
 * @example
 * const wallet = useBillfoldWallet()
 * return <button onClick={() => wallet?.signMessage({ message: 'Hello' })}>Sign</button>
 */
export function useBillfoldWallet(): WalletCalls | undefined {
  const billfold = useBillfold()
  return useMemo(() => billfold && toWalletCalls(billfold), [billfold])
}

/** `Send` with the current values of its signals. */
export type BillfoldSend = Driven<'send'>
/** `PageSwap` with the current values of its signals. */
export type BillfoldSwap = Driven<'swap'>
/** `OnRamp` with the current values of its signals. */
export type BillfoldOnRamp = Driven<'onramp'>
/** `Names` with the current values of its signals. */
export type BillfoldNames = Driven<'names'>

/**
 * Sending, for pages that draw their own form and review: `Headless.send` with `state` and `review` as values. Undefined until
 * the code is loaded.
 * @example
 * const send = useBillfoldSend()
 * return <input value={send?.state.sendTokenAmount ?? ''} onChange={({ target }) => send?.update({ amount: target.value })} />
 */
export function useBillfoldSend(): BillfoldSend | undefined {
  return useDriven('send')
}

/** Swapping: `Headless.swap` with `state` and `review` as values. Undefined until the code is loaded. */
export function useBillfoldSwap(): BillfoldSwap | undefined {
  return useDriven('swap')
}

/** Buying: `Headless.onramp` with `state` as a value. Undefined until the code is loaded. */
export function useBillfoldOnRamp(): BillfoldOnRamp | undefined {
  return useDriven('onramp')
}

/** Registering a name: `Headless.names` with `state` as a value. Undefined until the code is loaded. */
export function useBillfoldNames(): BillfoldNames | undefined {
  return useDriven('names')
}

type Part = 'send' | 'swap' | 'onramp' | 'names'
type PartOf<P extends Part> = Awaited<ReturnType<Headless[P]>>
/** A part whose signals are replaced with their values in this render. */
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
 * The value of a signal; renders again with each change. Undefined on a server and without a signal.
 * @example
 * const portfolio = useReadable(billfold.topic('portfolio', { account }))
 */
export function useReadable<T>(readable: Readable<T> | undefined | '' | false | null): T | undefined {
  // A new function in each render would end the subscription, and with it the updates of the data.
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
  throw new BillfoldError('wallet_missing', 'The wallets have not loaded yet.')
}

const DISCONNECTED: AccountState = { status: 'disconnected' }
const RESTORING: AccountState = { status: 'connecting', restoring: true }
const NOT_FETCHED: FetchedHeadless = {}
const NONE: readonly never[] = []
const nothing = () => undefined

// Repeats the declaration of `billfold/element`, so that a React page need not import that file.
declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'billfold-button': ButtonElementProps
      'billfold-modal': ModalElementProps
    }
  }
}
