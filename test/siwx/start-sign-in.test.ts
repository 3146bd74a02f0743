// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { eventually } from '../eventually.ts'
import { startSignIn } from '../../src/siwx/start-sign-in.ts'
import type { SIWX } from '../../src/siwx/siwx.ts'
import { connected, createFakeShell, type FakeShell, network, onSolana, solana } from '../ui/fake-shell.ts'

/** Whether the code can be fetched. */
let isThere: boolean
let ended: unknown[]
let opened: unknown[]
let shell: FakeShell
beforeEach(() => {
  isThere = true
  ended = []
  opened = []
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
  const signIn = startSignIn(options as never, () => {
    const loadWalletCalls = () => new Promise<never>(() => {})
    const openByItself = (view?: string) => opened.push(view)
    return {
      get shell() {
        if (isThere) return shell
        throw new Error('The network is down.')
      },
      options,
      loadWalletCalls,
      openByItself,
      end: async () => {},
    }
  })
  Object.assign(shell.signIn, { left: signIn.left })
  return signIn
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 20))

describe('the sign-out after a disconnect', () => {
  it('[A57] ends all sessions with one call when the last accounts disconnect together', async () => {
    const signIn = create()
    signIn.leave(connected.caipAddress)
    signIn.leave(onSolana.caipAddress)
    await eventually(() => expect(ended).toEqual([[]]))
    await settled()
    expect(ended).toEqual([[]])
  })

  it('[A57] ends only the sessions of the disconnected account while other accounts stay connected', async () => {
    shell.account.value = connected
    shell.others.value = [onSolana]
    const signIn = create()
    await signIn.load()
    await eventually(() => expect(ended).toEqual(['looked']))
    shell.others.value = []
    signIn.leave(onSolana.caipAddress)
    await eventually(() => expect(ended).toEqual(['looked', [solana.caipNetworkId, onSolana.address]]))
  })

  it('[A57] waits until the sign-in code is loaded, and is sent before sessions are read', async () => {
    isThere = false
    const signIn = create()
    signIn.leave(connected.caipAddress)
    await settled()
    expect([signIn.current, ended]).toEqual([undefined, []])
    // The same account is back meanwhile.
    isThere = true
    shell.account.value = connected
    signIn.settle(() => {})
    await eventually(() => expect(ended).toContain('looked'))
    expect(ended).toEqual([[network.caipNetworkId, connected.address], 'looked'])
    await signIn.load()
    expect(ended).toHaveLength(2)
  })

  it('ends only the sessions of the disconnected account while Billfold remembers the account of a locked wallet', async () => {
    const signIn = create()
    await signIn.load()
    shell.remembered.value = [{ namespace: 'eip155', name: 'Harbor', caipAddress: connected.caipAddress }]
    Object.assign(shell, { call: async () => onSolana.address })
    signIn.leave(onSolana.caipAddress)
    await eventually(() => expect(ended).toEqual([[solana.caipNetworkId, onSolana.address]]))
  })

  it('is skipped on a page without sign-in', async () => {
    const signIn = create({})
    signIn.leave(connected.caipAddress)
    await settled()
    expect([signIn.current, ended]).toEqual([undefined, []])
  })
})

describe('the sign-in after a new connection', () => {
  it('shows the sign-in view, which offers a retry, if the sign-in code cannot be loaded', async () => {
    isThere = false
    const close = vi.fn()
    create().settle(close)
    await eventually(() => expect(opened).toEqual(['SIWXSignMessage']))
    expect(close).not.toHaveBeenCalled()
  })

  it('is skipped on a page without sign-in, and the modal closes', async () => {
    const close = vi.fn()
    create({}).settle(close)
    await eventually(() => expect(close).toHaveBeenCalledOnce())
    expect(opened).toEqual([])
  })
})
