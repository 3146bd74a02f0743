import { beforeEach, expect, test, vi } from 'vitest'
import type { Connector } from '../../src/wallets/connector.ts'
import { createRouter, type Router } from '../../src/shell/router.ts'
import type { HomeView } from '../../src/shell/routes.ts'

const connector = { id: 'harbor', name: 'Harbor' } as Connector
const close = vi.fn()
let home: HomeView = 'Connect'
let router: Router

beforeEach(() => {
  close.mockReset()
  home = 'Connect'
  router = createRouter({ close, getHomeView: () => home })
})

const names = () => router.history.peek().map(({ view }) => view)

test('[A16] router.push() of the current view changes nothing', () => {
  router.push('ConnectingExternal', { connector })
  router.push('ConnectingExternal', { connector })
  router.goBack()
  expect(names()).toEqual(['Connect'])
})

test('[A17] router.reset() leaves one view in the history, so goBack() closes the modal', () => {
  router.push('ConnectingExternal')
  router.reset('Account')
  expect(names()).toEqual(['Account'])
  router.goBack()
  expect(close).toHaveBeenCalledTimes(1)
})

test('[A18] router.replace() swaps the view on top and keeps the length of the history', () => {
  router.push('ConnectingExternal')
  router.replace('Account')
  expect(names()).toEqual(['Connect', 'Account'])
})

test('[A19] router.goBack() closes the modal when the history has one entry', () => {
  router.goBack()
  expect(close).toHaveBeenCalledTimes(1)
  expect(names()).toEqual(['Connect'])
})

test('[A20] router.goBack() from ConnectingExternal leaves no wallet in the data of the current route', () => {
  router.push('ConnectingExternal', { connector })
  expect(router.current.peek().data).toEqual({ connector })
  router.goBack()
  expect(router.current.peek().data).toBeUndefined()
})

test('[A21] router.goBack() shows Account instead of Connect if an account has connected since Connect was shown', () => {
  router.push('ConnectingExternal', { connector })
  home = 'Account'
  router.goBack()
  expect(names()).toEqual(['Account'])
  expect(close).not.toHaveBeenCalled()
})

test('router.goBack() returns to a Connect view that was opened for one namespace, even if another namespace is connected', () => {
  router.reset('Connect', { namespace: 'solana' })
  router.push('ConnectingExternal', { connector })
  home = 'Account'
  router.goBack()
  expect(router.current.peek()).toEqual({ view: 'Connect', data: { namespace: 'solana' } })
})

test('router.goBack() returns to Connect, not Account, if an account was already connected when Connect opened', () => {
  home = 'Account'
  router.reset('Account')
  router.push('Connect', { namespace: 'solana' })
  router.push('ConnectingExternal', { connector })
  router.goBack()
  expect(router.current.peek()).toEqual({ view: 'Connect', data: { namespace: 'solana' } })
})

test('router.goBack() skips the views of an account that has disconnected', () => {
  home = 'Account'
  router.reset('Account')
  router.push('Networks')
  router.push('Connect')
  home = 'Connect'
  router.goBack()
  expect(names()).toEqual(['Connect'])
})

test('[A68] router.goBack() replaces Account with UnsupportedChain, or the reverse, when the wallet has changed its network', () => {
  router.reset('Account')
  router.push('Networks')
  home = 'UnsupportedChain'
  router.goBack()
  expect(names()).toEqual(['UnsupportedChain'])
  router.push('Networks')
  home = 'Account'
  router.goBack()
  expect(names()).toEqual(['Account'])
})

test('[A24] router.goBackToIndex() drops every view above the index', () => {
  router.reset('Account')
  router.push('AccountSettings')
  router.push('ConnectingExternal')
  router.goBackToIndex(0)
  expect(names()).toEqual(['Account'])
})

test('[A24] router.goBackToIndex() ignores an index that does not exist', () => {
  router.push('ConnectingExternal')
  router.goBackToIndex(7)
  router.goBackToIndex(-1)
  expect(names()).toEqual(['Connect', 'ConnectingExternal'])
})

