import { useSignals } from '@preact/signals-react/runtime'
import type { CaipAddress } from '../../src/core/chains/caip.ts'
import type { PagePayment } from '../../src/shell/page-payment.ts'
import { useCommand } from '../base/use-command.ts'
import { useShell } from '../base/shell-context.ts'

/**
 * The recipient's name, once a lookup of the name has returned the same address: anybody can claim a name. Undefined on
 * networks without names.
 */
export function useRecipientName({ request }: PagePayment): string | undefined {
  useSignals()
  const { topic } = useShell()
  const { caipNetworkId, recipient } = request
  const isEvm = caipNetworkId.startsWith('eip155:')
  const account: CaipAddress = `${caipNetworkId}:${isEvm ? recipient.toLowerCase() : recipient}`
  const claimed = isEvm ? topic('identity', { account }).value.data?.name : undefined
  const { data } = useCommand(
    'findReceiver',
    claimed === undefined ? undefined : { account, name: claimed },
    0,
  )
  return data?.address.toLowerCase() === recipient.toLowerCase() ? data.name : undefined
}
