// @vitest-environment happy-dom
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import type { ErrorCode, ErrorContext } from '../../../src/core/base/errors.ts'
import { Reason } from '../../../ui/components/reason.tsx'
import { ShellContext } from '../../../ui/base/shell-context.ts'
import { createFakeShell } from '../fake-shell.ts'

const OURS = 'A sentence for who reads the console.'

function show(
  code: ErrorCode,
  context: ErrorContext = {},
  { wallet = 'Harbor', isOnline = true }: { wallet?: string | null; isOnline?: boolean } = {},
): string {
  const shell = createFakeShell()
  shell.online.value = isOnline
  return renderToStaticMarkup(
    <ShellContext.Provider value={shell}>
      <Reason
        error={{ code, context, message: OURS, category: 'INTERNAL_SDK_ERROR' }}
        wallet={wallet ?? undefined}
      />
    </ShellContext.Provider>,
  )
}

/** Without the elements that keep the direction of names. */
const read = (...given: Parameters<typeof show>) => show(...given).replaceAll(/<\/?bdi>/g, '')

describe('[G63] The reason shown for an error', () => {
  test.each<[ErrorCode, ErrorContext, string]>([
    ['wallet_declined', {}, 'You declined in Harbor.'],
    ['wallet_failed', {}, 'Harbor didn’t give a reason.'],
    ['wallet_failed', { reason: 'no_account' }, 'Harbor didn’t share an account. Unlock it and choose one.'],
    ['wallet_failed', { reason: 'stayed' }, 'Harbor didn’t switch to this network.'],
    ['wallet_bad_answer', { reason: 'nothing_approved' }, 'Harbor didn’t approve anything this site needs.'],
    ['wallet_bad_answer', {}, 'Harbor sent an unexpected answer.'],
    ['call_unsupported', {}, 'Harbor doesn’t support this.'],
    ['auth_timeout', {}, 'The sign-in site didn’t respond in time.'],
    ['http_timeout', {}, 'The request took too long.'],
    ['unexpected', {}, 'Something went wrong in Billfold. If it keeps happening, reload the page.'],
    // What the product says about data carries what the call met.
    ['name_register_failed', { reason: 'http_timeout' }, 'The request took too long.'],
  ])('depends on the error’s code and context: %s %j: %s', (code, context, words) =>
    expect(read(code, context)).toBe(words),
  )

  test.each<[ErrorCode, string]>([
    ['wallet_declined', 'You declined in your wallet.'],
    ['wallet_busy', 'Your wallet has another request open. Answer that one first.'],
  ])('says "your wallet" if the wallet’s name is unknown: %s', (code, words) =>
    expect(read(code, {}, { wallet: null })).toBe(words),
  )

  test('never contains the error’s own message or the name of a built-in property', () => {
    for (const key of ['__proto__', 'toString', '', 'no such reason'])
      expect(read('wallet_failed', { reason: key, fault: key })).toBe('Harbor didn’t give a reason.')
  })
})

describe('[G63] The message of a wallet or server, in the reason shown for an error', () => {
  test.each<[ErrorCode, string]>([
    ['wallet_failed', '<bdi>Harbor</bdi> says: <bdi>it is asleep</bdi>'],
    ['auth_refused', 'The sign-in site says: <bdi>it is asleep</bdi>'],
    ['name_register_failed', '<bdi>it is asleep</bdi>'],
    ['unexpected', '<bdi>it is asleep</bdi>'],
  ])('[A172] is quoted for the error code %s as: %s', (code, words) =>
    expect(show(code, { said: 'it is asleep' })).toBe(words),
  )

  test('is shown as plain text: markup is escaped, and placeholders are not replaced', () => {
    expect(read('wallet_failed', { said: '<b>{wallet}</b>' })).toBe(
      'Harbor says: &lt;b&gt;{wallet}&lt;/b&gt;',
    )
  })
})

describe('[G47] The reason shown for a network error', () => {
  test.each<ErrorCode>(['http_network', 'code_missing', 'relay_unreachable', 'auth_unavailable'])(
    'mentions the connection only while the browser is offline: %s',
    (code) => {
      expect(read(code)).not.toMatch(/connection/i)
      expect(read(code, {}, { isOnline: false })).toBe('You are offline. Check your connection.')
    },
  )

  test('does not mention the connection if the browser is offline but the error has another cause', () => {
    expect(read('wallet_declined', {}, { isOnline: false })).toBe('You declined in Harbor.')
    expect(read('http_json', {}, { isOnline: false })).toBe(read('http_json'))
  })
})
