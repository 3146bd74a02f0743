/** The sign-in site's emails, newest first, in place of a real mailbox. */
import { type ReactElement, useEffect, useState } from 'react'
import type { Mail } from '../services/login/mailbox.ts'
import type { SandboxClient } from './sandbox-client.ts'

const SHOWN = 3

export interface OutboxProps {
  sandbox: Pick<SandboxClient, 'watch'>
  /** Whether no account is connected yet. */
  isAwaited: boolean
}

export function Outbox({ sandbox, isAwaited }: OutboxProps): ReactElement {
  const mails = useMails(sandbox)
  // Ignore emails from before this page was loaded.
  const hasNew = mails[0] !== undefined && mails[0].time > performance.timeOrigin
  return (
    <section className={isAwaited && hasNew ? 'part outbox awaited' : 'part outbox'} aria-labelledby="outbox">
      <h3 id="outbox">Outbox</h3>
      {mails.length === 0 && <p className="note">No mail yet. Codes for signing in appear here.</p>}
      <ol aria-live="polite">
        {mails.slice(0, SHOWN).map((mail) => (
          <Line key={toKey(mail)} mail={mail} />
        ))}
      </ol>
    </section>
  )
}

function Line({ mail: { to, text } }: { mail: Mail }): ReactElement {
  const [isCopied, setCopied] = useState(false)
  const name = `${to.split('@')[0]}@…`
  const link = /http\S+/.exec(text)?.[0]
  const code = link ? undefined : /\b\d{6}\b/.exec(text)?.[0]
  return (
    <li title={`${to}: ${text}`}>
      <span>
        {code ? 'Code' : 'New device'} for {name}
        {code && ': '}
      </span>
      {code ? (
        <>
          <b>{code}</b>
          <button
            type="button"
            className="go"
            onClick={() => void navigator.clipboard.writeText(code).then(() => setCopied(true))}
          >
            {isCopied ? 'Copied' : 'Copy code'}
          </button>
        </>
      ) : (
        <a className="go" href={link} target="_blank" rel="noreferrer">
          Approve
        </a>
      )}
    </li>
  )
}

function useMails(sandbox: Pick<SandboxClient, 'watch'>): readonly Mail[] {
  const [mails, setMails] = useState<readonly Mail[]>([])
  useEffect(
    () =>
      sandbox.watch('mail', (mail) =>
        // Skip duplicates: a reconnected stream starts again with all stored emails.
        setMails((known) => [mail, ...known.filter((one) => toKey(one) !== toKey(mail))]),
      ),
    [sandbox],
  )
  return mails
}

function toKey({ to, time, text }: Mail): string {
  return `${time} ${to} ${text}`
}
