/** One wallet is being asked for its accounts, or was asked in vain. */
import { useSignals } from '@preact/signals-react/runtime'
import { type ReactNode, useEffect } from 'react'
import type { Attempt } from '../../src/connections/account.ts'
import type { Connector } from '../../src/connections/connector.ts'
import type { Routes } from '../../src/shell/routes.ts'
import { Button } from '../components/button.tsx'
import { Orbit } from '../components/orbit.tsx'
import { useShell } from '../shell-context.ts'
import { getSite } from '../site.ts'
import type { ViewDefinition } from '../view.ts'
import { texts } from './texts.ts'
import { Waiting } from './waiting.tsx'

export const view: ViewDefinition<'ConnectingExternal'> = {
  title: (_, data) => data?.connector.name ?? texts.wallet,
  leave: (shell, data) => data && shell.cancelAttempt(data.connector.chain),
  next: ['Account'],
  View: ConnectingExternal,
}

function ConnectingExternal({ data }: { data: Routes['ConnectingExternal'] | undefined }) {
  useSignals()
  const shell = useShell()
  const connector = data?.connector
  const attempt = shell.attempts.value.find((one) => one.connector.id === connector?.id)

  useEffect(() => {
    // What is already with the wallet is not asked again.
    if (connector) void shell.connect(connector)
    else shell.router.goBack()
  }, [shell, connector])

  if (!connector) return null
  if (attempt && attempt.status !== 'waiting') return <Ended connector={connector} attempt={attempt} />
  const { name, imageUrl } = connector
  return (
    <Waiting
      name={name}
      startedAt={attempt?.startedAt}
      picture={<Orbit name={name} url={imageUrl} shape="square" state="waiting" />}
      text={
        <>
          <bdi>{name}</bdi> opened a window. Check that it shows{' '}
          <bdi className="strong">{getSite(shell.metadata).domain}</bdi> before you approve.
        </>
      }
      onCancel={() => {
        shell.cancelAttempt(connector.chain)
        shell.router.goBack()
      }}
    />
  )
}

function Ended({ connector, attempt }: { connector: Connector; attempt: Attempt }) {
  const shell = useShell()
  const { title, text, again } = explain(attempt, shell.metadata.name)
  return (
    <div className="bd center">
      <Orbit
        name={connector.name}
        url={connector.imageUrl}
        shape="square"
        state={attempt.status === 'busy' ? 'busy' : 'ended'}
      />
      <div role="status">
        <h3 className="h1">{title}</h3>
        <p className="lede">{text}</p>
      </div>
      <Button kind="primary" icon="refresh" onClick={() => void shell.connect(connector)}>
        {again}
      </Button>
      <Button
        kind="quiet"
        onClick={() => {
          shell.cancelAttempt(connector.chain)
          if (shell.router.history.peek().length > 1) shell.router.goBack()
          else shell.router.replace('Connect')
        }}
      >
        Choose another wallet
      </Button>
    </div>
  )
}

function explain(
  { connector, status, error }: Attempt,
  site: string,
): { title: ReactNode; text: ReactNode; again: string } {
  const name = <bdi>{connector.name}</bdi>
  if (status === 'declined') {
    return {
      title: <>You declined in {name}</>,
      text: (
        <>
          Nothing was shared with <bdi>{site}</bdi>. You can ask again or pick another wallet.
        </>
      ),
      again: 'Ask again',
    }
  }
  if (status === 'busy') {
    return {
      title: <>A request is already open in {name}</>,
      text: <>Open {name} and answer it there, then come back and ask again.</>,
      again: 'Ask again',
    }
  }
  return {
    title: <>{name} did not connect</>,
    text: <bdi>{error?.message ?? 'It gave no reason.'}</bdi>,
    again: 'Try again',
  }
}
