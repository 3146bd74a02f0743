// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest'
import type { ConnectedAccount } from '../../src/wallets/account.ts'
import { createOwnSession } from '../../src/connections/own-session.ts'
import { createSessions } from '../../src/connections/session.ts'

beforeEach(() => localStorage.clear())

const accountOf = (address: string, restoreKey = 'example.harbor') =>
  ({
    connector: { name: restoreKey, restoreKey },
    caipAddress: `eip155:1:${address}`,
    caipNetworkId: 'eip155:1',
  }) as unknown as ConnectedAccount

/** Of one tab; all share what is stored. */
const createTab = () => createOwnSession(createSessions(localStorage), 'eip155')

describe('[F32] [G68] The session of a tab', () => {
  it('counts as the stored session until another tab replaces or ends the session', () => {
    const here = createTab()
    const there = createTab()
    expect(here.isStored()).toBe(true)
    here.replace(accountOf('0xa'), undefined)
    expect([here.isStored(), there.isStored()]).toEqual([true, false])
    there.adopt()
    expect(there.isStored()).toBe(true)
    there.replace(accountOf('0xb', 'example.other'), undefined)
    expect(here.isStored()).toBe(false)
    there.end()
    expect(there.stored).toBeUndefined()
    expect(here.isStored()).toBe(false)
  })

  it('is not stored again by a tab that has missed the end of the session', () => {
    const here = createTab()
    here.replace(accountOf('0xa'), undefined)
    const there = createTab()
    there.adopt()
    here.end()
    there.update(accountOf('0xb'))
    expect(localStorage.getItem('billfold/sessions')).toBeNull()
  })

  it('stores up to 32 accounts of the connected wallet, the latest first, and no account of the previous wallet', () => {
    const tab = createTab()
    tab.replace(accountOf('0xa'), undefined)
    tab.update(accountOf('0xb'))
    tab.update(accountOf('0xa'))
    expect(tab.stored?.accounts).toEqual(['eip155:1:0xa', 'eip155:1:0xb'])
    tab.replace(accountOf('0xc', 'example.other'), tab.stored)
    expect(tab.stored?.accounts).toEqual(['eip155:1:0xc'])
    for (let index = 0; index < 50; index++) tab.update(accountOf(`0x${index}`, 'example.other'))
    expect(tab.stored?.accounts).toHaveLength(32)
  })
})
