/** The demo page. React draws it once; the canvases update themselves. */
import type { Billfold, PayRequest } from 'billfold'
import { BillfoldButton, useBillfoldAccount } from 'billfold/react'
import { type ReactElement, useCallback, useEffect, useRef, useState } from 'react'
import type { Cost } from './comparison.tsx'
import type { FrameMeter } from './frame-meter.ts'
import type { Guide } from './guide.ts'
import type { Market } from './market.ts'
import { MarketStrip } from './market-strip.tsx'
import { Orders } from './orders.tsx'
import { PlainList } from './plain-list.tsx'
import type { SandboxClient } from './sandbox-client.ts'
import { SandboxPanel } from './sandbox-panel.tsx'
import { type Scene, startScene } from './scene.ts'
import type { SigningIn } from './config.ts'
import type { WalletName } from '../people/wallets/choice.ts'
import { Segment } from './segment.tsx'

export interface AppProps {
  billfold: Billfold
  market: Market
  meter: FrameMeter
  sandbox: SandboxClient
  guide: Guide
  /** Base URL of the API. */
  api: string
  theme: 'dark' | 'light'
  /** Whether the market is redrawn only now and then. */
  isCalm: boolean
  showsBalance: boolean
  /** Wallets in the page. */
  wallets: readonly WalletName[]
  /** Whether people can sign in by email or a social account. */
  hasLogin: boolean
  signsIn: SigningIn
  hasSolana: boolean
  /** URL of the sandbox's phone wallet. */
  phone: string
  /** The shop's payment request. */
  payment: PayRequest
}

export function App(props: AppProps): ReactElement {
  const { billfold, market, meter, sandbox, guide, api, theme: initialTheme } = props
  const { isCalm, showsBalance, wallets, hasLogin, signsIn, hasSolana } = props
  const account = useBillfoldAccount()
  const isKnown = account.status === 'connected' || (account.status === 'connecting' && account.restoring)
  /** Account whose list is loaded on the main thread; undefined: none. */
  const [plain, setPlain] = useState<string>()
  const [cost, setCost] = useState<Cost>()
  const onEnd = useCallback((next: Cost) => setCost(next), [])
  const [theme, setTheme] = useState(initialTheme)
  const [candle, setCandle] = useState(1)
  const chart = useRef<HTMLCanvasElement>(null)
  const book = useRef<HTMLCanvasElement>(null)
  const trades = useRef<HTMLCanvasElement>(null)
  const bars = useRef<HTMLCanvasElement>(null)
  const scene = useRef<Scene>(undefined)

  useEffect(() => {
    const canvases = {
      chart: chart.current!,
      book: book.current!,
      trades: trades.current!,
      meter: bars.current!,
    }
    scene.current = startScene(canvases, market, meter, isCalm)
    return () => scene.current?.stop()
  }, [market, meter, isCalm])
  useEffect(() => {
    document.documentElement.dataset['theme'] = theme
    billfold.setThemeMode(theme)
    scene.current?.repaint()
  }, [billfold, theme])
  useEffect(() => scene.current?.setCandle(candle), [candle])

  return (
    <div className="page">
      <header className="top">
        <a className="logo" href="./" aria-label="Driftwood">
          <svg viewBox="0 0 48 48" aria-hidden="true">
            <path d="M6 31c6-10 12-10 18 0s12 10 18 0" className="under" />
            <path d="M6 19c6-10 12-10 18 0s12 10 18 0" />
          </svg>
          <span>Driftwood</span>
        </a>
        <MarketStrip market={market} />
        {!isKnown && <StartLine />}
        <BillfoldButton balance={showsBalance} />
      </header>
      <main className="desk">
        <section className="panel chart">
          <header>
            <h2>DRIFT / HUSD</h2>
            <span className="note">Simulated market</span>
            <Segment
              label="Candle"
              options={[
                [1, '1s'],
                [5, '5s'],
                [15, '15s'],
              ]}
              value={candle}
              onChange={(next) => setCandle(next)}
            />
          </header>
          <canvas ref={chart} role="img" aria-label="Price of DRIFT" />
        </section>
        <section className="panel book">
          <header>
            <h2>Order book</h2>
          </header>
          <div className="columns">
            <span>Price</span>
            <span>Size</span>
            <span>Total</span>
          </div>
          <canvas ref={book} role="img" aria-label="Order book" />
        </section>
        <section className="panel trades">
          <header>
            <h2>Trades</h2>
          </header>
          <div className="columns">
            <span>Price</span>
            <span>Size</span>
            <span>Time</span>
          </div>
          <canvas ref={trades} role="img" aria-label="Recent trades" />
        </section>
        {plain ? <PlainList key={plain} api={api} address={plain} meter={meter} onEnd={onEnd} /> : <Orders />}
        <SandboxPanel
          billfold={billfold}
          sandbox={sandbox}
          guide={guide}
          meter={meter}
          bars={bars}
          comparison={{
            billfold,
            meter,
            isPlainRunning: !!plain && !cost,
            result: cost,
            onPlain(address) {
              setCost(undefined)
              setPlain(address)
            },
          }}
          theme={theme}
          onTheme={setTheme}
          wallets={wallets}
          hasLogin={hasLogin}
          signsIn={signsIn}
          hasSolana={hasSolana}
          phone={props.phone}
          payment={props.payment}
        />
      </main>
    </div>
  )
}

/** Shown until a wallet is connected; points at the button. */
function StartLine(): ReactElement {
  return (
    <p className="start">
      <span>
        <b>Start here.</b> This is Billfold’s button<i>: connect with Harbor</i>.
      </span>
      <svg viewBox="0 0 24 12" aria-hidden="true">
        <path d="M1 6h21m-5-5 5 5-5 5" />
      </svg>
    </p>
  )
}
