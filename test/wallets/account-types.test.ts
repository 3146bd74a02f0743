// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { createPreferredTypes, type PreferredTypes } from '../../src/wallets/account-types.ts'

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  localStorage.clear()
})

/** A tab's view of the choice, as it changes. */
function openTab(): { types: PreferredTypes; seen: unknown[] } {
  const types = createPreferredTypes({}, localStorage)
  const seen: unknown[] = []
  stops.push(types.subscribe(({ eip155 }) => seen.push(eip155)))
  return { types, seen }
}

/** Browsers tell only the other tabs. */
const tellOthers = () =>
  window.dispatchEvent(
    new StorageEvent('storage', { key: 'billfold/account-types', storageArea: localStorage }),
  )

test('[S15] [A118] a change of the account type takes effect at once in all open tabs', () => {
  const here = openTab()
  const there = openTab()
  here.types.choose('eip155', 'eoa')
  tellOthers()
  expect([here.seen, there.seen]).toEqual([
    ['smartAccount', 'eoa'],
    ['smartAccount', 'eoa'],
  ])
  there.types.choose('eip155', 'smartAccount')
  tellOthers()
  expect([here.types.peek().eip155, there.types.peek().eip155]).toEqual(['smartAccount', 'smartAccount'])
  expect(here.seen).toEqual(['smartAccount', 'eoa', 'smartAccount'])
})
