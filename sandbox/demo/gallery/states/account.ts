/** What an account holds and did: as usual, loading, with nothing, failed, and with names and numbers that are too long. */
import type { ErrorRecord } from '../../../../src/core/base/errors.ts'
import type { NftRow } from '../../../../src/core/assets/nfts.ts'
import type { TokenRow } from '../../../../src/core/assets/portfolio.ts'
import type { PreparedWorker } from '../prepared-worker.ts'
import { activityHead, months, nftsHead, portfolioHead, tokenAt } from '../sample-data.ts'
import type { State } from '../state.ts'

const later = (): ErrorRecord => ({
  code: 'balance_unavailable',
  message: 'Token Balance Unavailable',
  category: 'API_ERROR',
  context: { reason: 'http_network', since: Date.now() - 12_000, retryAt: Date.now() + 24_000 },
})
const serverFault: ErrorRecord = {
  code: 'history_failed',
  message: 'Failed to fetch transactions',
  category: 'API_ERROR',
  context: { reason: 'http_status', status: 500 },
}
function empty(worker: PreparedWorker): void {
  worker.set('portfolio', { data: portfolioHead(0, { value: undefined, native: undefined }) })
  worker.set('nfts', { data: nftsHead(0) })
  worker.set('activity', { data: activityHead([]) })
}
/** Nothing is known: not even when that was. */
const unknown = { data: undefined, fetchedAt: undefined }

/** Past what any row, or any head, has room for. */
const most = (2n ** 256n - 1n).toString()
const longest: Partial<TokenRow> = {
  name: 'A token whose name is far longer than any row of a list has room for',
  symbol: 'LONGSYMBOLOFATOKEN',
  text: '999,999,999,999.999',
  full: `${most.slice(0, 60)}.${most.slice(60)}`,
  valueText: '$999,999,999,999,999.00',
  priceText: '$0.00000000000123',
}

export const accountStates: Record<string, State> = {
  Tokens: tokens('Wrapped Bitcoin'),
  'Tokens, loading': tokens('Tokens', (worker) => worker.set('portfolio', { status: 'loading', ...unknown })),
  'Tokens, none': tokens('No tokens yet', empty),
  'Tokens, failed': tokens(/Next try|Try again/, (worker) =>
    worker.set('portfolio', { status: 'failed', error: later(), ...unknown }),
  ),
  'Tokens, the last known': tokens('Next try', (worker) =>
    worker.set('portfolio', {
      data: portfolioHead(7),
      status: 'failed',
      error: later(),
      fetchedAt: Date.now() - 190_000,
    }),
  ),
  'Tokens, long names and huge numbers': tokens('A token whose name', (worker) => {
    worker.rows.portfolio = (index) => ({ ...tokenAt(index), ...(index % 2 === 0 && longest) })
    worker.set('portfolio', { data: portfolioHead(6, { value: 1_234_567_890_123.45 }) })
  }),
  'Tokens, no prices': tokens('Driftwood Points', (worker) => {
    worker.rows.portfolio = () => tokenAt(5)
    worker.set('portfolio', { data: portfolioHead(4, { value: undefined }) })
  }),
  Token: {
    isConnected: true,
    async show({ billfold, person }) {
      await billfold.open({ view: 'Account' })
      await person.press('USD Coin')
      await person.see('Exact balance')
    },
  },
  'Token, long names and huge numbers': {
    isConnected: true,
    worker: (worker) => {
      worker.rows.portfolio = (index) => ({
        ...tokenAt(index),
        ...longest,
        contract: `0x${'c'.repeat(40)}`,
      })
    },
    async show({ billfold, person }) {
      await billfold.open({ view: 'Account' })
      await person.press(/^A token whose name/)
      await person.see('Exact balance')
    },
  },
  NFTs: tab('NFTs', 'Low Tide 3'),
  'NFTs, none': tab('NFTs', 'No NFTs yet', empty),
  'NFTs, long names': tab('NFTs', 'A picture whose name', (worker) => {
    worker.rows.nfts = (index): NftRow => ({
      id: `${index}`,
      name: 'A picture whose name is far longer than its place in any gallery',
      collection: 'A collection whose name is just as long as that of the picture',
      count: 10n ** 12n,
    })
  }),
  Activity: tab('Activity', 'Harvest pool'),
  'Activity, loading': tab('Activity', 'Activity', (worker) =>
    worker.set('activity', { status: 'loading', ...unknown }),
  ),
  'Activity, none': tab('Activity', 'No activity yet', empty),
  'Activity, failed': tab('Activity', 'Try again', (worker) =>
    worker.set('activity', { status: 'failed', error: serverFault, ...unknown }),
  ),
  'Activity, 100,000 transactions': tab('Activity', 'Harvest pool', (worker) =>
    worker.set('activity', { data: activityHead(months(100_000, 4_200)) }),
  ),
  Settings: opened('AccountSettings', 'Connected with Harbor'),
  Wallets: opened('Wallets', 'Add a wallet'),
  Networks: opened('Networks', 'OP Mainnet'),
  'What is a network?': opened('WhatIsANetwork', 'Same address, separate balances'),
  Receive: opened('WalletReceive', 'can be lost permanently'),
  'Send, nothing yet': opened('WalletSend', 'Add amount'),
}

type View = NonNullable<NonNullable<Parameters<Parameters<State['show']>[0]['billfold']['open']>[0]>['view']>

function opened(view: View, text: string | RegExp, worker?: State['worker']): State {
  return {
    isConnected: true,
    ...(worker && { worker }),
    async show({ billfold, person }) {
      await billfold.open({ view })
      await person.see(text)
    },
  }
}

function tokens(text: string | RegExp, worker?: State['worker']): State {
  return opened('Account', text, worker)
}

function tab(name: 'NFTs' | 'Activity', text: string, worker?: State['worker']): State {
  const account = opened('Account', name, worker)
  return {
    ...account,
    async show(tools) {
      await account.show(tools)
      await tools.person.press(name)
      await tools.person.see(text)
    },
  }
}
