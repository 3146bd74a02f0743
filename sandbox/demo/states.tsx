/** States that are hard to reach, at the press of a button. */
import type { ReactElement } from 'react'
import { driftwood, skerry } from '../chains/evm-networks.ts'
import type { Condition } from '../people/wallets/approval.ts'
import { type Guide, OTHER_CHAIN, type WalletState, type Weather } from './guide.ts'
import { Check } from './try-list.tsx'

export interface WorldState {
  weather: Weather
  /** Generated transactions; 0: the real ones. */
  history: number
  /** What is sent waits outside of blocks. */
  withheld: boolean
  /** Whatever is tried before it is signed would fail. */
  refusesTrials: boolean
}

export interface StatesProps {
  guide: Guide
  state: WorldState & WalletState
  busy: boolean
  run(action: () => Promise<unknown>): Promise<boolean>
  onChange(change: Partial<WorldState>): void
}

/** The wallets know it themselves. */
const none = () => ({})

const weathers: readonly (readonly [Weather, string, what: string])[] = [
  ['slow', 'API slow', 'Each answer takes four seconds'],
  ['down', 'API down', 'Connections are refused'],
  ['hangs', 'API hangs', 'Connections open, and no answer comes'],
  ['nonsense', 'API garbled', 'A sign-in page comes in place of data, with status 200'],
  ['offline', 'Offline', 'API and chain are gone, and the browser says so'],
]

const moods: readonly (readonly [Condition, string, what: string])[] = [
  ['slow', 'Wallets slow', 'Disconnects; whichever you choose then takes four seconds to ask you'],
  ['silent', 'Wallets silent', 'Disconnects; whichever you choose then will never answer'],
  ['lying', 'Wallets lying', 'Disconnects; whichever you choose then shares accounts that are not its own'],
]

export function States({ guide, state, busy, run, onChange }: StatesProps): ReactElement {
  const chip = (
    text: string,
    what: string,
    isOn: boolean,
    change: (on: boolean) => Partial<WorldState>,
    act: (on: boolean) => Promise<void>,
  ) => (
    <button
      key={text}
      type="button"
      title={what}
      aria-pressed={isOn}
      disabled={busy}
      onClick={() =>
        void run(async () => {
          await act(!isOn)
          onChange(change(!isOn))
        })
      }
    >
      {isOn && <Check />}
      {text}
    </button>
  )
  const history = (count: number) =>
    chip(
      `${count / 1_000}k rows`,
      'A generated history of two years',
      state.history === count,
      (on) => ({ history: on ? count : 0 }),
      (on) => guide.setHistory(on ? count : 0),
    )
  return (
    <section className="part" aria-labelledby="states">
      <h3 id="states">Hard to reach</h3>
      <div className="chips">
        {weathers.map(([weather, text, what]) =>
          chip(
            text,
            what,
            state.weather === weather,
            (on) => ({ weather: on ? weather : 'fine' }),
            (on) => guide.setWeather(on ? weather : 'fine', on ? 'Tokens' : undefined),
          ),
        )}
        {history(10_000)}
        {history(100_000)}
        {chip(
          'Blocks held back',
          'What is sent waits outside of blocks: submitted, and not confirmed',
          state.withheld,
          (on) => ({ withheld: on }),
          guide.withholdBlocks,
        )}
        {state.withheld &&
          chip(
            'Drop what waits',
            'The chain forgets whatever is in no block yet',
            false,
            none,
            guide.dropWaiting,
          )}
        {chip(
          'Trials fail',
          'Whatever is tried before it is signed would fail, as if a contract refused it',
          state.refusesTrials,
          (on) => ({ refusesTrials: on }),
          guide.refuseTrials,
        )}
        {chip(
          'Empty account',
          'Harbor’s second account: nothing has ever happened there',
          state.isEmpty,
          none,
          guide.useEmptyAccount,
        )}
        {chip(
          'Skerry',
          'The wallet goes to the second network, where the same people hold less',
          state.chainId === skerry.id,
          none,
          (on) => guide.goToNetwork(on ? skerry.id : driftwood.id),
        )}
        {chip(
          'Other network',
          'The wallet goes to OP Mainnet, where Driftwood does not run',
          state.chainId === OTHER_CHAIN,
          none,
          (on) => guide.goToNetwork(on ? OTHER_CHAIN : driftwood.id),
        )}
        {chip(
          'Harbor locked',
          'It shares nothing until it is unlocked',
          state.isLocked,
          none,
          guide.lockWallet,
        )}
        {moods.map(([mood, text, what]) =>
          chip(text, what, state.mood === mood, none, (on) => guide.changeWallets(on ? mood : 'ready')),
        )}
      </div>
    </section>
  )
}
