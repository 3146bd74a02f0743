/**
 * The account in the button: avatar, name or short address. With the attribute `balance`, also the balance or the
 * number of pending transactions. On an unsupported network, the button shows only a notice.
 */
import { shortAddress } from '../core/chains/address.ts'
import { texts } from './texts.ts'
import { getOwnBalance } from '../core/assets/portfolio.ts'
import { createAvatar } from '../base/avatar-shapes.ts'
import { language } from '../base/language.ts'
import { isOffline } from '../base/offline.ts'
import type { AccountState, ConnectedAccount } from '../wallets/account.ts'
import { getLocalStorage, readStored, SENT } from '../base/storage.ts'
import type { CaipAddress } from '../core/chains/caip.ts'
import type { Snapshot, TopicData } from '../core/contract/protocol.ts'
import type { Billfold } from '../shell/billfold.ts'
import type { Readable } from '../base/readable.ts'

export { default as accountCss } from './button-account.css?inline'

export interface AccountPart {
  /** Draws the account and sets the button's accessible name. Returns undefined while disconnected. */
  draw(account: AccountState, button: HTMLElement): (Node | string)[] | undefined
  /**
   * Follows the data of a connected account; without one, follows nothing.
   * @param isLive shows and polls the balance and pending transactions. If false, the button makes no request, and
   * shows no name until the modal has been opened
   */
  follow(billfold?: Billfold, account?: AccountState | false, isLive?: boolean): void
}

type Topic = 'identity' | 'portfolio' | 'activity'
type Followed = { [T in Topic]: Snapshot<TopicData<T>> } & {
  /** Number of open payments that Billfold has sent. */
  sent: number
}
type Snapshots = Partial<Followed>

/** The account's data beside the avatar. */
interface Facts {
  name: string | undefined
  /** Undefined: the page shows no balance, or the balance is unknown, or the network has no native token. */
  balance: string | 'loading' | undefined
  /** Number of transactions that wait for the network. */
  pending: number
  /** Whether the data could not be fetched. The figures are then the last known ones. */
  isOffline: boolean
}

/** @param redraw called when shown data has changed. */
export function createAccountPart(redraw: () => void): AccountPart {
  const stops = new Map<keyof Followed, () => void>()
  let followed: CaipAddress | undefined
  let known: Snapshots = {}
  let shown = ''
  /** Widest figure so far, in characters: the button keeps its width while a figure changes. */
  let widest = 0

  function watchAll(billfold: Billfold, account: CaipAddress, isLive: boolean): void {
    const params = { account }

    function watch<K extends keyof Followed>(
      name: K,
      isWanted: boolean,
      getSource: () => Pick<Readable<Followed[K]>, 'subscribe'>,
    ): void {
      if (stops.has(name) === isWanted) return
      stops.get(name)?.()
      stops.delete(name)
      // Drop data that is no longer followed, since a balance would be outdated. Keep the name.
      if (!isWanted && name !== 'identity') known = { ...known, [name]: undefined }
      if (!isWanted) return
      // Set the entry before subscribing: the listener may redraw, which calls `watch` again.
      stops.set(name, () => {})
      const stop = getSource().subscribe((found) => {
        known = { ...known, [name]: found }
        watchSent()
        const next = JSON.stringify(getFacts(known))
        if (next === shown) return
        shown = next
        redraw()
      })
      stops.set(name, stop)
    }

    /** Follows sent payments only once this browser has sent one. */
    function watchSent(): void {
      const hasSent = stops.has('sent') || !!readStored(getLocalStorage(), SENT)
      watch('sent', isLive && hasSent, () => followPending(billfold, account))
    }

    watch('portfolio', isLive, () => billfold.topic('portfolio', params))
    watch('activity', isLive, () => billfold.topic('activity', params))
    watch('identity', isLive || billfold.isOpen.peek(), () => billfold.topic('identity', params))
    watchSent()
  }

  function drawAccount({ address }: ConnectedAccount, button: HTMLElement): Node[] {
    const facts = getFacts(known)
    const short = shortAddress(address)
    const name = document.createElement('bdi')
    name.textContent = facts.name ?? short
    button.ariaLabel = describeFacts(facts, short)
    const { balance, pending } = facts
    return [...(balance || pending ? [drawFigure(facts)] : []), box('name', createAvatarImage(address), name)]
  }

  function drawFigure({ balance, pending, isOffline }: Facts): HTMLElement {
    if (balance === 'loading' && !pending) return box('balance', box('skeleton'))
    const text = pending ? describePending(pending) : balance!
    const icon = pending ? box('spinner') : isOffline ? createIcon(OFFLINE) : ''
    const figure = box('figure', text)
    // Reserve room for one more digit.
    if (text.length > widest) widest = text.length + 1
    figure.style.minInlineSize = `${widest}ch`
    return box(pending ? 'balance pending' : 'balance', icon, figure)
  }

  return {
    draw(account, button) {
      if (account.status === 'disconnected') return undefined
      if (account.status === 'connecting')
        return account.restoring ? [box('disc'), box('skeleton')] : [box('spinner'), texts.connecting]
      if (!account.unsupported) return drawAccount(account, button)
      return [box('unsupported', createIcon(WARNING), texts.switchNetwork)]
    },
    follow(billfold, state, isLive = false) {
      const isKnown = state && state.status === 'connected' && state.network
      const account = isKnown ? state.caipAddress : undefined
      if (account !== followed) {
        for (const stop of stops.values()) stop()
        stops.clear()
        for (const event of ['online', 'offline', 'storage'])
          (account ? addEventListener : removeEventListener)(event, redraw)
        followed = account
        known = {}
        shown = ''
        widest = 0
      }
      if (billfold && account) watchAll(billfold, account, isLive)
    },
  }
}

