/** Registers an account name: field, suggestions and signature. Once the name is registered, the next view opens. */
import { useSignals } from '@preact/signals-react/runtime'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import type { ConnectedAccount } from '../../src/wallets/account.ts'
import {
  findNameFault,
  type NameSuggestions,
  readLabel,
  toFullName,
} from '../../src/core/names/account-name.ts'
import { isPhone } from '../../src/base/device.ts'
import type { RegistrationState } from '../../src/shell/registration-state.ts'
import { Button } from '../components/button.tsx'
import { Notice } from '../components/notice.tsx'
import { Trans } from '../components/trans.tsx'
import { explainNameFailure } from '../components/explain-name-failure.ts'
import { Reason } from '../components/reason.tsx'
import { useShell } from '../base/shell-context.ts'
import { claimFocus } from '../base/claim-focus.ts'
import { addSheet } from '../base/sheets.ts'
import { type CommandState, useCommand } from '../base/use-command.ts'
import type { ViewDefinition } from '../base/view.ts'
import { NameField } from './name-field.tsx'
import { NameRequest } from './name-request.tsx'
import css from './names.css?inline'
import { getRegistration } from '../../src/names/registration.ts'
import { nameWallet } from '../../src/wallets/name-wallet.ts'
import { SuggestionList } from './suggestion-list.tsx'
import { texts } from './texts.ts'

/** Pause after the last key press before names are requested. Milliseconds. */
const PAUSE = 300

addSheet(css)

export const view: ViewDefinition<'RegisterAccountName'> = {
  title: () => texts.title,
  next: ['RegisterAccountNameSuccess'],
  leave: (shell) => getRegistration(shell).giveUp(),
  View: RegisterAccountName,
}

function RegisterAccountName() {
  useSignals()
  const shell = useShell()
  const account = shell.account.value
  const state = shell.registration.value
  if (account.status !== 'connected') return null
  switch (state.status) {
    case 'signing':
    case 'registering':
      return <Asked key="asked" state={state} />
    case 'unknown':
    case 'looking':
      return <Unknown key="unknown" state={state} />
    default:
      if (!account.caipNetworkId.startsWith('eip155:'))
        return (
          <div className="body">
            <Notice title={texts.title} text={texts.notEvm} />
          </div>
        )
      return <Choice key="choice" account={account} state={state} />
  }
}

type InChoice = Extract<RegistrationState, { status: 'idle' | 'failed' | 'preparing' | 'registered' }>

function Choice({ account, state }: { account: ConnectedAccount; state: InChoice }) {
  const shell = useShell()
  const registration = getRegistration(shell)
  const tried = state.status === 'failed' || state.status === 'preparing' ? readLabel(state.name) : undefined
  const [label, setLabel] = useState(tried ?? '')
  const suggesting = useCommand(
    'nameSuggestions',
    findNameFault(label) === undefined ? { label, caipNetworkId: account.caipNetworkId } : undefined,
    PAUSE,
  )
  const body = useRef<HTMLDivElement>(null)
  const isBusy = state.status === 'preparing'
  const offer = getOffer(label, suggesting)
  const isAgain = state.status === 'failed' && state.name === toFullName(label)
  const text = isBusy ? texts.act.preparing : texts.act[isAgain && offer === 'ready' ? 'again' : offer]

  // After a failed attempt, give the focus back to the button.
  useLayoutEffect(() => {
    const button = body.current?.querySelector<HTMLElement>('.button.primary')
    return state.status === 'failed' && button ? claimFocus(button) : undefined
  }, [state])

  function change(next: string): void {
    registration.giveUp()
    setLabel(next)
  }

  function submit(): void {
    if (offer === 'ready') void registration.register(toFullName(label))
  }

  return (
    <div ref={body} className="body names">
      <div role="alert">{state.status === 'failed' && <Failed state={state} account={account} />}</div>
      <NameField
        label={label}
        isFixed={isBusy}
        isFirst={state.status !== 'failed' && !isPhone()}
        onChange={change}
        onEnter={submit}
      />
      <SuggestionList label={label} suggesting={suggesting} account={account} onChoose={change} />
      {/* After a failed attempt, the button keeps the focus, even while the name is checked again. */}
      <Button
        kind="primary"
        busy={isBusy}
        disabled={offer !== 'ready' && !isAgain}
        paused={offer !== 'ready' && isAgain}
        onClick={submit}
      >
        {text}
      </Button>
      <p className="said">{texts.free}</p>
      <p className="unseen" role="status">
        {isBusy && text}
      </p>
    </div>
  )
}

/**
 * What the button offers for the entered name. A name is `taken` only if the server reports exactly this name as
 * registered.
 */
function getOffer(
  label: string,
  { data: found }: CommandState<NameSuggestions>,
): 'empty' | 'fault' | 'taken' | 'ready' {
  if (label === '') return 'empty'
  if (findNameFault(label)) return 'fault'
  const same = found?.suggestions.find(({ name }) => name === toFullName(label))
  return same?.registered ? 'taken' : 'ready'
}

function Failed({
  state,
  account,
}: {
  state: Extract<RegistrationState, { status: 'failed' }>
  account: ConnectedAccount
}) {
  useSignals()
  const { online } = useShell()
  const { error, name } = state
  return (
    <Callout title={<Trans message={texts.failed} name={<bdi>{name}</bdi>} />}>
      {explainNameFailure(error, name, online.value) ?? (
        <Reason error={error} wallet={nameWallet(account.connector)} />
      )}
    </Callout>
  )
}

function Callout({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <div className="callout">
      <h3>{title}</h3>
      <p>{children}</p>
    </div>
  )
}

/** Shown while the wallet is asked for the signature, and while the server registers the name. */
function Asked({ state }: { state: Extract<RegistrationState, { status: 'signing' | 'registering' }> }) {
  const shell = useShell()
  const { connector } = state.account
  const isSigning = state.status === 'signing'
  const text = isSigning ? (
    <Trans message={texts.act.signing} wallet={<bdi>{nameWallet(connector)}</bdi>} />
  ) : (
    texts.act.registering
  )
  return (
    <div className="body names">
      <NameRequest {...state} />
      <p className="said">{isSigning ? texts.hurry : texts.free}</p>
      <div className="answers">
        {isSigning && <Button onClick={() => getRegistration(shell).giveUp()}>{texts.cancel}</Button>}
        <Button key="act" kind="primary" busy onClick={() => {}}>
          <span>{text}</span>
        </Button>
      </div>
      <p className="unseen" role="status">
        {text}
      </p>
    </div>
  )
}

/** Shown if it is unknown whether the name was registered. Offers no action that would register another name. */
function Unknown({ state }: { state: Extract<RegistrationState, { status: 'unknown' | 'looking' }> }) {
  const shell = useShell()
  const { name, status } = state
  const isLooking = status === 'looking'
  return (
    <div className="body names">
      <div role="alert">
        <Callout title={<Trans message={texts.unknown} name={<bdi>{name}</bdi>} />}>
          {texts.unknownText}
        </Callout>
      </div>
      <Button
        kind="primary"
        icon="refresh"
        busy={isLooking}
        onClick={() => void getRegistration(shell).check()}
      >
        {texts.act[isLooking ? 'looking' : 'look']}
      </Button>
      <Button kind="quiet" onClick={() => shell.router.goHome()}>
        {texts.later}
      </Button>
    </div>
  )
}
