// @vitest-environment happy-dom
/** What a person approves at the sign-in site, as a view of the modal. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createApprovals } from '../../src/shell/approvals.ts'
import { createBillfold } from '../../src/shell/create-billfold.ts'
import type { Billfold } from '../../src/shell/billfold.ts'
import type { Shell } from '../../src/shell/shell.ts'
import { authFrame } from '../../src/auth.ts'
import type { Eip1193Provider } from '../../src/wallets/evm/eip1193.ts'
import { createFakeModal, type FakeModal, SITE, useFakeSite } from '../wallets/auth/fake-site.ts'

const drawn = vi.hoisted(() => ({ shell: undefined as Shell | undefined }))
vi.mock('#ui', () => ({
  mountView(shell: Shell) {
    drawn.shell = shell
    return { load: async () => {}, unmount() {} }
  },
}))
vi.mock('../../src/worker-link/start/start-worker.ts', () => ({
  startWorker: () => Promise.reject(new Error('not here')),
}))

const site = useFakeSite()
const approval = { method: 'personal_sign', host: 'secure.example' }
let modal: FakeModal
beforeEach(() => {
  drawn.shell = undefined
  modal = createFakeModal()
})
const show = (onLeave = () => {}) => modal.approvals.place.show(approval, onLeave)

/** A review of a payment in an open modal. */
function openReview() {
  const transfer = {} as never
  modal.isOpen.value = true
  modal.router.reset('Account')
  modal.router.push('WalletSend')
  modal.router.push('WalletSendPreview', { transfer })
  return modal.router.current.peek()
}

describe('[A8] [S1] the approval view', () => {
  test.each(['success', 'error', 'cancel'] as const)(
    'opens the modal if it is closed, and closes the modal after the outcome %s',
    async (outcome) => {
      const end = await show()
      expect(modal.views()).toEqual(['ApproveTransaction'])
      end(outcome)
      expect(modal.views()).toEqual([])
      expect(modal.router.transactionStack.peek()).toEqual([])
    },
  )

  test.each(['success', 'error', 'cancel'] as const)(
    'returns after the outcome %s to the payment review that was shown before the approval',
    async (outcome) => {
      const review = openReview()
      // Two steps of a swap, one after the other.
      for (let step = 0; step < 2; step += 1) {
        const end = await show()
        expect(modal.views()).toEqual(['Account', 'WalletSend', 'WalletSendPreview', 'ApproveTransaction'])
        end(outcome)
        end(outcome)
        expect(modal.views()).toEqual(['Account', 'WalletSend', 'WalletSendPreview'])
        expect(modal.router.current.peek()).toBe(review)
      }
    },
  )

  test.each<[string, string[], () => void]>([
    [
      'its transaction is cancelled',
      ['Account', 'WalletSend', 'WalletSendPreview'],
      () => modal.router.popTransactionStack('cancel'),
    ],
    ['the router goes back', ['Account', 'WalletSend', 'WalletSendPreview'], () => modal.router.goBack()],
    ['the modal closes', [], () => void (modal.isOpen.value = false)],
    ['the account disconnects', ['Connect'], () => modal.router.reset('Connect')],
    ['the user must sign in', ['SIWXSignMessage'], () => modal.router.reset('SIWXSignMessage')],
  ])('ends the approval if the view disappears because %s', async (_, views, leave) => {
    openReview()
    const onLeave = vi.fn()
    const end = await show(onLeave)
    expect(onLeave).not.toHaveBeenCalled()
    leave()
    expect(onLeave).toHaveBeenCalled()
    // The site may take a moment: what a person sees by then stays.
    end('error')
    expect(modal.views()).toEqual(views)
    expect(modal.router.transactionStack.peek()).toEqual([])
  })

  test('neither opens the modal nor changes its views if the view’s code cannot be loaded', async () => {
    const missing = { show: () => Promise.reject(new Error('not fetched')), getHost: () => document.body }
    const { place } = createApprovals({ ...modal, getModal: () => missing })
    await expect(place.show(approval, () => {})).rejects.toThrow('not fetched')
    expect(modal.views()).toEqual([])
    expect(modal.router.transactionStack.peek()).toEqual([])
    openReview()
    await expect(place.show(approval, () => {})).rejects.toThrow('not fetched')
    expect(modal.views()).toEqual(['Account', 'WalletSend', 'WalletSendPreview'])
  })

  test('stays on top of a view that the page opens during the approval', async () => {
    const onLeave = vi.fn()
    const end = await show(onLeave)
    modal.approvals.keepAbove(() => modal.router.reset('Account'))
    expect(modal.views()).toEqual(['Account', 'ApproveTransaction'])
    expect(modal.router.current.peek().data).toBe(approval)
    expect(onLeave).not.toHaveBeenCalled()
    end('success')
    expect(modal.views()).toEqual(['Account'])
    modal.approvals.keepAbove(() => modal.router.reset('Connect'))
    expect(modal.views()).toEqual(['Connect'])
  })
})

