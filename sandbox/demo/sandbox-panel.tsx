/** The panel: introduces Billfold, and controls the sandbox. */
import type { Billfold, PayRequest } from 'billfold'
import { useBillfoldAccount } from 'billfold/react'
import { type ReactElement, type RefObject, useEffect, useState } from 'react'
import type { SandboxState } from '../control.ts'
import type { SigningIn } from './config.ts'
import { Comparison, type ComparisonProps } from './comparison.tsx'
import type { FrameMeter } from './frame-meter.ts'
import type { Guide, Weather } from './guide.ts'
import { Live } from './live.tsx'
import { MeterPanel } from './meter-panel.tsx'
import { Outbox } from './outbox.tsx'
import { RequestList } from './request-list.tsx'
import { RestartNote } from './restart-note.tsx'
import type { SandboxClient } from './sandbox-client.ts'
import { Segment } from './segment.tsx'
import { ShopPayment } from './shop-payment.tsx'
import { SignInChoice } from './sign-in-choice.tsx'
import { States, type WorldState } from './states.tsx'
import { TryList } from './try-list.tsx'
import { WalletChips } from './wallet-chips.tsx'
import type { WalletName } from '../people/wallets/choice.ts'

export interface SandboxPanelProps {
  billfold: Billfold
  sandbox: SandboxClient
  guide: Guide
  meter: FrameMeter
  bars: RefObject<HTMLCanvasElement | null>
  comparison: Omit<ComparisonProps, 'sandbox'>
  theme: 'dark' | 'light'
  onTheme(theme: 'dark' | 'light'): void
  wallets: readonly WalletName[]
  hasLogin: boolean
  signsIn: SigningIn
  hasSolana: boolean
  phone: string
  /** The shop's payment request. */
  payment: PayRequest
}

const usual: WorldState = { weather: 'fine', history: 0, withheld: false, refusesTrials: false }

export function SandboxPanel(props: SandboxPanelProps): ReactElement {
  const { billfold, sandbox, guide, meter, bars, comparison, theme, onTheme } = props
  const { wallets, hasLogin, signsIn, hasSolana, payment } = props
  const account = useBillfoldAccount()
  const address = account.status === 'connected' ? account.address : undefined
  const [state, setState] = useState(usual)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const isCutOff = state.weather === 'down' || state.weather === 'offline'
  const change = (part: Partial<WorldState>) => setState((known) => ({ ...known, ...part }))

  // Load the sandbox's state: after a reload, services may still be stopped and histories generated.
  useEffect(() => {
    let current = true
    sandbox.fetchState().then(
      (told) => current && setState(readWorld(told, address)),
      // Ignore the error: the first press reports that the sandbox is gone.
      () => {},
    )
    return () => void (current = false)
  }, [sandbox, address])

  async function run(action: () => Promise<unknown>): Promise<boolean> {
    setBusy(true)
    setProblem(undefined)
    try {
      await action()
      return true
    } catch (error) {
      setProblem(explain(error))
      return false
    } finally {
      setBusy(false)
    }
  }

  return (
    <section className="panel sandbox" aria-label="Sandbox">
      <header>
        <h2>Sandbox</h2>
        <span className="note">Local chains, no real money</span>
        <Segment
          label="Theme"
          options={[
            ['dark', 'Dark'],
            ['light', 'Light'],
          ]}
          value={theme}
          onChange={onTheme}
        />
        <p>
          Billfold is a wallet modal. The work runs in a worker, so your page stays smooth. It also has a{' '}
          <a href="./portfolio/">portfolio page</a> that you can install and open offline.
        </p>
      </header>
      <RestartNote sandbox={sandbox} />
      <TryList
        guide={guide}
        isStopped={isCutOff || state.weather === 'hangs'}
        busy={busy}
        run={run}
        onStopped={(isStopped) => change({ weather: isStopped ? 'down' : 'fine' })}
        onHistory={(history) => change({ history })}
      />
      <Live billfold={billfold}>
        {hasLogin && <Outbox sandbox={sandbox} isAwaited={account.status !== 'connected'} />}
        <MeterPanel meter={meter} bars={bars} withList={comparison.isPlainRunning || !!comparison.result} />
        <RequestList sandbox={sandbox} isCutOff={isCutOff} />
      </Live>
      <Comparison {...comparison} sandbox={sandbox} />
      <States
        guide={guide}
        state={{ ...state, ...guide.readWallets(account) }}
        busy={busy}
        run={run}
        onChange={change}
      />
      <WalletChips wallets={wallets} hasLogin={hasLogin} hasSolana={hasSolana} phone={props.phone} />
      <SignInChoice signsIn={signsIn} />
      <ShopPayment billfold={billfold} request={payment} />
      <p className="problem" role="status">
        {problem}
      </p>
    </section>
  )
}

function readWorld(told: SandboxState, address: string | undefined): WorldState {
  const { withheld, refusesTrials } = told
  return { weather: readWeather(told), history: readHistory(told, address), withheld, refusesTrials }
}

function readWeather({ parts, delay, faults }: SandboxState): Weather {
  if (faults.balance === 'html') return 'nonsense'
  if (parts.api === 'running') return delay > 0 ? 'slow' : 'fine'
  return parts.api === 'hang' ? 'hangs' : 'down'
}

function readHistory({ generated }: SandboxState, address: string | undefined): number {
  return (address ? generated[address.toLowerCase()] : undefined) ?? 0
}

function explain(error: unknown): string {
  const { code, message } = error as { code?: string; message?: string }
  if (code === 'connect_cancelled') return 'Connect a wallet first. Harbor opens its own window to approve.'
  return message ?? String(error)
}
