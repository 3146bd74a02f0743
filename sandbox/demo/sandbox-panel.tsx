/** Reaches into the world behind the page: what a wallet modal has to cope with, at the press of a button. */
import type { Billfold } from 'billfold'
import { useBillfoldAccount } from 'billfold/react'
import { type ReactElement, useEffect, useState } from 'react'
import type { SandboxClient } from './sandbox-client.ts'
import { Segment } from './segment.tsx'

export interface SandboxPanelProps {
  billfold: Billfold
  sandbox: SandboxClient
  theme: 'dark' | 'light'
  onTheme(theme: 'dark' | 'light'): void
}

interface Entry {
  id: number
  time: string
  text: string
  failed: boolean
}

const presets = [
  { token: 'DRIFT', amount: '12.5' },
  { token: 'ETH', amount: '0.05' },
  { token: 'HUSD', amount: '80' },
] as const

export function SandboxPanel({ billfold, sandbox, theme, onTheme }: SandboxPanelProps): ReactElement {
  const account = useBillfoldAccount()
  const address = account.status === 'connected' ? account.address : undefined
  const [api, setApi] = useState<'running' | 'refuse' | 'hang'>('running')
  const [history, setHistory] = useState(0)
  const [busy, setBusy] = useState(false)
  const [log, setLog] = useState<readonly Entry[]>([])

  // The sandbox outlives the page: after a reload the panel shows what is still stopped or generated.
  useEffect(() => {
    let current = true
    sandbox.fetchState().then(
      ({ parts, generated }) => {
        if (!current) return
        setApi(parts.api)
        setHistory((address ? generated[address.toLowerCase()] : undefined) ?? 0)
      },
      // Whoever uses the panel sees that it is gone at the first press.
      () => {},
    )
    return () => void (current = false)
  }, [sandbox, address])

  async function run(action: () => Promise<string>): Promise<void> {
    setBusy(true)
    const entry = { id: Date.now(), time: new Date().toTimeString().slice(0, 8) }
    try {
      const text = await action()
      setLog((known) => [{ ...entry, text, failed: false }, ...known].slice(0, 4))
    } catch (error) {
      setLog((known) => [{ ...entry, text: String(error), failed: true }, ...known].slice(0, 4))
    } finally {
      setBusy(false)
    }
  }

  const transfer = ({ token, amount }: (typeof presets)[number], to: string) =>
    run(async () => {
      const { hash } = await sandbox.transfer({ token, amount, to })
      return `${amount} ${token} sent to you in ${hash.slice(0, 10)}…`
    })
  const changeApi = (next: typeof api) =>
    run(async () => {
      await (next === 'running' ? sandbox.start({ part: 'api' }) : sandbox.stop({ part: 'api', mode: next }))
      setApi(next)
      return { running: 'API answers again', refuse: 'API stopped', hang: 'API hangs: no answer comes' }[next]
    })
  const changeHistory = (count: number, owner: string) =>
    run(async () => {
      await sandbox.generate({ account: owner, count })
      setHistory(count)
      return count === 0
        ? 'Your real history is back'
        : `${count.toLocaleString('en')} generated transactions`
    })

  return (
    <section className="panel sandbox" aria-label="Sandbox">
      <header>
        <h2>Sandbox</h2>
        <span className="note">A local chain; nothing here is worth anything</span>
      </header>
      <div className="controls">
        <fieldset disabled={!address || busy}>
          <legend>Receive on the chain now</legend>
          <div className="presets">
            {presets.map((preset) => (
              <button key={preset.token} type="button" onClick={() => address && transfer(preset, address)}>
                <b>{preset.amount}</b> {preset.token}
              </button>
            ))}
          </div>
          {!address && (
            <p className="hint">
              <button type="button" className="link" onClick={() => void billfold.open()}>
                Connect a wallet
              </button>{' '}
              to receive something.
            </p>
          )}
        </fieldset>
        <div className="control">
          <h3>Provider API</h3>
          <Segment
            label="Provider API"
            options={[
              ['running', 'Running'],
              ['refuse', 'Stopped'],
              ['hang', 'Hanging'],
            ]}
            value={api}
            disabled={busy}
            onChange={(next) => void changeApi(next)}
          />
        </div>
        <div className="control">
          <h3>Activity {history > 0 && <em className="generated">generated</em>}</h3>
          <Segment
            label="Activity"
            options={[
              [0, 'Real'],
              [10_000, '10,000'],
              [100_000, '100,000'],
            ]}
            value={history}
            disabled={busy || !address}
            onChange={(count) => address && void changeHistory(count, address)}
          />
        </div>
        <div className="control">
          <h3>Theme</h3>
          <Segment
            label="Theme"
            options={[
              ['dark', 'Dark'],
              ['light', 'Light'],
            ]}
            value={theme}
            onChange={onTheme}
          />
        </div>
      </div>
      <ol className="log" aria-live="polite">
        {log.length === 0 && <li className="quiet">What you do here is listed here.</li>}
        {log.map(({ id, time, text, failed }) => (
          <li key={id} className={failed ? 'down' : ''}>
            <time>{time}</time> {text}
          </li>
        ))}
      </ol>
    </section>
  )
}
