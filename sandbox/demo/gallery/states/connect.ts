/** From Connect to a wallet. */
import type { State } from '../state.ts'
import type { Mood } from '../wallets.ts'

const three = [{ name: 'Harbor' }, { name: 'Tern' }, { name: 'Lantern' }]

export const connectStates: Record<string, State> = {
  Connect: {
    wallets: three,
    async show({ billfold, person }) {
      await billfold.open()
      await person.see('Lantern')
    },
  },
  'Connect, no wallet': {
    wallets: [],
    async show({ billfold, person }) {
      await billfold.open()
      await person.see('No wallet found')
    },
  },
  'Connect, many wallets': {
    wallets: Array.from({ length: 24 }, (_, at) => ({
      name: at === 2 ? 'A wallet whose name is far longer than any row' : `Wallet ${at + 1}`,
      rdns: `example.wallet${at}`,
    })),
    async show({ billfold, person }) {
      await billfold.open()
      await person.see('A wallet whose name')
    },
  },
  'Connect, copies of a wallet': {
    wallets: [{ name: 'Harbor' }, { name: 'Harb0r', rdns: 'example.other' }, { name: 'Lantern' }],
    async show({ billfold, person }) {
      await billfold.open()
      await person.see('Lantern')
    },
  },
  'What is a wallet?': {
    wallets: three,
    async show({ billfold, person }) {
      await billfold.open()
      await person.press('What is a wallet?')
      await person.see('An app that keeps your key')
    },
  },
  Connecting: connecting('waits', 'Approve in Harbor'),
  'Connecting, declined': connecting('declines', 'You declined in Harbor'),
  'Connecting, busy': connecting('is busy', 'already has a request open'),
  'Connecting, failed': connecting('fails', 'Harbor didn’t connect'),
}

function connecting(mood: Mood, text: string): State {
  return {
    wallets: [{ name: 'Harbor', mood }, { name: 'Tern' }],
    async show({ billfold, person }) {
      await billfold.open()
      await person.press('Harbor')
      await person.see(text)
    },
  }
}
