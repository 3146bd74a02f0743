// @vitest-environment happy-dom
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { ErrorCode, ErrorContext } from '../../../src/core/base/errors.ts'
import { PaymentError } from '../../../ui/payments/review.tsx'
import { texts as sending } from '../../../ui/send/texts.ts'
import { ShellContext } from '../../../ui/base/shell-context.ts'
import { texts as swapping } from '../../../ui/swap/texts.ts'
import { connected, createFakeShell } from '../fake-shell.ts'

type Given = Parameters<typeof PaymentError>[0]['failure']

const OURS = 'A sentence for who reads the console.'
const fail = (code: ErrorCode, context: ErrorContext = {}): Given => ({
  code,
  context,
  message: OURS,
  category: 'INTERNAL_SDK_ERROR',
})

function read(
  failure: Given,
  { words = sending.failures as Record<string, string>, isOnline = true } = {},
): string {
  const shell = createFakeShell()
  shell.online.value = isOnline
  const place = document.createElement('div')
  place.innerHTML = renderToStaticMarkup(
    <ShellContext.Provider value={shell}>
      <PaymentError failure={failure} words={words} account={connected} />
    </ShellContext.Provider>,
  )
  return [...place.querySelectorAll('.alert > span')].map((span) => span.textContent).join('')
}

test.each<[Given, string]>([
  [fail('wallet_declined'), 'You declined in Harbor. Nothing was sent.'],
  [
    fail('wallet_failed', { said: 'gas too low', wallet: 'Harbor' }),
    'Harbor refused the request. Nothing was sent.Harbor says: gas too low',
  ],
  [fail('wallet_failed'), 'Harbor refused the request. Nothing was sent.'],
  [
    fail('payment_pending'),
    'This payment was already submitted, or is waiting in Harbor. Check there before you send it again.',
  ],
  // What payments have no words of their own for: the wallet was not asked.
  [fail('network_missing'), 'This site can’t connect to this network.Nothing was sent.'],
  [fail('worker_deadline'), 'The request took too long.Nothing was sent.'],
  [
    fail('wallet_bad_network'),
    'Harbor returned an invalid network. Choose another network or account there, or use another wallet.Nothing was sent.',
  ],
  [
    fail('unexpected'),
    'Something went wrong in Billfold. If it keeps happening, reload the page.Nothing was sent.',
  ],
])('[G63] a payment that failed with %j is explained as: %s', (failure, words) => {
  expect(read(failure)).toBe(words)
})

test('[G63] a failed swap explains that its approval failed', () => {
  expect(read({ code: 'approval_failed' }, { words: swapping.failures })).toBe(
    swapping.failures.approval_failed,
  )
})

test('[G47] a failed payment mentions the connection only while the browser is offline', () => {
  const untold = 'Part of Billfold didn’t load. Nothing was sent.'
  expect(read(fail('code_missing'))).toBe(untold)
  expect(read(fail('code_missing'), { isOnline: false })).toBe(
    `${untold}You are offline. Check your connection.`,
  )
})
