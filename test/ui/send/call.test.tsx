// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, test } from 'vitest'
import { BillfoldError } from '../../../src/core/base/errors.ts'
import type { SolanaReading } from '../../../src/core/payments/transaction-step.ts'
import type { PreparedTransfer } from '../../../src/core/payments/transfer.ts'
import { Call } from '../../../ui/send/call.tsx'
import { ShellContext } from '../../../ui/base/shell-context.ts'
import { createFakeShell } from '../fake-shell.ts'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
const host = document.createElement('div')
let root: ReturnType<typeof createRoot> | undefined
afterEach(() => act(() => root?.unmount()))

/** What is said of these bytes, opened, where the worker answers so. */
async function show(transaction: Uint8Array, answer: () => Promise<SolanaReading>): Promise<string> {
  const shell = createFakeShell()
  shell.answer = answer
  const prepared = {
    transaction: { namespace: 'solana', transaction },
    draft: { account: 'solana:localnet:7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU' },
  } as unknown as PreparedTransfer
  root = createRoot(host)
  await act(() =>
    root!.render(
      <ShellContext.Provider value={shell}>
        <Call prepared={prepared} />
      </ShellContext.Provider>,
    ),
  )
  await act(async () => host.querySelector('button')!.click())
  return host.querySelector('.send-call')!.textContent!
}

const bytes = Uint8Array.of(1, 2, 3)
const step = { to: '1111', name: 'System, transfer', inputs: [{ name: 'lamports', value: '5' }], data: '0x' }

test('[A80] [F27] the steps of a Solana transaction are shown only if they were decoded from exactly the bytes to be signed', async () => {
  const read = (transaction: Uint8Array) => async () => ({ transaction, steps: [step], isPayment: false })
  expect(await show(bytes, read(bytes.slice()))).toContain('System, transfer')
  await act(() => root?.unmount())
  expect(await show(bytes, read(Uint8Array.of(1, 2, 4)))).not.toContain('System, transfer')
})

test('[F27] a Solana transaction that cannot be decoded says "Do not sign it"', async () => {
  const said = await show(bytes, async () => ({ transaction: bytes, steps: undefined, isPayment: false }))
  expect(said).toContain('Do not sign it')
})

test('[F27] a Solana transaction offers a retry, not "Do not sign it", if the decoding code failed to load', async () => {
  let isThere = false
  const answer = async () => {
    if (!isThere) throw new BillfoldError('code_missing', 'The code for Solana could not be loaded.')
    return { transaction: bytes, steps: [step], isPayment: false }
  }
  expect(await show(bytes, answer)).not.toContain('Do not sign it')
  isThere = true
  await act(async () => host.querySelector<HTMLButtonElement>('.again button')!.click())
  expect(host.textContent).toContain('System, transfer')
})
