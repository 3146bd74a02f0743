import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ConnectedAccount } from '../../src/wallets/account.ts'
import { BillfoldError, type ErrorCode } from '../../src/core/base/errors.ts'
import { getRegistration } from '../../src/names/registration.ts'
import { connected, createFakeShell, onSolana } from '../ui/fake-shell.ts'
import { propertyRuns } from '../property-runs.ts'
import '../seed.ts'

const NAME = 'mara.reown.id'
const other: ConnectedAccount = {
  ...connected,
  caipAddress: 'eip155:31337:0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed',
  address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
}
const elsewhere: ConnectedAccount = {
  ...connected,
  caipAddress: `eip155:10:${connected.caipAddress.split(':')[2]!}`,
  caipNetworkId: 'eip155:10',
}
const otherWallet: ConnectedAccount = { ...connected, connector: { ...connected.connector, provider: {} } }

type Answers = Record<'prepareName' | 'signMessage' | 'registerName', () => Promise<unknown>>
const failing =
  (code: ErrorCode, message = 'no') =>
  () =>
    Promise.reject(new BillfoldError(code, message))

/** Somebody on the view where names are registered. */
function create(answers: Partial<Answers> = {}) {
  const shell = createFakeShell()
  shell.account.value = connected
  shell.show('RegisterAccountName')
  const done: string[] = []
  const message = '{"name":"mara.reown.id","attributes":{},"timestamp":1}'
  const all: Answers = {
    prepareName: async () => ({ status: 'ready', message, endsAt: 0 }),
    signMessage: async () => '0x51',
    registerName: async () => ({ status: 'registered' }),
    ...answers,
  }
  shell.answer = async (command) => {
    if (command !== 'prepareName' && command !== 'registerName') return undefined
    done.push(command)
    return all[command]()
  }
  shell.wallet = async () =>
    ({
      signMessage: (request: unknown) => {
        done.push('signMessage')
        expect(request).toEqual({ message, namespace: 'eip155' })
        return all.signMessage()
      },
    }) as never
  return { shell, done, message, registration: getRegistration(shell), state: shell.registration }
}

describe('[A74] A name registration', () => {
  test('looks the name up, asks for a signature and registers, then shows the name and fetches it again', async () => {
    const { shell, done, message, registration, state } = create()
    await registration.register(NAME)
    expect(done).toEqual(['prepareName', 'signMessage', 'registerName'])
    const wish = { name: NAME, account: connected.caipAddress }
    expect(shell.calls.map(({ command, input }) => [command, input])).toEqual([
      ['prepareName', wish],
      ['registerName', { ...wish, message, signature: '0x51' }],
      ['refresh', { topic: 'identity', params: { account: connected.caipAddress } }],
    ])
    expect(state.peek()).toMatchObject({ status: 'registered', name: NAME })
    expect(shell.router.history.peek().map(({ view }) => view)).toEqual([
      'Account',
      'RegisterAccountNameSuccess',
    ])
  })

  test('asks for no signature if the account already has the name', async () => {
    const { done, registration, state } = create({ prepareName: async () => ({ status: 'own' }) })
    await registration.register(NAME)
    expect(done).toEqual(['prepareName'])
    expect(state.peek()).toMatchObject({ status: 'registered' })
  })

  test('runs once, however often the button is pressed', async () => {
    const { done, registration } = create()
    await Promise.all([registration.register(NAME), registration.register(NAME), registration.register(NAME)])
    expect(done).toEqual(['prepareName', 'signMessage', 'registerName'])
  })
})

