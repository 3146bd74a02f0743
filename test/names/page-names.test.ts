import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { BillfoldError } from '../../src/core/base/errors.ts'
import { createPageNames, type Names } from '../../src/names/page-names.ts'
import { connected, createFakeShell, type FakeShell, onSolana } from '../ui/fake-shell.ts'

const message = '{"name":"mara.reown.id","attributes":{},"timestamp":1}'
let shell: FakeShell
let names: Names
let stop: () => void
let register: () => Promise<unknown>

beforeEach(() => {
  vi.useFakeTimers()
  shell = createFakeShell()
  shell.account.value = connected
  register = async () => ({ status: 'registered' })
  shell.answer = async (command) => {
    if (command === 'nameSuggestions') return { suggestions: [{ name: 'mara.reown.id', registered: false }] }
    if (command === 'prepareName') return { status: 'ready', message, endsAt: 0 }
    return command === 'registerName' ? register() : undefined
  }
  names = createPageNames(shell)
  stop = names.state.subscribe(() => {})
})
afterEach(() => {
  stop()
  vi.useRealTimers()
})
const codeOf = (failing: Promise<unknown>) =>
  failing.then(
    () => undefined,
    ({ code }: BillfoldError) => code,
  )

test('[S12] The headless names API suggests names for a typed text', async () => {
  names.update({ label: 'ma' })
  expect(names.state.value).toMatchObject({
    name: undefined,
    fault: 'short',
    suggestions: [],
    loading: false,
  })
  names.update({ label: 'mara' })
  expect(names.state.value).toMatchObject({ name: 'mara.reown.id', loading: true })
  await vi.advanceTimersByTimeAsync(500)
  expect(names.state.value).toMatchObject({
    account: connected.caipAddress,
    suggestions: [{ name: 'mara.reown.id', registered: false }],
    loading: false,
    registration: { status: 'idle' },
  })
  shell.account.value = onSolana
  expect(names.state.value).toMatchObject({ suggestions: [], loading: false })
  expect(await codeOf(names.register('mara'))).toBe('call_unsupported')
})

test('[S12] The headless names API registers a name with one signature, shows the message and reports the outcome', async () => {
  const signed: unknown[] = []
  shell.wallet = async () =>
    ({
      signMessage: async (request: unknown) => {
        signed.push([request, names.state.value.registration])
        return '0x51'
      },
    }) as never
  expect(await codeOf(names.register('--x'))).toBe('name_invalid')
  expect(await names.register('mara')).toBe('mara.reown.id')
  expect(signed).toMatchObject([
    [
      { message, namespace: 'eip155' },
      { status: 'signing', name: 'mara.reown.id', message },
    ],
  ])
  register = () => Promise.reject(new BillfoldError('name_stale', 'late'))
  expect(await codeOf(names.register('mara'))).toBe('name_stale')
  register = () => Promise.reject(new BillfoldError('http_timeout', 'lost'))
  expect(await codeOf(names.register('mara'))).toBe('outcome_unknown')
  expect(names.state.value.registration).toMatchObject({ status: 'unknown' })
  shell.account.value = {
    ...connected,
    caipAddress: 'eip155:31337:0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed',
  }
  expect(names.state.value.registration).toEqual({ status: 'idle' })
  shell.account.value = { status: 'disconnected' }
  expect(await codeOf(names.register('mara'))).toBe('account_missing')
})
