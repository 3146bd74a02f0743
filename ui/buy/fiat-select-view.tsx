/** The list of payment currencies to choose from. */
import { useSignals } from '@preact/signals-react/runtime'
import { Mark } from '../components/mark.tsx'
import { useShell } from '../base/shell-context.ts'
import type { ViewDefinition } from '../base/view.ts'
import { choose, getBuying, readChoice } from '../../src/onramp/choice.ts'
import { ChoiceList } from './choice-list.tsx'
import { texts } from './texts.ts'

export const view: ViewDefinition<'OnRampFiatSelect'> = {
  title: () => texts.currency,
  View: FiatSelect,
}

function FiatSelect() {
  useSignals()
  const shell = useShell()
  const { options } = getBuying(shell)
  const account = shell.account.value
  if (!options.value || account.status !== 'connected') return null
  const { currencies, chosen } = readChoice(shell, options.value, account, [])
  const names = new Intl.DisplayNames(shell.locale ?? 'en', { type: 'currency' })
  return (
    <ChoiceList
      label={texts.currency}
      search={texts.searchCurrencies}
      items={currencies.map(({ id, iconUrl }) => ({
        key: id,
        name: names.of(id) ?? id,
        detail: id,
        mark: <Mark name={id} url={iconUrl} size={36} shape="round" />,
        isChosen: id === chosen?.currency.id,
        choose: () => choose(shell, { currency: id }),
      }))}
    />
  )
}
