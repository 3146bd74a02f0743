/** A fake sign-in site in this page, with configurable answers and misbehaviour. */
import { type Signal, signal } from '@preact/signals-core'
import { afterEach, beforeEach, vi } from 'vitest'
import { type Approvals, createApprovals } from '../../../src/shell/approvals.ts'
import { createRouter, type Router } from '../../../src/shell/router.ts'

export const SITE = 'https://secure.example'

export interface Asked {
  type: string
  id: string
  payload?: Record<string, unknown>
}

export interface FakeSite {
  /** Received messages, oldest first. */
  readonly asked: Asked[]
  /** Target origin of each message. */
  readonly targets: string[]
  readonly window: Window
  iframe(): HTMLIFrameElement | undefined
  /** The modal that shows the site, without any drawing. */
  readonly modal: FakeModal
  /** Automatic answers: the payload of the success, or undefined for no answer. */
  answers: Record<string, (payload: Record<string, unknown> | undefined) => unknown>
  ready(): void
  /** Sends a message, by default from the site's window and origin. */
  say(data: unknown, from?: { source?: unknown; origin?: string }): void
  succeed(name: string, payload?: unknown, id?: string): void
  refuse(name: string, message: unknown, id?: string): void
  last(name: string): Asked | undefined
}

export interface FakeModal {
  readonly isOpen: Signal<boolean>
  readonly router: Router
  readonly approvals: Approvals
  /** Names of the modal's views, oldest first; empty while it is closed. */
  views(): string[]
}

export function createFakeModal(): FakeModal {
  const isOpen = signal(false)
  const router = createRouter({ close: () => void (isOpen.value = false), getHomeView: () => 'Account' })
  const host = document.createElement('billfold-modal')
  host.attachShadow({ mode: 'open' })
  function getHost(): HTMLElement {
    if (!host.isConnected) document.body.append(host)
    return host
  }
  const approvals = createApprovals({ router, isOpen, getModal: () => ({ getHost, show: async () => {} }) })
  return {
    isOpen,
    router,
    approvals,
    views: () => (isOpen.peek() ? router.history.peek().map(({ view }) => view) : []),
  }
}

/** Must be called once, at the top of a file. */
export function useFakeSite(): () => FakeSite {
  let site: FakeSite
  beforeEach(() => {
    vi.useFakeTimers()
    const { settings } = (window as unknown as { happyDOM: { settings: Record<string, unknown> } }).happyDOM
    settings['disableIframePageLoading'] = true
    vi.spyOn(console, 'error').mockReturnValue()
    site = createFakeSite()
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.restoreAllMocks()
    document.body.innerHTML = ''
    localStorage.clear()
  })
  return () => site
}

function createFakeSite(): FakeSite {
  const asked: Asked[] = []
  const targets: string[] = []
  const fake = {
    postMessage(message: Asked, target: string) {
      asked.push(structuredClone(message))
      targets.push(target)
      const name = message.type.replace('@w3m-app/', '')
      const answer = site.answers[name]
      if (!answer) return
      queueMicrotask(() => site.succeed(name, answer(message.payload), message.id))
    },
  } as unknown as Window
  vi.spyOn(HTMLIFrameElement.prototype, 'contentWindow', 'get').mockReturnValue(fake as never)
  const root = () => document.querySelector('billfold-auth')?.shadowRoot

  const site: FakeSite = {
    asked,
    targets,
    window: fake,
    answers: { SYNC_DAPP_DATA: () => undefined, SYNC_THEME: () => undefined },
    iframe: () => root()?.querySelector('iframe') ?? undefined,
    modal: createFakeModal(),
    ready: () => site.say({ type: '@w3m-frame/READY', payload: {} }),
    say(data, { source = fake, origin = SITE } = {}) {
      const event = new MessageEvent('message', { data, origin })
      Object.defineProperty(event, 'source', { value: source })
      window.dispatchEvent(event)
    },
    succeed: (name, payload, id = site.last(name)?.id) =>
      site.say({ type: `@w3m-frame/${name}_SUCCESS`, id, payload }),
    refuse: (name, message, id = site.last(name)?.id) =>
      site.say({ type: `@w3m-frame/${name}_ERROR`, id, payload: { message } }),
    last: (name) => asked.findLast(({ type }) => type === `@w3m-app/${name}`),
  }
  return site
}
