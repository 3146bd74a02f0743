/** The currency that somebody pays in. */
import { useSignals } from '@preact/signals-react/runtime'
import { useShell } from '../base/shell-context.ts'
import type { ViewDefinition } from '../base/view.ts'
import { choose, findPayment, getBuying } from './choice.ts'
import { ChoiceList } from './choice-list.tsx'
import { texts } from './texts.ts'

export const view: ViewDefinition<'OnRampFiatSelect'> = {
  title: () => texts.currency,
  View: FiatSelect,
}

function FiatSelect() {
  useSignals()
  const shell = useShell()
  const { options, choice } = getBuying(shell)
  if (!options.value) return null
  const { currency } = findPayment(options.value, choice.value)
  const names = new Intl.DisplayNames(shell.locale ?? 'en', { type: 'currency' })
  return (
    <ChoiceList
      label={texts.currency}
      items={options.value.paymentCurrencies.map(({ id }) => ({
        key: id,
        name: names.of(id) ?? id,
        detail: id,
        isChosen: id === currency.id,
        choose: () => choose(shell, { currency: id }),
      }))}
    />
  )
}
