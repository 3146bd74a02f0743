import { expect, it, vi } from 'vitest'
import { isNamed, nameAccounts } from '../../src/base/named-accounts.ts'
import { TYPED } from '../../src/base/storage.ts'
import { createSessions } from '../../src/connections/session.ts'
import type { CaipAddress } from '../../src/core/chains/caip.ts'
import { createDataRemoval } from '../../src/shell/data-removal.ts'
import { createStorage } from '../create-storage.ts'
import { eventually } from '../eventually.ts'

const MARA: CaipAddress = 'eip155:1:0x71c4a09e5b2df8361c7e90d4af52e8137bd6c02a'
const MARA_ELSEWHERE: CaipAddress = 'eip155:8453:0x71C4A09E5b2Df8361C7e90D4Af52E8137bD6c02A'

function start() {
  const storage = createStorage()
  const sessions = createSessions(storage)
  const remove = vi.fn<(account: CaipAddress) => Promise<void>>(async () => {})
  return {
    storage,
    sessions,
    remove,
    removal: createDataRemoval(sessions, remove, (one) => isNamed(storage, one)),
  }
}

it('disconnecting removes an account’s data if no portfolio lists the account', async () => {
  const { sessions, remove, removal } = start()
  removal.add(MARA)
  expect(Object.keys(sessions.getForgotten())).toEqual([MARA])
  expect(remove.mock.calls).toEqual([[MARA]])
  await eventually(() => expect(sessions.getForgotten()).toEqual({}))
})

it('account data is kept while a portfolio of the page lists the account, on any network', () => {
  const { sessions, remove, removal } = start()
  const end = nameAccounts(() => [MARA_ELSEWHERE])
  removal.add(MARA)
  expect([remove.mock.calls.length, sessions.getForgotten()]).toEqual([0, {}])
  end()
  removal.add(MARA)
  expect(remove).toHaveBeenCalledOnce()
})

it('account data is kept while the portfolio lists the account because the user typed it in', () => {
  const { storage, remove, removal } = start()
  storage.setItem(
    TYPED,
    JSON.stringify([null, { namespace: 'eip155', address: MARA.slice('eip155:1:'.length) }]),
  )
  removal.add(MARA)
  expect(remove).not.toHaveBeenCalled()
  storage.removeItem(TYPED)
  removal.add(MARA)
  expect(remove).toHaveBeenCalledOnce()
})

it('a postponed removal of account data is dropped if a portfolio of the page lists the account when the removal is due', async () => {
  const { sessions, remove, removal } = start()
  sessions.setForgotten({ [MARA]: 1 })
  const end = nameAccounts(() => [MARA])
  removal.flush()
  expect([remove.mock.calls.length, sessions.getForgotten()]).toEqual([0, {}])
  end()
})
