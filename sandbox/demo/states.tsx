/** States that are hard to reach, at the press of a button. */
import type { ReactElement } from 'react'
import type { Guide, WalletState, Weather } from './guide.ts'
import { Check } from './try-list.tsx'

export interface WorldState {
  weather: Weather
  /** Generated transactions; 0: the real ones. */
  history: number
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
          'Empty account',
          'Harbor’s second account: nothing has ever happened there',
          state.isEmpty,
          none,
          guide.useEmptyAccount,
        )}
        {chip(
          'Other network',
          'The wallet goes to OP Mainnet, where Driftwood does not run',
          state.isElsewhere,
          none,
          guide.useOtherNetwork,
        )}
        {chip(
          'Harbor locked',
          'It shares nothing until it is unlocked',
          state.isLocked,
          none,
          guide.lockWallet,
        )}
        {chip(
          'Wallets silent',
          'Disconnects; whichever you choose then will never answer',
          state.isSilent,
          none,
          guide.silenceWallets,
        )}
      </div>
    </section>
  )
}
