/** Buttons for states that are hard to reach. */
import type { ReactElement } from 'react'
import { driftwood, skerry } from '../chains/evm-networks.ts'
import type { Condition } from '../people/wallets/approval.ts'
import { type Guide, OTHER_CHAIN, type WalletState, type Weather } from './guide.ts'
import { Check } from './try-list.tsx'

export interface WorldState {
  weather: Weather
  /** Length of the generated history; 0: the real history. */
  history: number
  /** Whether transactions stay pending. */
  withheld: boolean
  /** Whether every simulation fails. */
  refusesTrials: boolean
}

export interface StatesProps {
  guide: Guide
  state: WorldState & WalletState
  busy: boolean
  run(action: () => Promise<unknown>): Promise<boolean>
  onChange(change: Partial<WorldState>): void
}

/** Changes nothing in the panel's own state: the wallets store this state themselves. */
const none = () => ({})

const weathers: readonly (readonly [Weather, string, what: string])[] = [
  ['slow', 'API slow', 'Each response takes 4 seconds'],
  ['down', 'API down', 'Connections are refused'],
  ['hangs', 'API hangs', 'Connections open but get no response'],
  ['nonsense', 'API sends HTML', 'The API returns a sign-in page instead of data, with status 200'],
  ['offline', 'Offline', 'The API and chains can’t be reached, and the browser reports it'],
]

const moods: readonly (readonly [Condition, string, what: string])[] = [
  ['slow', 'Wallets slow', 'Disconnects you. The next wallet takes 4 seconds to ask'],
  ['silent', 'Wallets silent', 'Disconnects you. The next wallet never answers'],
  ['lying', 'Invalid accounts', 'Disconnects you. The next wallet shares invalid accounts'],
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
      'A generated two-year history',
      state.history === count,
      (on) => ({ history: on ? count : 0 }),
      (on) => guide.setHistory(on ? count : 0),
    )
  return (
    <section className="part" aria-labelledby="states">
      <h3 id="states">Simulate</h3>
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
          'No new blocks',
          'Transactions are submitted but not confirmed',
          state.withheld,
          (on) => ({ withheld: on }),
          guide.withholdBlocks,
        )}
        {state.withheld &&
          chip(
            'Drop pending',
            'The chain drops transactions that aren’t in a block',
            false,
            none,
            guide.dropWaiting,
          )}
        {chip(
          'Simulation fails',
          'Every simulation fails, as if a contract rejected the transaction',
          state.refusesTrials,
          (on) => ({ refusesTrials: on }),
          guide.refuseTrials,
        )}
        {chip(
          'Empty account',
          'Harbor’s second account, with no activity',
          state.isEmpty,
          none,
          guide.useEmptyAccount,
        )}
        {chip(
          'Second network',
          'Switches the wallet to Skerry, where its accounts hold less',
          state.chainId === skerry.id,
          none,
          (on) => guide.goToNetwork(on ? skerry.id : driftwood.id),
        )}
        {chip(
          'Unsupported network',
          'Switches the wallet to OP Mainnet, which Driftwood doesn’t support',
          state.chainId === OTHER_CHAIN,
          none,
          (on) => guide.goToNetwork(on ? OTHER_CHAIN : driftwood.id),
        )}
        {chip(
          'Harbor locked',
          'Harbor shares nothing until you unlock it',
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
