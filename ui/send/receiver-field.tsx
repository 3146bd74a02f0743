/** The field for the receiver: an address or a name, typed, pasted or chosen from recent ones. */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useRef, useState } from 'react'
import type { ConnectedAccount } from '../../src/wallets/account.ts'
import { type CaipNetworkId, getNamespace } from '../../src/core/chains/caip.ts'
import { shortAddress } from '../../src/core/chains/address.ts'
import type { Receiver as Read, ReceiverFault } from '../../src/core/payments/receiver.ts'
import { isStale, type RecentReceivers } from '../../src/core/payments/transfer.ts'
import { Avatar } from '../components/avatar.tsx'
import { Address } from '../components/whole-address.tsx'
import { Button, IconButton } from '../components/button.tsx'
import { Icon } from '../components/icon.tsx'
import { Trans } from '../components/trans.tsx'
import { useNetworkName } from '../components/use-network-name.ts'
import { isComposing } from '../base/is-composing.ts'
import { useShell } from '../base/shell-context.ts'
import { t } from '../base/texts.ts'
import { useCommand } from '../base/use-command.ts'
import { enter, enterReceiver, getForm, type SendForm } from '../../src/payments/send-form.ts'
import { texts } from './texts.ts'
import { useHistory } from './use-history.ts'

/** Pause after the last key press before a name is looked up. Milliseconds. */
const PAUSE = 400

interface ReceiverProps {
  account: ConnectedAccount
  form: SendForm
  receiver: Read
  /** Called with the reason why a name has no address; undefined if it may have one. */
  onUnknown(reason: 'nobody' | 'failed' | undefined): void
}

export function Receiver({ account, form, receiver, onUnknown }: ReceiverProps) {
  const shell = useShell()
  const input = useRef<HTMLTextAreaElement>(null)
  const name = receiver.status === 'name' ? receiver.name : undefined
  const lookup = useLookup(account, name)
  const [isForbidden, setForbidden] = useState(false)
  const nameNetwork = useNetworkName()
  const { receiverText } = form
  useEffect(() => {
    const { found } = getForm(shell).peek()
    if (found && isStale(found, Date.now())) enter(shell, { found: undefined })
  }, [shell])
  const reason = lookup.status === 'nobody' || lookup.status === 'failed' ? lookup.status : undefined
  useEffect(() => onUnknown(reason), [onUnknown, reason])

  function change(text: string): void {
    setForbidden(false)
    enterReceiver(shell, text)
  }

  async function paste(): Promise<void> {
    try {
      const text = await navigator.clipboard.readText()
      change(text.trim())
    } catch {
      setForbidden(true)
    }
    input.current?.focus()
  }

  const isEvm = getNamespace(account.caipAddress) === 'eip155'
  const isWrong = receiver.status === 'wrong'
  return (
    <div className="send-receiver">
      <label className="label" htmlFor="bf-receiver">
        {texts.to}
      </label>
      <div className={isWrong ? 'box wrong' : 'box'} part="field">
        <div className="line">
          <textarea
            ref={input}
            id="bf-receiver"
            rows={1}
            autoComplete="off"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            dir="ltr"
            enterKeyHint="done"
            aria-label={texts.receiver}
            aria-invalid={isWrong || undefined}
            aria-describedby="bf-receiver-said"
            placeholder={isEvm ? texts.receiverHint : texts.receiverHintSolana}
            value={receiverText}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && !isComposing(event)) event.preventDefault()
            }}
            onChange={({ target }) => change(target.value)}
          />
          {receiverText === '' ? (
            <Button small kind="quiet" onClick={() => void paste()}>
              {texts.paste}
            </Button>
          ) : (
            <IconButton
              small
              icon="close"
              label={texts.clear}
              onClick={() => {
                change('')
                input.current?.focus()
              }}
            />
          )}
        </div>
        {receiver.status === 'address' && (
          <div className="resolved">
            <div className="who-gets">
              <Avatar address={receiver.address} size={28} />
              {receiver.name && <bdi className="row-title">{receiver.name}</bdi>}
            </div>
            <Address address={receiver.address} />
          </div>
        )}
      </div>
      <div id="bf-receiver-said" role="status" className="said">
        {isForbidden && <p>{texts.pasteForbidden}</p>}
        {isWrong && (
          <p className="bad">{describeFault(receiver.fault, account.caipNetworkId, nameNetwork)}</p>
        )}
        {receiver.status === 'address' && receiver.link?.hasMore && <p>{texts.linkHasMore}</p>}
        {lookup.status === 'asking' && <p>{t(texts.looking, { name: lookup.name })}</p>}
        {lookup.status === 'nobody' && <p className="bad">{t(texts.nobody, { name: lookup.name })}</p>}
        {lookup.status === 'failed' && (
          <p className="bad">{describeFailure(lookup, account.caipNetworkId, nameNetwork)}</p>
        )}
      </div>
      {lookup.status === 'failed' && lookup.reason === 'name_unresolved' && (
        <Button small icon="refresh" onClick={lookup.retry}>
          {texts.tryAgain}
        </Button>
      )}
      {isWrong && receiver.fault.code === 'checksum' && <Insist address={receiver.fault.address} />}
      {isWrong && receiver.fault.code === 'network' && (
        <SwitchTo caipNetworkId={receiver.fault.caipNetworkId} />
      )}
      {receiverText === '' && <Recent account={account} />}
    </div>
  )
}

