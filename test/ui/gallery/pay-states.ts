/** States of a payment that the page asks for. */
import { type PreparedTransfer, type TransferDraft } from '../../../src/core/payments/transfer.ts'
import { startPay } from '../../../src/shell/pay.ts'
import type { FakeShell } from '../fake-shell.ts'
import { encodeTransfer } from '../../encode-transfer.ts'

interface World {
  shell: FakeShell
  connect(): void
  answer(command: string, input: unknown): Promise<unknown>
}

const recipient = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const asset = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'

export function createPayStates({ shell, connect, answer }: World): Record<string, () => void> {
  function ask(held: bigint): void {
    const [network] = shell.networks
    shell.open.value = true
    shell.features.value = { ...shell.features.peek(), pay: true }
    shell.answer = async (command, input) => {
      if (command === 'tokenFacts') return { decimals: 6, symbol: 'USDC', name: 'USD Coin' }
      if (command === 'tokenBalance') return { amount: held, decimals: 6 }
      if (command === 'checkReceiver') return [{ code: 'new' }]
      if (command === 'prepareTransfer') return prepare((input as { draft: TransferDraft }).draft)
      return answer(command, input)
    }
    const request = {
      caipNetworkId: network!.caipNetworkId,
      asset,
      amount: 5_000_000n,
      recipient,
      memo: 'Order 1042',
    }
    startPay(request, {
      ...shell,
      isOpen: shell.open,
      start: 'Connect',
      show: async () => shell.router.reset('Pay'),
    }).catch(() => {})
  }
  return {
    pay: () => ask(0n),
    'pay-review': () => {
      connect()
      ask(250_000_000n)
    },
    'pay-short': () => {
      connect()
      ask(1_500_000n)
    },
  }
}

function prepare(draft: TransferDraft): PreparedTransfer {
  return {
    draft,
    amount: 5_000_000n,
    receiver: { status: 'address', address: recipient, isChecked: true },
    warnings: [{ code: 'new' }],
    fee: { expected: 210_000n * 10n ** 9n, max: 315_000n * 10n ** 9n },
    simulation: { status: 'passed' },
    transaction: encodeTransfer(draft.token!, recipient, 5_000_000n),
  }
}
