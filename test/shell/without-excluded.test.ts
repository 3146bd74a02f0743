import { computed } from '@preact/signals-core'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Snapshot } from '../../src/core/contract/protocol.ts'
import type { WalletsPage } from '../../src/core/assets/wallet.ts'
import { withoutExcluded } from '../../src/shell/without-excluded.ts'
import { harbor, reef as other } from '../ui/fake-shell.ts'

const { info: _, ...reef } = other

const loading: Snapshot<WalletsPage> = { data: undefined, fetchedAt: undefined, status: 'loading' }
const excluded: Snapshot<WalletsPage> = {
  data: { count: 1, wallets: [{ id: 'h', name: 'Harbor', rdns: 'example.harbor' }] },
  fetchedAt: 1,
  status: 'fresh',
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('[A121] a wallet that the page excludes', () => {
  test('is not listed even if it is installed', () => {
    expect(withoutExcluded([harbor, reef], excluded)).toEqual([reef])
  })

  test('is recognised by the identifiers in the wallet directory', () => {
    const injected = [{ namespace: 'solana', injected_id: 'Reef' }] as const
    const data = { count: 1, wallets: [{ id: 'r', name: 'Reef', injected }] }
    expect(withoutExcluded([harbor, reef], { ...excluded, data })).toEqual([harbor])
  })

  test('is listed if only the wallet directory could recognise the wallet, and the directory cannot be loaded', () => {
    expect(withoutExcluded([harbor], { ...loading, status: 'failed' })).toEqual([harbor])
  })

  test('keeps the list of installed wallets empty for at most three seconds while the wallet directory loads', () => {
    const listed = computed(() => withoutExcluded([harbor], loading))
    const seen: number[] = []
    const stop = listed.subscribe(({ length }) => seen.push(length))
    expect(seen).toEqual([0])
    vi.advanceTimersByTime(3_000)
    expect(seen).toEqual([0, 1])
    stop()
  })
})