/** A button that accepts an address despite its wrong checksum, since the person may know better. */
function Insist({ address }: { address: string }) {
  const shell = useShell()
  return (
    <div className="insist">
      <Address address={address} />
      <Button small onClick={() => enter(shell, { confirmedAddress: address })}>
        {texts.insist}
      </Button>
    </div>
  )
}

/** A button that switches to the network that a link requests. The form keeps the request: see `send-form.ts`. */
function SwitchTo({ caipNetworkId }: { caipNetworkId: CaipNetworkId }) {
  const { networks, enableNetworkSwitch, router } = useShell()
  const network = networks.find((one) => one.caipNetworkId === caipNetworkId)
  if (!network || !enableNetworkSwitch) return null
  return (
    <Button small onClick={() => router.push('SwitchNetwork', { network })}>
      {t(texts.switchTo, { network: network.name })}
    </Button>
  )
}

/** Receivers of recent payments. A payment is included as soon as it is confirmed. */
function Recent({ account: { caipAddress } }: { account: ConnectedAccount }) {
  useSignals()
  const shell = useShell()
  const { call, accounts, topic } = shell
  const [known, setKnown] = useState<RecentReceivers>()
  const { data } = topic('sent', { account: caipAddress }).value
  const statuses = data?.payments.map((payment) => payment.status).join()
  useHistory(caipAddress, String(statuses), async (signal) => {
    const own = accounts.peek().map((each) => each.caipAddress)
    const recent = await call('recentReceivers', { account: caipAddress, own }, { signal })
    if (!signal.aborted) setKnown(recent)
    return !recent.isPartial
  })
  if (!known || known.receivers.length === 0) return null
  return (
    <div className="recent">
      <p className="label">{texts.recent}</p>
      <div role="list" aria-label={texts.recent}>
        {known.receivers.map(({ address, name }) => (
          <div key={address} role="listitem">
            <button type="button" className="row" part="row" onClick={() => enterReceiver(shell, address)}>
              <Avatar address={address} size={32} />
              <span className="row-text">
                {name && <bdi className="row-title">{name}</bdi>}
                <bdi className={name ? 'row-detail mono' : 'row-title mono'} dir="ltr" title={address}>
                  {shortAddress(address)}
                </bdi>
              </span>
              <Icon name="right" size={18} />
            </button>
          </div>
        ))}
      </div>
      {known.leftOut > 0 && <p className="small-note">{t(texts.leftOut, { n: known.leftOut })}</p>}
    </div>
  )
}

type Lookup =
  | { status: 'none' }
  | { status: 'asking' | 'nobody'; name: string }
  | { status: 'failed'; name: string; reason: NameFailure; other?: unknown; retry(): void }

/** Failures of a name lookup. A retry may help after `name_unresolved`, but not after the lasting failures. */
type NameFailure = (typeof lastingFailures)[number] | 'name_unresolved'
const lastingFailures = ['name_invalid', 'network_missing', 'name_elsewhere'] as const

/** Looks up the name and writes its address into the form. */
function useLookup({ caipAddress }: ConnectedAccount, name: string | undefined): Lookup {
  const shell = useShell()
  const input = name === undefined ? undefined : { account: caipAddress, name }
  const { status, data: found, error, retry } = useCommand('findReceiver', input, PAUSE)
  useEffect(() => {
    if (found) enter(shell, { found })
  }, [shell, found])
  if (name === undefined) return { status: 'none' }
  if (error) {
    const lasting = lastingFailures.find((code) => code === error.code)
    const other = error.context['caipNetworkId']
    return { status: 'failed', name, reason: lasting ?? 'name_unresolved', other, retry }
  }
  return { status: status === 'answered' && !found ? 'nobody' : 'asking', name }
}

type NameNetwork = ReturnType<typeof useNetworkName>

function describeFailure(
  { reason, other }: Extract<Lookup, { status: 'failed' }>,
  current: CaipNetworkId,
  nameNetwork: NameNetwork,
): string {
  return t(texts.nameFailures[reason], {
    other: nameNetwork(other as CaipNetworkId),
    network: nameNetwork(current),
  } as never)
}

function describeFault(fault: ReceiverFault, current: CaipNetworkId, nameNetwork: NameNetwork) {
  const words = texts.receiverFaults
  switch (fault.code) {
    case 'incomplete':
      return fault.missing === undefined ? words.incompleteSome : t(words.incomplete, { n: fault.missing })
    case 'too_long':
      return t(words.tooLong, { n: fault.extra })
    case 'family':
      return (
        <Trans message={words.family} family={fault.family} network={<bdi>{nameNetwork(current)}</bdi>} />
      )
    case 'network':
      return (
        <Trans
          message={words.network}
          other={<bdi>{nameNetwork(fault.caipNetworkId)}</bdi>}
          network={<bdi>{nameNetwork(current)}</bdi>}
        />
      )
    default:
      return words[fault.code]
  }
}
