/** WalletConnect over a relay that delivers twice, late and out of order, and loses connections. */
import { expect, test } from 'vitest'
import { people } from '../../../sandbox/people/accounts.ts'
import { createRandom } from '../../../sandbox/history/random.ts'
import { startRelay } from '../../../sandbox/services/walletconnect/relay.ts'
import type { BillfoldError } from '../../../src/core/base/errors.ts'
import { eventually } from '../../eventually.ts'
import { seed } from '../../seed.ts'
import { openBrowser } from './open-tab.ts'
import { openPhone } from './wallet-kit.ts'

const RUNS = Number(process.env['RUNS'] ?? 8)

test.concurrent.each(Array.from({ length: RUNS }, (_, run) => seed + run))(
  '[F15] WalletConnect over a disturbed relay gives each request its own answer, and disconnects both sides (seed %i)',
  async (own) => {
    const random = createRandom(own)
    const relay = await startRelay()
    const phone = await openPhone(relay.url)
    const browser = openBrowser(relay.url)
    const tab = browser.openTab()
    tab.getState()
    try {
      relay.disturb(() => random.next())
      const { id, uri } = await tab.call('walletConnectPair', {
        namespaces: { eip155: { chains: ['eip155:31337'], methods: ['personal_sign'], events: [] } },
      })
      const approval = tab.call('walletConnectApproval', { id })
      await phone.pair(uri)
      await phone.answer(true)
      const { session } = await approval
      for (const text of ['0x61', '0x62', '0x63']) {
        const isYes = random.next() < 0.5
        const signing = tab
          .call('walletConnectRequest', {
            id: session.id,
            caipNetworkId: 'eip155:31337',
            method: 'personal_sign',
            params: [text, people.mara.account.address],
          })
          .catch(({ code }: BillfoldError) => code)
        await phone.answer(isYes)
        const signature = await people.mara.account.signMessage({ message: { raw: text as `0x${string}` } })
        expect(await signing).toBe(isYes ? signature : 'wallet_declined')
      }
      if (random.next() < 0.5) await tab.call('walletConnectEnd', { id: session.id })
      else await phone.end(session.id)
      await eventually(() => expect(tab.getState()).toEqual({ session: undefined, relay: 'idle' }))
      await eventually(() => expect(phone.getSessions()).toEqual([]))
    } finally {
      browser.closeAll()
      await phone.close()
      await relay.close()
    }
  },
)