test('[S1] when the account connects during an approval in email sign-in, the modal closes only after the approval', async () => {
  modal.isOpen.value = true
  modal.router.reset('Connect')
  modal.router.push('EmailVerifyOtp')
  const onLeave = vi.fn()
  const end = await show(onLeave)
  modal.approvals.keepAbove(() => void (modal.isOpen.value = false))
  expect(modal.views()).toEqual(['ApproveTransaction'])
  expect(onLeave).not.toHaveBeenCalled()
  end('success')
  expect(modal.views()).toEqual([])
})

describe('[S2] a router transaction that is running when an approval opens', () => {
  test.each(['success', 'error', 'cancel'] as const)(
    'ends with the outcome of the approval: %s',
    async (outcome) => {
      openReview()
      const told: string[] = []
      const note = (what: string) => () => void told.push(what)
      modal.router.pushTransactionStack({
        onSuccess: note('success'),
        onError: note('error'),
        onCancel: note('cancel'),
      })
      const end = await show()
      end(outcome)
      expect(told).toEqual([outcome])
      expect(modal.views()).toEqual(['Account', 'WalletSend', 'WalletSendPreview'])
      expect(modal.router.transactionStack.peek()).toEqual([])
    },
  )
})

describe('[S1] an approval of an email account on a real page', () => {
  const ALICE = `0x${'a1'.repeat(20)}`
  const sign = { method: 'personal_sign', params: ['0x6869', ALICE] }

  async function create(): Promise<{ provider: Eip1193Provider; shell: Shell; billfold: Billfold }> {
    localStorage.setItem('billfold/login', JSON.stringify({ by: 'email', address: ALICE, chainId: 1 }))
    Object.assign(site().answers, {
      IS_CONNECTED: () => ({ isConnected: true }),
      GET_USER: () => ({ address: ALICE, chainId: 1 }),
    })
    const billfold = createBillfold({
      projectId: 'project',
      networks: [{ id: 1, name: 'Ethereum', nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 } }],
      adapters: [(await import('../../src/evm.ts')).evm()],
      metadata: { name: 'Driftwood' },
      auth: authFrame({ url: `${SITE}/sdk` }),
      prefetch: 'none',
    } as never)
    stop = () => billfold.destroy()
    await billfold.open()
    billfold.close()
    const shell = drawn.shell!
    const { provider } = shell.connectors.peek().find(({ type }) => type === 'AUTH')!
    return { provider: provider as Eip1193Provider, shell, billfold }
  }
  let stop = () => {}
  afterEach(() => stop())

  /** Until the site has the question. */
  async function settle(): Promise<void> {
    await vi.waitFor(() => expect(site().iframe()).toBeDefined(), { timeout: 10_000 })
    site().ready()
    await vi.waitFor(() => expect(site().last('RPC_REQUEST')).toBeDefined(), { timeout: 10_000 })
  }

  test('opens the approval view for a signature request, and closes the modal once the request is answered', async () => {
    const { provider, shell } = await create()
    const asked = provider.request(sign)
    await settle()
    expect(shell.open.peek()).toBe(true)
    expect(shell.router.current.peek()).toEqual({ view: 'ApproveTransaction', data: approval })
    expect(document.querySelector('billfold-modal > billfold-auth')).not.toBeNull()
    site().succeed('RPC_REQUEST', '0x51')
    expect(await asked).toBe('0x51')
    expect(shell.open.peek()).toBe(false)
  })

  test('stays above a view that the page opens, and rejects the request with 4001 if the user cancels', async () => {
    const { provider, shell, billfold } = await create()
    const asked = provider.request(sign).then(
      () => 'signed',
      (error: { code: unknown }) => error.code,
    )
    await settle()
    await billfold.open({ view: 'WhatIsAWallet' })
    expect(shell.router.current.peek()).toEqual({ view: 'ApproveTransaction', data: approval })
    shell.router.popTransactionStack('cancel')
    expect(shell.router.history.peek()).toMatchObject([{ view: 'WhatIsAWallet' }])
    shell.router.goBack()
    expect(shell.open.peek()).toBe(false)
    await vi.advanceTimersByTimeAsync(3_100)
    expect(await asked).toBe(4001)
  })
})
