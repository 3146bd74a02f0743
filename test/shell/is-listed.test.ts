import { expect, test } from 'vitest'
import { isListed } from '../../src/shell/is-listed.ts'

test('[A120] [A121] a wallet is listed if the page includes it and does not exclude it', () => {
  const kept = (options: Parameters<typeof isListed>[1]) =>
    ['tern', 'lantern'].filter((id) => isListed(id, options))
  expect(kept({})).toEqual(['tern', 'lantern'])
  expect(kept({ includeWalletIds: [], excludeWalletIds: [] })).toEqual(['tern', 'lantern'])
  expect(kept({ includeWalletIds: ['tern'] })).toEqual(['tern'])
  expect(kept({ excludeWalletIds: ['tern'] })).toEqual(['lantern'])
  expect(kept({ includeWalletIds: ['tern'], excludeWalletIds: ['tern'] })).toEqual([])
})
