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

const weathers: readonly (readonly [Weather, string])[] = [
  ['slow', 'API slow'],
  ['down', 'API down'],
  ['hangs', 'API hangs'],
  ['nonsense', 'API garbled'],
  ['offline', 'Offline'],
]

export function States({ guide, state, busy, run, onChange }: StatesProps): ReactElement {
  const chip = (
    text: string,
    isOn: boolean,
    change: (on: boolean) => Partial<WorldState>,
    act: (on: boolean) => Promise<void>,
  ) => (
    <button
      key={text}
      type="button"
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
      state.history === count,
      (on) => ({ history: on ? count : 0 }),
      (on) => guide.setHistory(on ? count : 0),
    )
  return (
    <section className="part" aria-labelledby="states">
      <h3 id="states">Hard to reach</h3>
      <div className="chips">
        {weathers.map(([weather, text]) =>
          chip(
            text,
            state.weather === weather,
            (on) => ({ weather: on ? weather : 'fine' }),
            (on) => guide.setWeather(on ? weather : 'fine', on ? 'Tokens' : undefined),
          ),
        )}
        {history(10_000)}
        {history(100_000)}
        {chip('Empty account', state.isEmpty, none, guide.useEmptyAccount)}
        {chip('Other network', state.isElsewhere, none, guide.useOtherNetwork)}
        {chip('Harbor locked', state.isLocked, none, guide.lockWallet)}
        {chip('Wallets silent', state.isSilent, none, guide.silenceWallets)}
      </div>
    </section>
  )
}
