// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { evm } from '../../src/evm.ts'
import { canSpeedUp } from '../../src/wallets/can-speed-up.ts'
import type { Connector } from '../../src/wallets/connector.ts'
import { createEvmFinder } from '../../src/wallets/evm/eip6963.ts'
import { createEvmPageProvider } from '../../src/wallets/evm/page-provider.ts'
import { createFakeWallet } from '../fake-wallet.ts'

async function find(wallets: readonly (readonly [name: string, rdns: string])[]): Promise<Connector[]> {
  let found: readonly Connector[] = []
  const stop = createEvmFinder(createEvmPageProvider(), [], ['example.harbor']).watch((now) => (found = now))
  for (const [name, rdns] of wallets) {
    const info = { uuid: `${name}/${rdns}`, name, rdns, icon: '' }
    const detail = { info, provider: createFakeWallet() }
    window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  }
  await Promise.resolve()
  stop()
  return [...found]
}

test('payments can be sped up only in a wallet whose rdns the page lists in keepsNonce', async () => {
  const found = await find([
    ['Harbor', 'example.harbor'],
    ['Reef', 'example.reef'],
  ])
  expect(found.map((one) => [one.name, canSpeedUp(one)])).toEqual([
    ['Harbor', true],
    ['Reef', false],
  ])
})

test('payments cannot be sped up in two wallets that have the same rdns', async () => {
  const found = await find([
    ['Harbor', 'example.harbor'],
    ['Keel', 'example.harbor'],
  ])
  expect(found.map(canSpeedUp)).toEqual([false, false])
})

test.each(['example.harbor', [7], [''], null])(
  'the evm adapter rejects %o as keepsNonce, since it is not a list of rdns',
  (keepsNonce) => {
    expect(() => evm({ keepsNonce: keepsNonce as never })).toThrow(
      expect.objectContaining({ code: 'options_invalid' }),
    )
  },
)
