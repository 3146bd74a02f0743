/** One wallet is being asked. A person answers there, in their own time: nothing here gives up for them. */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect } from 'react'
import type { Connector } from '../../src/connector.ts'
import type { Attempt } from '../../src/shell.ts'
import { Button } from '../components/button.tsx'
import { Icon } from '../components/icon.tsx'
import { Mark } from '../components/mark.tsx'
import { useShell } from '../shell-context.ts'
import { getSite } from '../site.ts'
import { useNow } from '../use-now.ts'

/** After this long it is said that the wallet still waits. */
const LONG = 30_000

export function ConnectingExternal() {
  useSignals()
  const shell = useShell()
  const connector = shell.router.current.value.data?.connector
  const attempt = shell.attempt.value

  useEffect(() => {
    if (!connector) return shell.router.goBack()
    // The same request is already with the wallet: a second one would only be refused.
    const running = shell.attempt.peek()
    if (running?.status === 'waiting' && running.connector.id === connector.id) return
    void shell.connect(connector)
  }, [shell, connector])

  if (!connector) return null
  const current = attempt?.connector.id === connector.id ? attempt : undefined
  if (!current || current.status === 'waiting') {
    return <Waiting connector={connector} startedAt={current?.startedAt} />
  }
  return <Ended connector={connector} attempt={current} />
}

function Waiting({ connector, startedAt }: { connector: Connector; startedAt: number | undefined }) {
  const shell = useShell()
  const { domain } = getSite(shell.metadata)
  const now = useNow(1_000)
  const elapsed = startedAt === undefined ? 0 : Math.max(0, now - startedAt)
  const { name } = connector
  function cancel(): void {
    shell.cancelAttempt()
    shell.router.goBack()
  }
  return (
    <div className="bd center">
      <Orbit connector={connector} state="waiting" />
      <div role="status">
        <h3 className="h1">{elapsed < LONG ? `Approve in ${name}` : `Still waiting for ${name}`}</h3>
        {elapsed < LONG ? (
          <p className="lede">
            {name} opened a window. Check that it shows <bdi className="strong">{domain}</bdi> before you
            approve.
          </p>
        ) : (
          <p className="lede">Open it or cancel.</p>
        )}
      </div>
      <p className="elapsed">{`Waiting for ${formatElapsed(elapsed)}`}</p>
      <Button onClick={cancel}>Cancel</Button>
    </div>
  )
}

function Ended({ connector, attempt }: { connector: Connector; attempt: Attempt }) {
  const shell = useShell()
  const { name } = connector
  const site = shell.metadata.name
  const texts = {
    waiting: { title: '', text: '', again: '' },
    declined: {
      title: `You declined in ${name}`,
      text: `Nothing was shared with ${site}. You can ask again or pick another wallet.`,
      again: 'Ask again',
    },
    busy: {
      title: `A request is already open in ${name}`,
      text: `Open ${name} and answer it there, then come back and ask again.`,
      again: 'Ask again',
    },
    failed: {
      title: `${name} did not connect`,
      text: attempt.error?.message ?? 'It gave no reason.',
      again: 'Try again',
    },
  }
  const { title, text, again } = texts[attempt.status]
  return (
    <div className="bd center">
      <Orbit connector={connector} state={attempt.status === 'busy' ? 'busy' : 'ended'} />
      <div role="status">
        <h3 className="h1">{title}</h3>
        <p className="lede">
          <bdi>{text}</bdi>
        </p>
      </div>
      <Button kind="primary" icon="refresh" onClick={() => void shell.connect(connector)}>
        {again}
      </Button>
      <Button
        kind="quiet"
        onClick={() => {
          shell.cancelAttempt()
          if (shell.router.history.peek().length > 1) shell.router.goBack()
          else shell.router.replace('Connect')
        }}
      >
        Choose another wallet
      </Button>
    </div>
  )
}

function Orbit({ connector, state }: { connector: Connector; state: 'waiting' | 'busy' | 'ended' }) {
  return (
    <div className={`orbit ${state}`}>
      <svg viewBox="0 0 96 96" fill="none" aria-hidden="true">
        <rect x="2" y="2" width="92" height="92" rx="30" className="track" />
        {state === 'waiting' && (
          <rect x="2" y="2" width="92" height="92" rx="30" pathLength="100" className="head" />
        )}
      </svg>
      <Mark name={connector.name} url={connector.imageUrl} size={72} shape="square" />
      {state !== 'waiting' && (
        <span className="stat">
          <Icon name={state === 'busy' ? 'clock' : 'close'} size={18} />
        </span>
      )}
    </div>
  )
}

function formatElapsed(ms: number): string {
  const seconds = Math.floor(ms / 1_000)
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}
