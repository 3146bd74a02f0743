/** One smart session: its application, permissions and end, with a button to revoke it. */
import { useSignals } from '@preact/signals-react/runtime'
import { useLayoutEffect, useRef, useState } from 'react'
import {
  createRevocationMessage,
  type SmartSession,
  type SmartSessionState,
} from '../../src/core/assets/smart-session.ts'
import { shortAddress } from '../../src/core/chains/address.ts'
import type { ErrorRecord } from '../../src/core/base/errors.ts'
import { formatMoment } from '../../src/core/text/time.ts'
import type { Routes } from '../../src/shell/routes.ts'
import type { ConnectedAccount } from '../../src/wallets/account.ts'
import { getReason } from '../base/explain-error.ts'
import { useShell } from '../base/shell-context.ts'
import { claimFocus } from '../base/claim-focus.ts'
import { addSheet } from '../base/sheets.ts'
import { t } from '../base/texts.ts'
import type { ViewDefinition } from '../base/view.ts'
import { Button } from '../components/button.tsx'
import { Fact } from '../components/fact.tsx'
import { Failure } from '../components/failure.tsx'
import { Icon } from '../components/icon.tsx'
import leafCss from '../components/leaf.css?inline'
import { Mark } from '../components/mark.tsx'
import { nameNetwork } from '../components/name-network.ts'
import { Notice } from '../components/notice.tsx'
import { Reason } from '../components/reason.tsx'
import { Trans } from '../components/trans.tsx'
import { SkeletonRows } from '../lists/skeleton-rows.tsx'
import { useTokens } from '../money/use-tokens.ts'
import { Permission } from './permission.tsx'
import { dismissFailure, readRevocation, revoke } from './revocation.ts'
import { readNow, readState } from './read-state.ts'
import css from './smart-sessions.css?inline'
import { texts } from './texts.ts'

addSheet(leafCss)
addSheet(css)

export const view: ViewDefinition<'SmartSession'> = {
  title: () => texts.one,
  leave: (_, data) => data && dismissFailure(data.account, data.id),
  View: ({ data }) => data && <Chosen key={data.id} {...data} />,
}

/** Shows the session from the current list. If another account is in use now, shows a notice. */
function Chosen({ account: caipAddress, id }: Routes['SmartSession']) {
  useSignals()
  const shell = useShell()
  const account = shell.account.value
  const { data, error, fetchedAt } = shell.topic('smartSessions', { account: caipAddress }).value
  if (account.status !== 'connected' || account.caipAddress !== caipAddress)
    return <Notice title={texts.gone} text={texts.goneText} />
  const retry = () =>
    void shell.call('refresh', { topic: 'smartSessions', params: { account: caipAddress } }).catch(() => {})
  if (!data && error) return <Failure title={texts.failed} error={error} onRetry={retry} />
  if (!data) return <SkeletonRows count={3} words={texts.reading} />
  const session = data.sessions.find((one) => one.id === id)
  if (!session) return <Notice title={texts.gone} text={texts.goneText} />
  const state = readState(caipAddress, session, fetchedAt, readNow([session]))
  return (
    <div className="body smart-session">
      <About session={session} state={state} account={account} />
      <Permissions session={session} state={state} account={account} />
      {state === 'active' && <Revoke session={session} account={account} />}
    </div>
  )
}

interface Props {
  session: SmartSession
  state: SmartSessionState
  account: ConnectedAccount
}

function About({ session, state, account }: Props) {
  const { locale = navigator.language } = useShell()
  const { project, createdAt, expiresAt, revoked } = session
  const name = project.name ?? texts.unknownApp
  const format = (time: number | undefined) =>
    time === undefined ? texts.unknownDate : formatMoment(time, { locale })
  return (
    <div className="leaf" part="leaf">
      <div className="pad smart-session-app">
        <Mark name={name} url={project.iconUrl} size={44} shape="square" />
        <div className="row-text">
          <bdi className="row-title strong" title={name}>
            {name}
          </bdi>
          {project.url && (
            <a className="row-detail" href={project.url} target="_blank" rel="noopener noreferrer">
              <bdi dir="ltr">{new URL(project.url).host}</bdi>
            </a>
          )}
        </div>
        <span className={`smart-session-state ${state}`}>{texts.states[state]}</span>
      </div>
      <div className="crease" />
      <dl className="pad fact-list">
        <Fact name={texts.given}>{format(createdAt)}</Fact>
        <Fact name={texts.ends[state]}>{format(expiresAt)}</Fact>
        {state === 'revoked' && revoked && <Fact name={texts.revokedOn}>{format(revoked.at)}</Fact>}
        <Fact name={texts.account}>
          <bdi className="mono" dir="ltr" title={account.address}>
            {shortAddress(account.address)}
          </bdi>
        </Fact>
        <Fact name={texts.network}>
          <bdi>{account.network?.name ?? nameNetwork(account.caipNetworkId)}</bdi>
        </Fact>
      </dl>
      {project.name && <p className="pad smart-session-note">{texts.claims}</p>}
    </div>
  )
}