function getFacts({ identity, portfolio, activity, sent = 0 }: Snapshots): Facts {
  const listed = activity?.data?.groups.find(({ kind }) => kind === 'pending')?.count ?? 0
  const own = portfolio?.data && getOwnBalance(portfolio.data)
  return {
    name: identity?.data?.name,
    balance: own ? `${own.text}\u00a0${own.symbol}` : portfolio?.status === 'loading' ? 'loading' : undefined,
    // Don't add the two numbers: the history may list the sent payments.
    pending: Math.max(listed, sent),
    isOffline: portfolio !== undefined && (portfolio.status === 'failed' || isOffline(portfolio.fetchedAt)),
  }
}

/** Counts pending payments; the code is loaded only if something was sent. */
function followPending(billfold: Billfold, account: CaipAddress): Pick<Readable<number>, 'subscribe'> {
  return {
    subscribe(listener) {
      let stop: (() => void) | undefined = () => {}
      import('./watch-pending.ts').then(
        ({ watchPending }) => {
          if (stop) stop = watchPending(billfold, account, listener)
        },
        () => {},
      )
      return () => {
        stop?.()
        stop = undefined
      }
    },
  }
}

/** The accessible name: all shown facts; null if the button shows only the short address. */
function describeFacts({ name, balance, pending, isOffline }: Facts, short: string): string | null {
  const figure = balance === 'loading' ? undefined : balance
  if (!name && !figure && !pending && !isOffline) return null
  const who = name ? fill(texts.named, { name, short }) : short
  if (pending) return fill(texts.sending, { who, pending: describePending(pending) })
  if (!figure) return isOffline ? fill(texts.offline, { who }) : who
  return fill(isOffline ? texts.lastKnown : texts.balance, { who, balance: figure })
}

function describePending(count: number): string {
  const forms: Partial<Record<Intl.LDMLPluralRule, string>> = texts.pending
  const plurals = new Intl.PluralRules(language.peek().tag ?? 'en')
  return fill(forms[plurals.select(count)] ?? texts.pending.other, { n: String(count) })
}

function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
}

/** A span with these children. Built without parsing markup, which Trusted Types would block. */
function box(className: string, ...children: (Node | string)[]): HTMLElement {
  const element = document.createElement('span')
  element.className = className
  element.append(...children)
  return element
}

function createAvatarImage(address: string): SVGElement {
  const { sheet, fold, flap } = createAvatar(address)
  const image = shape('svg', { viewBox: '0 0 40 40', 'aria-hidden': 'true' })
  image.append(shape('rect', { width: '40', height: '40', fill: sheet }))
  for (const { color, transform, path } of [fold, flap])
    image.append(shape('path', { d: path, transform, fill: color }))
  return image
}

const WARNING =
  'M8.7 4.1a1.5 1.5 0 0 1 2.6 0l5.2 9.1a1.5 1.5 0 0 1-1.3 2.3H4.8a1.5 1.5 0 0 1-1.3-2.3zM10 7.9v3.2m0 2v.01'
const OFFLINE =
  'm3.5 3.5 13 13M2.75 8.3A10.6 10.6 0 0 1 6 6.25m3-.95a10.5 10.5 0 0 1 8.25 3M5.5 11.1a6.6 6.6 0 0 1 3-1.7m3.9.4a6.6 6.6 0 0 1 2.1 1.3m-6.3 2.8a2.6 2.6 0 0 1 2.3-.7m-.5 3v.01'

function createIcon(path: string): SVGElement {
  const image = shape('svg', { class: 'icon', viewBox: '0 0 20 20', 'aria-hidden': 'true' })
  image.append(shape('path', { d: path }))
  return image
}

function shape(tag: string, attributes: Record<string, string>): SVGElement {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag)
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  return element
}
