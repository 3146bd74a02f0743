/** Signing in with the wallet. Shows the message, the account and the site before the wallet is asked. */
import { useSignals } from '@preact/signals-react/runtime'
import { type ReactNode, useEffect, useState } from 'react'
import type { ConnectedAccount } from '../../src/wallets/account.ts'
import { shortAddress } from '../../src/core/chains/address.ts'
import { getNamespace } from '../../src/core/chains/caip.ts'
import { BillfoldError, type ErrorRecord, toErrorRecord } from '../../src/core/base/errors.ts'
import { parseSiwxMessage } from '../../src/core/siwx/siwx-message.ts'
import { formatMoment } from '../../src/core/text/time.ts'
import type { Router } from '../../src/shell/router.ts'
import type { LazySignIn, SignIn, SignInState } from '../../src/siwx/sign-in.ts'
import { nameWallet } from '../../src/wallets/name-wallet.ts'
import leafCss from '../components/leaf.css?inline'
import { Button } from '../components/button.tsx'
import { Disclosure } from '../components/disclosure.tsx'
import { Fact } from '../components/fact.tsx'
import { Icon } from '../components/icon.tsx'
import { Mark } from '../components/mark.tsx'
import { Notice } from '../components/notice.tsx'
import { Orbit } from '../components/orbit.tsx'
import { Trans } from '../components/trans.tsx'
import { nameNetwork } from '../components/name-network.ts'
import { Reason } from '../components/reason.tsx'
import { useShell } from '../base/shell-context.ts'
import { addSheet } from '../base/sheets.ts'
import { getSite } from '../base/site.ts'
import { t } from '../base/texts.ts'
import type { ViewDefinition } from '../base/view.ts'
import css from './sign-message.css?inline'
import { texts } from './texts.ts'

addSheet(leafCss)
addSheet(css)

export const view: ViewDefinition<'SIWXSignMessage'> = {
  title: ({ metadata }) => t(texts.title, { site: metadata.name }),
  next: ['Account'],
  View: SignMessage,
}

type Asked = Extract<SignInState, { status: 'ready' | 'signing' | 'confirming' }>

function SignMessage() {
  useSignals()
  const { signIn: lazy, account, router } = useShell()
  const { signIn, ...missing } = useSignIn(lazy, router)
  const state = signIn?.state.value
  const isOpen = state?.status === 'signed-out' && !state.error

  useEffect(() => {
    if (isOpen) void signIn?.prepare()
  }, [signIn, isOpen])

  const who = account.value
  if (who.status !== 'connected') return null
  if (!signIn || !state) return <Missing account={who} {...missing} />
  switch (state.status) {
    case 'ready':
    case 'signing':
    case 'confirming':
      return <Request signIn={signIn} state={state} />
    case 'unknown':
      return (
        <SignInFailure
          signIn={signIn}
          account={who}
          title={texts.unknown}
          error={state.error}
          onRetry={signIn.retry}
        >
          {texts.unknownText}
        </SignInFailure>
      )
    case 'signed-out':
      if (state.error)
        return (
          <SignInFailure
            signIn={signIn}
            account={who}
            title={texts.notAsked}
            error={state.error}
            onRetry={() => void signIn.prepare()}
          />
        )
      return <Finding signIn={signIn} account={who} words={texts.preparing} />
    case 'preparing':
      return <Finding signIn={signIn} account={who} words={texts.preparing} />
    case 'checking':
      return (
        <Finding signIn={signIn} account={who} words={state.signed ? texts.confirming : texts.checking} />
      )
    default:
      // The person is signed in already.
      router.goHome()
      return null
  }
}