/** For networks whose native token is unknown. */
const ether = { nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 } }

function Permissions({ session, state, account }: Props) {
  const tokens = useTokens(account.caipAddress)
  // Leave out unverified tokens and those with unusual names, since they could pass for another token.
  const known = tokens.status === 'known' ? tokens.main.filter(({ unusual }) => !unusual) : []
  const { permissions, unlistedPermissions: more } = session
  return (
    <section aria-label={texts.mayDo[state]}>
      <h3 className="smart-session-head">{texts.mayDo[state]}</h3>
      {permissions.length === 0 && <p className="smart-session-note">{texts.noPermissions}</p>}
      <ul className="permissions">
        {permissions.map((permission, at) => (
          <li key={at}>
            <Permission permission={permission} network={account.network ?? ether} tokens={known} />
          </li>
        ))}
      </ul>
      {more > 0 && <p className="smart-session-note">{t(texts.morePermissions, { n: more })}</p>}
    </section>
  )
}

/** Shows what the wallet will be asked to sign, before it is asked. */
function Revoke({ session, account }: Omit<Props, 'state'>) {
  useSignals()
  const shell = useShell()
  const [isOpen, setOpen] = useState(false)
  const { caipAddress, connector } = account
  const revocation = readRevocation(caipAddress, session.id)
  const isBusy = revocation.status === 'asking' || revocation.status === 'sending'
  const wallet = <bdi>{connector.name}</bdi>
  const message = createRevocationMessage(caipAddress, session)
  const place = useRef<HTMLDivElement>(null)
  const wasOpen = useRef(isOpen)

  // The button that was pressed is gone. Focus the button in its place, and scroll to it.
  useLayoutEffect(() => {
    if (wasOpen.current === isOpen) return undefined
    wasOpen.current = isOpen
    const next = place.current?.querySelector<HTMLElement>('.button.primary, .button.quiet-danger')
    return next ? claimFocus(next) : undefined
  }, [isOpen])

  function cancel(): void {
    dismissFailure(caipAddress, session.id)
    setOpen(false)
  }

  return (
    <div ref={place} className="smart-session-ways">
      <div role="alert">
        {revocation.status === 'failed' && <Failed error={revocation.error} wallet={connector.name} />}
      </div>
      {isOpen || isBusy ? (
        <section className="smart-session-ask" aria-label={texts.revoke}>
          <p>
            <Trans message={texts.asks} wallet={wallet} />
          </p>
          <pre tabIndex={0} dir="ltr" aria-label={texts.message}>
            {message}
          </pre>
          <p className="smart-session-note">{texts.free}</p>
          <div className="answers">
            {!isBusy && <Button onClick={cancel}>{texts.cancel}</Button>}
            <Button
              key="act"
              kind="primary"
              busy={isBusy}
              onClick={() => void revoke(shell, caipAddress, session)}
            >
              <span>
                {revocation.status === 'asking' ? (
                  <Trans message={texts.asking} wallet={wallet} />
                ) : (
                  texts[revocation.status === 'sending' ? 'sending' : 'sign']
                )}
              </span>
            </Button>
          </div>
        </section>
      ) : (
        <Button kind="quiet-danger" icon="close" onClick={() => setOpen(true)}>
          {texts.revoke}
        </Button>
      )}
      <p className="unseen" role="status">
        {revocation.status === 'asking' && t(texts.asking, { wallet: connector.name })}
        {revocation.status === 'sending' && texts.sending}
      </p>
    </div>
  )
}

function Failed({ error, wallet }: { error: ErrorRecord; wallet: string }) {
  const isUnknown = error.code === 'outcome_unknown'
  const said = error.code === 'smart_session_kept' ? getReason(error) : undefined
  return (
    <div className="alert warn">
      <Icon name="warn" />
      <div>
        <b>{isUnknown ? texts.maybe : texts.notRevoked}</b>
        <p>
          {isUnknown && texts.maybeText}
          {!isUnknown && said && <Trans message={texts.said} words={<bdi>{said}</bdi>} />}
          {!isUnknown && !said && <Reason error={error} wallet={wallet} />}
        </p>
        {!isUnknown && <p>{texts.stillActive}</p>}
      </div>
    </div>
  )
}
