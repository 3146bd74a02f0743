/** One wallet is being asked for its accounts, or was asked in vain. */
import { useSignals } from '@preact/signals-react/runtime'
import { type ReactNode, useEffect } from 'react'
import type { Attempt } from '../../src/connections/account.ts'
import type { Connector } from '../../src/connections/connector.ts'
import type { Routes } from '../../src/shell/routes.ts'
import { Button } from '../components/button.tsx'
import { Orbit } from '../components/orbit.tsx'
import { Say } from '../components/say.tsx'
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
        <Say
          message={texts.checkDomain}
          wallet={<bdi>{name}</bdi>}
          domain={<bdi className="strong">{getSite(shell.metadata).domain}</bdi>}
        />
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
    <div className="body center">
      <Orbit
        name={connector.name}
        url={connector.imageUrl}
        shape="square"
        state={attempt.status === 'busy' ? 'busy' : 'ended'}
      />
      <div role="status">
        <h3 className="heading">{title}</h3>
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
        {texts.chooseAnother}
      </Button>
    </div>
  )
}

function explain(
  { connector, status, error }: Attempt,
  site: string,
): { title: ReactNode; text: ReactNode; again: string } {
  const wallet = <bdi>{connector.name}</bdi>
  if (status === 'declined') {
    return {
      title: <Say message={texts.declined} wallet={wallet} />,
      text: <Say message={texts.declinedText} site={<bdi>{site}</bdi>} />,
      again: texts.askAgain,
    }
  }
  if (status === 'busy') {
    return {
      title: <Say message={texts.busy} wallet={wallet} />,
      text: <Say message={texts.busyText} wallet={wallet} />,
      again: texts.askAgain,
    }
  }
  return {
    title: <Say message={texts.failed} wallet={wallet} />,
    text: <bdi>{error?.message ?? texts.noReason}</bdi>,
    again: texts.tryAgain,
  }
}
