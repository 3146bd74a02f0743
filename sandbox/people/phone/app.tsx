import { type ReactElement, useState } from 'react'
import { driftwood, skerry } from '../../chains/evm-networks.ts'
import type { Approval, Question } from '../wallets/approval.ts'
import type { Phone, PhoneSession } from '../../services/walletconnect/phone.ts'
import { Scanner } from './scanner.tsx'

export interface AppProps {
  phone: Phone
  approval: Approval
  question: Question | undefined
  sessions: readonly PhoneSession[]
}

const networks = [driftwood, skerry]

export function App({ phone, approval, question, sessions }: AppProps): ReactElement {
  const [problem, setProblem] = useState('')
  const [isScanning, setScanning] = useState(false)
  const [busy, setBusy] = useState(false)

  async function run(action: () => Promise<unknown>): Promise<void> {
    setProblem('')
    setBusy(true)
    try {
      await action()
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
    }
    setBusy(false)
  }

  return (
    <main>
      <header>
        <Mark />
        <h1>Pocket</h1>
        <span>Sandbox</span>
      </header>
      <section aria-labelledby="connect">
        <h2 id="connect">Connect an app</h2>
        <form
          onSubmit={(event) => {
            event.preventDefault()
            const form = event.currentTarget
            const uri = String(new FormData(form).get('uri')).trim()
            void run(() => phone.pair(uri)).then(() => form.reset())
          }}
        >
          <input
            name="uri"
            aria-label="Link"
            placeholder="wc:…"
            autoComplete="off"
            spellCheck={false}
            required
          />
          <button className="main" type="submit" disabled={busy}>
            Connect
          </button>
        </form>
        {'mediaDevices' in navigator && (
          <button type="button" onClick={() => setScanning(!isScanning)}>
            {isScanning ? 'Stop scanning' : 'Scan QR code'}
          </button>
        )}
        {isScanning && (
          <Scanner
            onFound={(uri) => {
              setScanning(false)
              void run(() => phone.pair(uri))
            }}
            onProblem={(text) => {
              setScanning(false)
              setProblem(text)
            }}
          />
        )}
        <p role="alert">{problem}</p>
      </section>
      <section aria-labelledby="apps">
        <h2 id="apps">Connected apps</h2>
        {sessions.length === 0 && <p className="quiet">No connected apps yet.</p>}
        <ul>
          {sessions.map(({ topic, name, url }) => (
            <li key={topic}>
              <span>
                <b>{name}</b>
                <small>{url}</small>
              </span>
              <button
                type="button"
                aria-label={`Disconnect ${name}`}
                onClick={() => void run(() => phone.end(topic))}
              >
                Disconnect
              </button>
            </li>
          ))}
        </ul>
      </section>
      <Accounts phone={phone} run={run} disabled={sessions.length === 0 || busy} />
      {question && <Sheet question={question} approval={approval} />}
    </main>
  )
}

interface AccountsProps {
  phone: Phone
  disabled: boolean
  run(action: () => Promise<unknown>): Promise<void>
}

/** Lists the accounts, with the one that apps use on top. */
function Accounts({ phone, run, disabled }: AccountsProps): ReactElement {
  const addresses = phone.getAccounts()[`eip155:${driftwood.id}`] ?? []
  return (
    <section aria-labelledby="accounts">
      <h2 id="accounts">Account and network</h2>
      <ul>
        {addresses.map((address, place) => (
          <li key={address}>
            <code>{`${address.slice(0, 8)}…${address.slice(-6)}`}</code>
            {place === 0 ? (
              <small>Selected</small>
            ) : (
              <button type="button" disabled={disabled} onClick={() => void run(() => phone.select(address))}>
                Use
              </button>
            )}
          </li>
        ))}
      </ul>
      <div className="rows">
        {networks.map(({ id, name }) => (
          <button key={id} type="button" disabled={disabled} onClick={() => void run(() => phone.goTo(id))}>
            Switch to {name}
          </button>
        ))}
      </div>
    </section>
  )
}

function Sheet({ question, approval }: { question: Question; approval: Approval }): ReactElement {
  const { title, details, verb } = question
  return (
    <dialog
      ref={(dialog) => {
        if (dialog && !dialog.open) dialog.showModal()
      }}
      aria-label={title}
      onCancel={(event) => {
        event.preventDefault()
        approval.reject()
      }}
    >
      <h2>{title}</h2>
      <dl>
        {details.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <footer>
        <button type="button" data-testid="reject" onClick={() => approval.reject()}>
          Decline
        </button>
        <button type="button" className="main" data-testid="approve" onClick={() => approval.approve()}>
          {verb}
        </button>
      </footer>
    </dialog>
  )
}

function Mark(): ReactElement {
  return (
    <svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="currentColor" />
      <path
        d="M9 9h14v8a7 7 0 0 1-14 0ZM9 13h14"
        fill="none"
        stroke="#fff"
        strokeWidth="2.4"
        strokeLinejoin="round"
      />
    </svg>
  )
}