describe('[A75] [A76] A name registration that fails', () => {
  test.each<[string, Partial<Answers>, object]>([
    [
      'the wallet declines the signature',
      { signMessage: failing('wallet_declined') },
      { code: 'wallet_declined' },
    ],
    [
      'the name is taken',
      { prepareName: async () => ({ status: 'refused', reason: 'taken' }) },
      { code: 'name_taken' },
    ],
    [
      'the name cannot be looked up',
      { prepareName: failing('name_unresolved') },
      { code: 'name_unresolved' },
    ],
    ['the signed message is stale', { registerName: failing('name_stale') }, { code: 'name_stale' }],
    [
      'the registration is refused',
      { registerName: failing('name_register_failed', 'Names are closed') },
      { message: 'Names are closed' },
    ],
    [
      '[T3] the network is not supported',
      { registerName: async () => ({ status: 'refused', reason: 'network_unsupported' }) },
      { code: 'network_unsupported' },
    ],
  ])('returns to the choice of a name: %s', async (_, answers, error) => {
    const { shell, registration, state } = create(answers)
    await registration.register(NAME)
    expect(state.peek()).toMatchObject({ status: 'failed', name: NAME, error })
    expect(shell.router.current.peek().view).toBe('RegisterAccountName')
  })
})

describe('[A75] [A76] [S2] A name registration in the modal', () => {
  /** The wallet asks in a view above, and a person answers there. */
  function createAsking(answer: (shell: ReturnType<typeof create>['shell']) => Promise<unknown>) {
    const made = create({
      async signMessage() {
        shell.router.push('ApproveTransaction')
        return answer(shell)
      },
    })
    const { shell } = made
    return made
  }
  const views = ({ router }: ReturnType<typeof create>['shell']) =>
    router.history.peek().map(({ view }) => view)

  test('ends in the success view when the person signs', async () => {
    const { shell, registration, state } = createAsking(async ({ router }) => {
      router.popTransactionStack('success')
      expect(router.current.peek().view).toBe('RegisterAccountName')
      return '0x51'
    })
    await registration.register(NAME)
    expect(state.peek().status).toBe('registered')
    expect(views(shell)).toEqual(['Account', 'RegisterAccountNameSuccess'])
  })

  test('is cancelled by going back, without a message', async () => {
    const { shell, done, registration, state } = createAsking(({ router }) => {
      router.popTransactionStack('cancel')
      return failing('wallet_declined')()
    })
    const before = views(shell)
    await registration.register(NAME)
    expect(state.peek().status).toBe('idle')
    expect(done).toEqual(['prepareName', 'signMessage'])
    expect(views(shell)).toEqual(before)
    expect(shell.snacks.current.peek()).toBeUndefined()
  })

  test('fails if the wallet reports an error, and returns to the choice of a name', async () => {
    const { shell, registration, state } = createAsking(({ router }) => {
      router.popTransactionStack('error')
      return failing('wallet_failed')()
    })
    const before = views(shell)
    await registration.register(NAME)
    expect(state.peek()).toMatchObject({ status: 'failed', error: { code: 'wallet_failed' } })
    expect(views(shell)).toEqual(before)
  })

  test.each<[string, Partial<Answers>]>([
    ['the signature is given', {}],
    ['the signature is declined', { signMessage: failing('wallet_declined') }],
  ])('leaves no transaction stack behind if the wallet asks outside the modal: %s', async (_, answers) => {
    const { shell, registration } = create(answers)
    await registration.register(NAME)
    expect(shell.router.transactionStack.peek()).toEqual([])
  })
})

test('[A167] A name registration without an account fails with the error “Address or auth connector not found”', async () => {
  for (const account of [{ status: 'disconnected' } as const, onSolana]) {
    const { shell, done, registration, state } = create()
    shell.account.value = account
    await registration.register(NAME)
    expect(state.peek()).toMatchObject({ error: { message: 'Address or auth connector not found' } })
    expect(done).toEqual([])
  }
})

test('[A166] A name registration on an unsupported network fails with the error “Network not found”', async () => {
  const { shell, done, registration, state } = create()
  shell.account.value = { ...connected, network: undefined }
  await registration.register(NAME)
  expect(state.peek()).toMatchObject({ error: { message: 'Network not found' } })
  expect(done).toEqual([])
})

