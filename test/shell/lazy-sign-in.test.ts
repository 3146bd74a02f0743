// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createLazySignIn } from '../../src/shell/lazy-sign-in.ts'
import type { SIWX } from '../../src/siwx/siwx.ts'
import { connected, createFakeShell, type FakeShell, network, onSolana, solana } from '../ui/fake-shell.ts'

/** Whether the code can be fetched. */
let isThere: boolean
let isConnected: boolean
let ended: unknown[]
let shell: FakeShell
beforeEach(() => {
  isThere = true
  isConnected = false
  ended = []
  shell = createFakeShell()
  shell.networks.push(solana)
})

const siwx: SIWX = {
  createMessage: () => new Promise(() => {}),
  addSession: async () => {},
  revokeSession: async (...args) => void ended.push(args),
  setSessions: async (sessions) => void ended.push(sessions),
  getSessions: async () => (ended.push('looked'), []),
}

function create(options: { siwx?: SIWX } = { siwx }) {
  const sessions = { list: () => (isConnected ? [{} as never] : []) }
  return createLazySignIn(options as never, sessions, () => {
    if (!isThere) throw new Error('The network is down.')
    const loadWalletCalls = () => new Promise<never>(() => {})
    return { shell, loadWalletCalls, openByItself() {}, end: async () => {} }
  })
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 20))

describe('who leaves', () => {
  it('[A57] last is signed out of everything, with one word for all who leave together', async () => {
    const signIn = create()
    signIn.leave(connected.caipAddress)
    signIn.leave(onSolana.caipAddress)
    await vi.waitFor(() => expect(ended).toEqual([[]]))
    await settled()
    expect(ended).toEqual([[]])
  })

  it('[A57] while somebody stays is signed out alone', async () => {
    isConnected = true
    const signIn = create()
    await signIn.load()
    signIn.leave(onSolana.caipAddress)
    await vi.waitFor(() => expect(ended).toEqual([[solana.caipNetworkId, onSolana.address]]))
  })

  it('[A57] before the code is there is signed out when it is, before anybody is looked for', async () => {
    isThere = false
    const signIn = create()
    signIn.leave(connected.caipAddress)
    await settled()
    expect([signIn.current, ended]).toEqual([undefined, []])
    // The same account is back meanwhile.
    isThere = isConnected = true
    shell.account.value = connected
    signIn.settle(
      () => {},
      () => {},
    )
    await vi.waitFor(() => expect(ended).toContain('looked'))
    expect(ended).toEqual([[network.caipNetworkId, connected.address], 'looked'])
    await signIn.load()
    expect(ended).toHaveLength(2)
  })

  it('is nobody’s matter on a page without sign-in', async () => {
    const signIn = create({})
    signIn.leave(connected.caipAddress)
    await settled()
    expect([signIn.current, ended]).toEqual([undefined, []])
  })
})

describe('who has connected', () => {
  it('is not let go where the code cannot be fetched: it is offered to try again', async () => {
    isThere = false
    const [close, onMissing] = [vi.fn(), vi.fn()]
    create().settle(close, onMissing)
    await vi.waitFor(() => expect(onMissing).toHaveBeenCalledOnce())
    expect(close).not.toHaveBeenCalled()
  })

  it('is done on a page without sign-in', async () => {
    const [close, onMissing] = [vi.fn(), vi.fn()]
    create({}).settle(close, onMissing)
    await vi.waitFor(() => expect(close).toHaveBeenCalledOnce())
    expect(onMissing).not.toHaveBeenCalled()
  })
})
