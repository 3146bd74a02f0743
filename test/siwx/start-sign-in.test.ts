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

describe('an account that leaves', () => {
  it('[A57] last is signed out of everything, with one word for all who leave together', async () => {
    const signIn = create()
    signIn.leave(connected.caipAddress)
    signIn.leave(onSolana.caipAddress)
    await eventually(() => expect(ended).toEqual([[]]))
    await settled()
    expect(ended).toEqual([[]])
  })

  it('[A57] while somebody stays is signed out alone', async () => {
    shell.account.value = connected
    shell.others.value = [onSolana]
    const signIn = create()
    await signIn.load()
    await eventually(() => expect(ended).toEqual(['looked']))
    shell.others.value = []
    signIn.leave(onSolana.caipAddress)
    await eventually(() => expect(ended).toEqual(['looked', [solana.caipNetworkId, onSolana.address]]))
  })

  it('[A57] before the code is there is signed out when it is, before anybody is looked for', async () => {
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

  it('while another wallet is known that is locked is signed out alone', async () => {
    const signIn = create()
    await signIn.load()
    shell.remembered.value = [{ namespace: 'eip155', name: 'Harbor', caipAddress: connected.caipAddress }]
    Object.assign(shell, { call: async () => onSolana.address })
    signIn.leave(onSolana.caipAddress)
    await eventually(() => expect(ended).toEqual([[solana.caipNetworkId, onSolana.address]]))
  })

  it('is nobody’s matter on a page without sign-in', async () => {
    const signIn = create({})
    signIn.leave(connected.caipAddress)
    await settled()
    expect([signIn.current, ended]).toEqual([undefined, []])
  })
})

describe('a connected account', () => {
  it('is not let go where the code cannot be fetched: it is offered to try again', async () => {
    isThere = false
    const close = vi.fn()
    create().settle(close)
    await eventually(() => expect(opened).toEqual(['SIWXSignMessage']))
    expect(close).not.toHaveBeenCalled()
  })

  it('is done on a page without sign-in', async () => {
    const close = vi.fn()
    create({}).settle(close)
    await eventually(() => expect(close).toHaveBeenCalledOnce())
    expect(opened).toEqual([])
  })
})