describe('[F7] A name registration with an unknown outcome', () => {
  test.each<ErrorCode>(['outcome_unknown', 'worker_deadline', 'aborted', 'unexpected', 'stopped'])(
    'is not shown as failed after the error %s',
    async (code) => {
      const { registration, state } = create({ registerName: failing(code) })
      await registration.register(NAME)
      expect(state.peek()).toMatchObject({ status: 'unknown', name: NAME })
    },
  )

  test.each<[string, Answers['prepareName'], object]>([
    ['the registration has succeeded', async () => ({ status: 'own' }), { status: 'registered' }],
    [
      'the name is still free',
      async () => ({ status: 'ready', message: '' }),
      { error: { code: 'name_unregistered' } },
    ],
    [
      'somebody else has registered the name',
      async () => ({ status: 'refused', reason: 'taken' }),
      { error: { code: 'name_taken' } },
    ],
    ['the name still cannot be looked up', failing('name_unresolved'), { status: 'unknown' }],
  ])('looks the name up again, and is settled only by a clear answer: %s', async (_, prepareName, found) => {
    const answers: Partial<Answers> = { registerName: failing('outcome_unknown') }
    const { done, registration, state, shell } = create(answers)
    await registration.register(NAME)
    const { answer } = shell
    shell.answer = (command, input) => (command === 'prepareName' ? prepareName() : answer(command, input))
    await registration.check()
    expect(state.peek()).toMatchObject(found)
    expect(done.filter((one) => one === 'signMessage')).toHaveLength(1)
  })
})

test('[F14] A name is registered only for the account that was asked to sign, and only if the person has not cancelled or left the view', async () => {
  const step = fc.constantFrom('account', 'network', 'wallet', 'back', 'give up', 'leave', 'close')
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), fc.array(step, { maxLength: 4 }), async (scheduler, steps) => {
      const later =
        <T>(label: string, value: T) =>
        () =>
          scheduler.schedule(Promise.resolve(value), label)
      const made = create({
        prepareName: later('prepared', { status: 'ready', message: create().message, endsAt: 0 }),
        signMessage: later('signed', '0x51'),
        registerName: later('registered', { status: 'registered' }),
      })
      const { shell, registration, state } = made
      /** Whether anybody went elsewhere or gave up, and has not come back, at the moment of each request. */
      let isGivenUp = false
      const wrong: string[] = []
      const { answer } = shell
      shell.answer = (command, input) => {
        if (command === 'registerName') {
          const now = shell.account.peek()
          const isSame =
            now.status === 'connected' &&
            now.caipAddress === connected.caipAddress &&
            now.connector.provider === connected.connector.provider
          if (!isSame || isGivenUp) wrong.push('sent')
        }
        return answer(command, input)
      }
      const acts: Record<typeof step extends fc.Arbitrary<infer S> ? S : never, () => void> = {
        account: () => (shell.account.value = other),
        network: () => (shell.account.value = elsewhere),
        wallet: () => (shell.account.value = otherWallet),
        back: () => (shell.account.value = connected),
        'give up': () => {
          if (!['registering', 'registered'].includes(state.peek().status)) isGivenUp = true
          registration.giveUp()
        },
        leave: () => (shell.account.value = { status: 'disconnected' }),
        close: () => shell.close(),
      }
      const registering = registration.register(NAME)
      const acting = scheduler.scheduleSequence(
        steps.map((one) => ({
          label: one,
          builder: async () => acts[one](),
        })),
      )
      await scheduler.waitFor(Promise.all([registering, acting.task]))
      expect(wrong).toEqual([])
      const end = state.peek()
      if (end.status === 'registered') expect(end.account.caipAddress).toBe(connected.caipAddress)
      expect(['registered', 'failed', 'idle']).toContain(end.status)
    }),
    { numRuns: propertyRuns(2_000) },
  )
})

test('A name registration that ends after the modal was closed reports its success or failure in a message', async () => {
  const { shell, registration } = create()
  const registering = registration.register(NAME)
  shell.close()
  await registering
  expect(shell.snacks.current.peek()).toMatchObject({
    variant: 'success',
    message: { code: 'name_registered', name: NAME },
  })

  const failed = create({ registerName: failing('name_stale', 'too late') })
  const trying = failed.registration.register(NAME)
  failed.shell.close()
  await trying
  expect(failed.shell.snacks.current.peek()).toMatchObject({
    variant: 'error',
    message: { code: 'name_failed', name: NAME },
    detail: { code: 'name_stale' },
  })
})
