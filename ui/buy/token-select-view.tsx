/** The list of tokens to buy, each with its network. */
import { useSignals } from '@preact/signals-react/runtime'
import { MarkOn } from '../components/mark-on.tsx'
import { useShell } from '../base/shell-context.ts'
import type { ViewDefinition } from '../base/view.ts'
import { choose, getBuying, readChoice } from '../../src/onramp/choice.ts'
import { ChoiceList } from './choice-list.tsx'
import { texts } from './texts.ts'

export const view: ViewDefinition<'OnRampTokenSelect'> = {
  title: () => texts.token,
  View: TokenSelect,
}

function TokenSelect() {
  useSignals()
  const shell = useShell()
  const { options } = getBuying(shell)
  const account = shell.account.value
  if (!options.value || account.status !== 'connected') return null
  const { payable, chosen } = readChoice(shell, options.value, account, [])
  return (
    <ChoiceList
      label={texts.token}
      search={texts.searchTokens}
      items={payable.map((offer) => ({
        key: offer.token,
        name: offer.currency.name,
        detail: `${offer.currency.symbol} · ${offer.network.name}`,
        more: offer.at.contract_address,
        mark: (
          <MarkOn name={offer.currency.symbol} url={offer.currency.iconUrl} size={36} on={offer.network} />
        ),
        isChosen: offer === chosen?.offer,
        choose: () => choose(shell, { token: offer.token }),
      }))}
    />
  )
}
