/** Names similar to the entered one, with the free ones marked if the server reports them. */
import { useSignals } from '@preact/signals-react/runtime'
import type { ConnectedAccount } from '../../src/wallets/account.ts'
import { shortAddress } from '../../src/core/chains/address.ts'
import { type NameSuggestion, type NameSuggestions, readLabel } from '../../src/core/names/account-name.ts'
import { Avatar } from '../components/avatar.tsx'
import { Failure } from '../components/failure.tsx'
import noticeCss from '../components/notice.css?inline'
import { Trans } from '../components/trans.tsx'
import { nameNetwork } from '../components/name-network.ts'
import { addSheet } from '../base/sheets.ts'
import { t } from '../base/texts.ts'
import type { CommandState } from '../base/use-command.ts'
import { texts } from './texts.ts'

addSheet(noticeCss)

interface SuggestionListProps {
  label: string
  suggesting: CommandState<NameSuggestions>
  account: ConnectedAccount
  onChoose(label: string): void
}

export function SuggestionList({ label, suggesting, account, onChoose }: SuggestionListProps) {
  useSignals()
  const { status, data: found, error, retry } = suggesting
  const { network, caipNetworkId } = account
  if (status === 'none') return <Owner account={account} />
  if (error) return <Failure title={texts.notListed} error={error} onRetry={retry} />
  if (!found)
    return (
      <div className="suggested">
        <p className="hint" role="status">
          {texts.looking}
        </p>
      </div>
    )
  if (found.reason)
    return (
      <div className="suggested">
        <p className="hint wrong" role="alert">
          {t(texts.notServed, { network: network?.name ?? nameNetwork(caipNetworkId) })}
        </p>
      </div>
    )
  if (found.suggestions.length === 0)
    return (
      <div className="suggested">
        <p className="hint" role="status">
          {texts.nothing}
        </p>
      </div>
    )
  return (
    <div className="suggested">
      <ul aria-label={texts.suggestions}>
        {found.suggestions.map((suggestion) => (
          <li key={suggestion.name}>
            <Suggestion suggestion={suggestion} label={label} onChoose={onChoose} />
          </li>
        ))}
      </ul>
      <p className="unseen" role="status">
        {t(texts.found, { n: found.suggestions.length })}
      </p>
    </div>
  )
}

/** The account that the name is for. Shown until there are suggestions. */
function Owner({ account: { address } }: Pick<SuggestionListProps, 'account'>) {
  return (
    <div className="suggested owner">
      <Avatar address={address} size={56} />
      <p>
        <Trans
          message={texts.standsFor}
          address={
            <bdi className="mono" dir="ltr" title={address}>
              {shortAddress(address)}
            </bdi>
          }
        />
      </p>
    </div>
  )
}

interface SuggestionProps {
  suggestion: NameSuggestion
  label: string
  onChoose(label: string): void
}

function Suggestion({ suggestion: { name, registered }, label, onChoose }: SuggestionProps) {
  const own = readLabel(name) ?? ''
  const isTyped = own === label
  return (
    <button
      type="button"
      part="suggestion"
      className="row suggestion"
      disabled={registered}
      aria-pressed={registered ? undefined : isTyped}
      onClick={() => onChoose(own)}
    >
      <bdi className="row-title" dir="ltr" title={name}>
        {own}
        <span className="zone">{name.slice(own.length)}</span>
      </bdi>
      {registered !== undefined && (
        <span className={registered ? 'stand' : 'stand free'}>
          {registered ? texts.registered : texts.available}
        </span>
      )}
    </button>
  )
}
