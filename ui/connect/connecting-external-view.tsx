/** Shown while a wallet is asked for its accounts. Offers a retry after a failure. */
import { useSignals } from '@preact/signals-react/runtime'
import { type ReactNode, useEffect } from 'react'
import type { Attempt } from '../../src/wallets/account.ts'
import type { Routes } from '../../src/shell/routes.ts'
import { Button } from '../components/button.tsx'
import { Orbit } from '../components/orbit.tsx'
import { Trans } from '../components/trans.tsx'
import { Reason } from '../components/reason.tsx'
import { useShell } from '../base/shell-context.ts'
import { getNext } from '../../src/shell/routes.ts'
import { getSite } from '../base/site.ts'
import { t } from '../base/texts.ts'
import type { ViewDefinition } from '../base/view.ts'
import { texts as names } from './texts.ts'
import { texts } from '../components/waiting-texts.ts'
import { Waiting } from '../components/waiting.tsx'

export const view: ViewDefinition<'ConnectingExternal'> = {
  title: (_, data) => data?.connector.name ?? texts.wallet,
  leave: (shell, data) => data && shell.cancelAttempt(data.connector.chain),
  next: ['Account'],
  View: ConnectingExternal,
}

function ConnectingExternal({ data }: { data: Routes['ConnectingExternal'] | undefined }) {
  useSignals()
  const shell = useShell()
  const { connector, network } = data ?? {}
  const attempt = shell.attempts.value.find((one) => one.connector.id === connector?.id)

  useEffect(() => {
    // `connect` continues a request that is already open in the wallet.
    if (connector) void shell.connect(connector, network)
    else shell.router.goBack()
  }, [shell, connector, network])

  if (!connector) return null
  if (attempt && attempt.status !== 'waiting') return <Ended data={data!} attempt={attempt} />
  const { name, imageUrl, chain } = connector
  const all = data?.all ?? []
  return (
    <Waiting
      name={name}
      startedAt={attempt?.startedAt}
      step={
        all.length > 1
          ? t(texts.step, { chain: names.chains[chain], at: all.indexOf(connector) + 1, of: all.length })
          : undefined
      }
      picture={<Orbit name={name} url={imageUrl} shape="square" state="waiting" />}
      text={
        <Trans
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

function Ended({ data, attempt }: { data: Routes['ConnectingExternal']; attempt: Attempt }) {
  const shell = useShell()
  const { connector, network } = data
  const next = getNext(data)
  const { title, text, again } = explain(attempt, shell.metadata.name, data.all !== undefined)
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
      {next && (
        <Button
          kind="primary"
          onClick={() => {
            shell.cancelAttempt(connector.chain)
            shell.router.replace('ConnectingExternal', next)
          }}
        >
          {t(texts.goOn, { chain: names.chains[next.connector.chain] })}
        </Button>
      )}
      <Button
        kind={next ? 'secondary' : 'primary'}
        icon="refresh"
        onClick={() => void shell.connect(connector, network)}
      >
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
  isOneOfSeveral: boolean,
): { title: ReactNode; text: ReactNode; again: string } {
  const wallet = <bdi>{connector.name}</bdi>
  if (status === 'declined') {
    return {
      title: <Trans message={texts.declined} wallet={wallet} />,
      text: isOneOfSeveral ? (
        <Trans message={texts.declinedOne} chain={names.chains[connector.chain]} site={<bdi>{site}</bdi>} />
      ) : (
        <Trans message={texts.declinedText} site={<bdi>{site}</bdi>} />
      ),
      again: texts.askAgain,
    }
  }
  if (status === 'busy') {
    return {
      title: <Trans message={texts.busy} wallet={wallet} />,
      text: <Trans message={texts.busyText} wallet={wallet} />,
      again: texts.askAgain,
    }
  }
  return {
    title: <Trans message={texts.failed} wallet={wallet} />,
    text: error ? <Reason error={error} wallet={connector.name} /> : texts.noReason,
    again: texts.tryAgain,
  }
}