test('[A25] router.goBackOrCloseModal() goes back if the history has two views, and closes the modal if it has one', () => {
  router.push('ConnectingExternal')
  router.goBackOrCloseModal()
  expect(names()).toEqual(['Connect'])
  expect(close).not.toHaveBeenCalled()
  router.goBackOrCloseModal()
  expect(close).toHaveBeenCalledTimes(1)
})

/** What a transaction and the router did, in order. */
function pushTransaction(name = '') {
  const done: string[] = []
  const note = (what: string) => () => void done.push(`${name}${what}, ${names().at(-1)}`)
  const takeBack = router.pushTransactionStack({
    onSuccess: note('success'),
    onError: note('error'),
    onCancel: note('cancel'),
  })
  return { done, takeBack }
}

test('[A26] [S2] a router transaction that succeeds runs onSuccess, and the router stays in the transaction’s view', () => {
  router.push('AccountSettings')
  const { done } = pushTransaction()
  router.popTransactionStack('success')
  expect(done).toEqual(['success, AccountSettings'])
  expect(names()).toEqual(['Connect', 'AccountSettings'])
  expect(close).not.toHaveBeenCalled()
  expect(router.transactionStack.peek()).toEqual([])
})

test.each([
  ['[A27]', 'error'],
  ['[A28]', 'cancel'],
] as const)(
  '%s [S2] a router transaction with the outcome %s runs its callback, then the router goes back',
  (_, outcome) => {
    home = 'Account'
    router.reset('Account')
    router.push('AccountSettings')
    const { done } = pushTransaction()
    router.popTransactionStack(outcome)
    expect(done).toEqual([`${outcome}, AccountSettings`])
    expect(names()).toEqual(['Account'])
    expect(router.transactionStack.peek()).toEqual([])
  },
)

test.each(['error', 'cancel'] as const)(
  '[S2] a router transaction with the outcome %s closes the modal if its view is the only view in the history',
  (outcome) => {
    pushTransaction()
    router.popTransactionStack(outcome)
    expect(close).toHaveBeenCalledTimes(1)
  },
)

test('[A28] [S2] popTransactionStack() without a transaction changes nothing', () => {
  home = 'Account'
  router.reset('Account')
  router.push('AccountSettings')
  for (const outcome of ['success', 'error', 'cancel'] as const) router.popTransactionStack(outcome)
  pushTransaction().takeBack()
  router.popTransactionStack('cancel')
  expect(names()).toEqual(['Account', 'AccountSettings'])
  expect(close).not.toHaveBeenCalled()
})

test('[S2] nested router transactions end in reverse order, and each callback runs once', () => {
  home = 'Account'
  router.reset('Account')
  router.push('WalletSend')
  router.push('AccountSettings')
  const first = pushTransaction('first ')
  const between = pushTransaction('between ')
  const last = pushTransaction('last ')
  between.takeBack()
  router.popTransactionStack('cancel')
  router.popTransactionStack('success')
  router.popTransactionStack('error')
  expect(last.done).toEqual(['last cancel, AccountSettings'])
  expect(between.done).toEqual([])
  expect(first.done).toEqual(['first success, WalletSend'])
  expect(names()).toEqual(['Account', 'WalletSend'])
})

test('[S2] a router transaction needs no callbacks, and the router goes back even if a callback throws', () => {
  home = 'Account'
  router.reset('Account')
  router.push('WalletSend')
  router.push('AccountSettings')
  router.pushTransactionStack({})
  router.popTransactionStack('cancel')
  expect(names()).toEqual(['Account', 'WalletSend'])
  router.pushTransactionStack({
    onError() {
      throw new Error('Tide')
    },
  })
  expect(() => router.popTransactionStack('error')).toThrow('Tide')
  expect(names()).toEqual(['Account'])
})