function Request({ signIn, state }: { signIn: SignIn; state: Asked }) {
  useSignals()
  const { metadata, locale, topic } = useShell()
  const { account, text } = state.request
  const { connector, address, network, caipNetworkId, caipAddress } = account
  const site = getSite(metadata)
  /** The fields of the message; undefined if the message has a custom format, which is shown as plain text. */
  const read = parseSiwxMessage(text)?.data
  const name = topic('identity', { account: caipAddress }).value.data?.name
  const end = read?.expirationTime
  const walletName = nameWallet(connector)
  const wallet = <bdi>{walletName}</bdi>
  const label = {
    ready: texts.sign,
    signing: <Trans message={texts.approveIn} wallet={wallet} />,
    confirming: texts.confirming,
  }[state.status]
  return (
    <div className="body sign-in">
      <div className="leaf" part="leaf">
        <div className="pad parties">
          <Mark name={site.name} url={site.iconUrl} size={40} shape="square" />
          <div>
            <bdi>{read?.domain ?? site.domain}</bdi>
            {read?.domain === site.domain && (
              <span className="matches">
                <Icon name="check" size={16} />
                {texts.matches}
              </span>
            )}
          </div>
          <Icon name="right" size={18} />
          <Mark name={walletName} url={connector.imageUrl} size={40} shape="square" />
        </div>
        <div className="crease" />
        <dl className="pad fact-list">
          <Fact name={texts.account}>
            {name && <bdi>{name} </bdi>}
            <bdi className="mono" dir="ltr" title={address}>
              {shortAddress(address)}
            </bdi>
          </Fact>
          <Fact name={texts.network}>
            <bdi>{network?.name ?? nameNetwork(caipNetworkId)}</bdi>
          </Fact>
          {end && (
            <Fact name={texts.valid}>
              {t(texts.until, { time: formatMoment(Date.parse(end), { locale: locale ?? 'en' }) })}
            </Fact>
          )}
          {read?.statement && (
            <Fact name={texts.statement}>
              <bdi>{read.statement}</bdi>
            </Fact>
          )}
          <Fact name={texts.allows}>
            {read?.resources?.map((resource) => <bdi key={resource}>{resource} </bdi>) ?? texts.signInOnly}
          </Fact>
        </dl>
        <div className="crease" />
        <Disclosure icon="eye" words={texts.message} isOpenAtFirst={!read}>
          <pre tabIndex={0}>{text}</pre>
        </Disclosure>
      </div>
      <p className="said">
        <span>{texts.free}</span>
        {signIn.isRequired() && (
          <span>
            <Trans message={texts.required} site={<bdi>{site.name}</bdi>} wallet={wallet} />
          </span>
        )}
      </p>
      <div className="answers">
        <Button onClick={signIn.cancel}>{texts.cancel}</Button>
        <Button kind="primary" busy={state.status !== 'ready'} onClick={() => void signIn.sign()}>
          <span>{label}</span>
        </Button>
      </div>
      <p className="unseen" role="status">
        {state.status !== 'ready' && label}
      </p>
    </div>
  )
}

/** The sign-in of the page; loads its code if necessary. */
function useSignIn({ current, load }: LazySignIn, { goHome }: Pick<Router, 'goHome'>) {
  const [tries, setTries] = useState({ begun: 1, failed: 0 })
  const { begun, failed } = tries

  useEffect(() => {
    if (current) return
    const end = () => setTries({ begun, failed: begun })
    // If the page has no sign-in, go home.
    load().then((loaded) => (loaded ? end() : goHome()), end)
  }, [current, load, goHome, begun])

  return { signIn: current, isMissing: failed === begun, retry: () => setTries({ begun: begun + 1, failed }) }
}

/**
 * Shown while the sign-in code loads, or after its load has failed. Without this code, it is unknown whether the page
 * requires a sign-in.
 */
function Missing({ account, isMissing, retry }: MissingProps) {
  const { disconnect } = useShell()
  const cancel = () => void disconnect(getNamespace(account.caipAddress))
  const signIn = { isRequired: () => true, cancel }
  if (!isMissing) return <Finding signIn={signIn} account={account} words={texts.checking} />
  const error = toErrorRecord(new BillfoldError('siwx_unknown', ''))
  return (
    <SignInFailure signIn={signIn} account={account} title={texts.notAsked} error={error} onRetry={retry}>
      {texts.missing}
    </SignInFailure>
  )
}

interface MissingProps extends Pick<PartProps, 'account'> {
  isMissing: boolean
  retry(): void
}

interface PartProps {
  signIn: Pick<SignIn, 'cancel' | 'isRequired'>
  account: ConnectedAccount
}

/** Shown while a step of the sign-in runs. It can be cancelled (T16). */
function Finding({ signIn, account: { connector }, words: label }: PartProps & { words: string }) {
  return (
    <div className="body center">
      <Orbit name={nameWallet(connector)} url={connector.imageUrl} shape="square" state="waiting" />
      <h3 className="heading" role="status">
        {label}
      </h3>
      <Button onClick={signIn.cancel}>{texts.cancel}</Button>
    </div>
  )
}

interface FailureProps extends PartProps {
  title: string
  error: ErrorRecord
  onRetry(): void
  children?: ReactNode
}

function SignInFailure({ signIn, account, title, error, onRetry, children }: FailureProps) {
  const name = nameWallet(account.connector)
  const wallet = <bdi>{name}</bdi>
  const isUntold = children !== undefined && error.code.startsWith('siwx')
  return (
    <div className="body sign-in">
      <div role="alert">
        <Notice title={title} text={isUntold ? children : <Reason error={error} wallet={name} />} />
      </div>
      <Button kind="primary" icon="refresh" onClick={onRetry}>
        {texts.tryAgain}
      </Button>
      <Button kind={signIn.isRequired() ? 'quiet-danger' : 'quiet'} onClick={signIn.cancel}>
        <span>
          {signIn.isRequired() ? <Trans message={texts.disconnect} wallet={wallet} /> : texts.notNow}
        </span>
      </Button>
    </div>
  )
}
