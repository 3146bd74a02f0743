// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest'
import { batch, type Signal, signal } from '@preact/signals-core'
import type { Attempt } from '../../src/wallets/account.ts'
import { BillfoldError, toErrorRecord } from '../../src/core/base/errors.ts'
import type { Report } from '../../src/core/contract/project.ts'
import type { PreparedSwap } from '../../src/core/payments/swap.ts'
import type { Swap, SwapState } from '../../src/payments/create-swap.ts'
import { followProject } from '../../src/analytics/follow-project.ts'
import { scrub } from '../../src/analytics/scrub.ts'
import type { SignIn, SignInState } from '../../src/siwx/sign-in.ts'
import type { RegistrationState } from '../../src/shell/registration-state.ts'
import { createWalletConnect } from '../../src/wallets/walletconnect/connector.ts'
import type { Features } from '../../src/shell/options.ts'
import {
  address,
  connected as account,
  createFakeShell,
  harbor,
  network,
  onSolana,
} from '../ui/fake-shell.ts'

const remote = { features: {}, analytics: true }
let stop: (() => void) | undefined
let sent: Report[]
beforeEach(() => {
  vi.useFakeTimers({ now: 1_790_000_000_000 })
  sent = []
})
afterEach(() => {
  stop?.()
  vi.useRealTimers()
})

/** An opened modal that nobody is connected to. */
function open(local: Features = {}, answer?: () => Promise<unknown>, signIn?: Signal<SignInState>) {
  const shell = createFakeShell()
  if (signIn) shell.signIn.current = { state: signIn } as SignIn & { state: Signal<SignInState> }
  shell.account.value = { status: 'disconnected' }
  shell.open.value = false
  shell.answer = (command, input) => {
    if (command !== 'report') return Promise.resolve(undefined)
    sent.push(input as Report)
    return answer?.() ?? Promise.resolve(undefined)
  }
  const features = signal(local)
  stop = followProject({ shell, features })
  shell.open.value = true
  return {
    shell,
    features,
    settle: (data = remote) => shell.set('project', { data, status: 'fresh' }),
    /** Nobody answers. */
    fail: () => shell.set('project', { status: 'failed' }),
  }
}

const events = () => sent.map(({ event }) => event)
const attempt = (status: Attempt['status'], more: Partial<Attempt> = {}): Attempt => ({
  id: 1,
  connector: harbor,
  startedAt: 0,
  status,
  ...more,
})

describe('Analytics events', () => {
  it('[A152] report that the modal was opened, with the page’s URL but without its query and fragment', () => {
    history.replaceState(null, '', '/market?from=0x71C4A09E5b2Df8361C7e90D4Af52E8137BD6c02A#orders')
    const { settle } = open()
    settle()
    expect(sent).toEqual([
      {
        type: 'track',
        event: 'MODAL_OPEN',
        address: undefined,
        properties: { connected: false },
        url: `${location.origin}/market`,
      },
    ])
  })

  it('report which wallet is selected, and each connection, decline, network switch and disconnect', () => {
    const { shell, settle } = open()
    settle()
    shell.router.push('ConnectingExternal', { connector: harbor })
    shell.attempts.value = [attempt('waiting')]
    shell.attempts.value = [attempt('declined')]
    shell.attempts.value = [attempt('waiting', { id: 2 })]
    shell.account.value = account
    shell.attempts.value = []
    shell.account.value = { ...account, caipNetworkId: 'eip155:31338' }
    shell.account.value = { status: 'disconnected' }
    shell.open.value = false
    expect(sent.map(({ event, properties }) => [event, properties])).toEqual([
      ['MODAL_OPEN', { connected: false }],
      ['SELECT_WALLET', { name: 'Harbor', platform: 'browser' }],
      ['USER_REJECTED', { name: 'Harbor' }],
      ['CONNECT_SUCCESS', { name: 'Harbor', method: 'browser' }],
      ['SWITCH_NETWORK', { network: 'eip155:31338' }],
      ['DISCONNECT_SUCCESS', { namespace: 'eip155' }],
      ['MODAL_CLOSE', { connected: false }],
    ])
    expect(sent.find(({ event }) => event === 'SWITCH_NETWORK')!.address).toBe(address)
  })

  it('[A64] report a disconnect after the wallet has answered, and report a wallet’s refusal to disconnect as an error', () => {
    const { shell, settle } = open()
    settle()
    shell.account.value = account
    shell.others.value = [onSolana]
    const leave = (namespaces: readonly ('eip155' | 'solana')[], refusals?: ReadonlyMap<'eip155', string>) =>
      (shell.pendingDisconnect.value = { namespaces, ...(refusals && { refusals }) })
    batch(() => {
      leave(['eip155'])
      shell.account.value = { status: 'disconnected' }
    })
    expect(events()).toEqual(['MODAL_OPEN'])
    // Another one begins and ends meanwhile.
    batch(() => {
      leave(['solana'])
      shell.others.value = []
    })
    leave(['solana'], new Map())
    leave(['eip155'], new Map([['eip155', `Harbor: ${address} stays`]]))
    // Later its wallet goes by itself: what was refused before is no news of that.
    shell.account.value = account
    shell.account.value = { status: 'disconnected' }
    expect(sent.slice(1).map(({ event, properties }) => [event, properties])).toEqual([
      ['DISCONNECT_SUCCESS', { namespace: 'solana' }],
      ['DISCONNECT_ERROR', { namespace: 'eip155', message: 'Harbor: 0x… stays' }],
      ['DISCONNECT_SUCCESS', { namespace: 'eip155' }],
    ])
  })

  it.each([
    ['mobile', 'lantern://'],
    ['qrcode', undefined],
  ])(
    '[A55] report whether a WalletConnect wallet was connected by link or by QR code: %s',
    (method, link) => {
      const { shell, settle } = open()
      settle()
      const connector = { ...createWalletConnect(['eip155']), name: 'Lantern', ...(link && { link }) }
      const progress = { kind: 'uri', uri: 'wc:1', expiresAt: Date.now() + 240_000 } as const
      shell.attempts.value = [attempt('waiting', { connector, progress })]
      shell.account.value = { ...account, connector }
      shell.attempts.value = []
      const { properties, address: who } = sent.find(({ event }) => event === 'CONNECT_SUCCESS')!
      expect([properties, who]).toEqual([{ name: 'Lantern', method }, address])
    },
  )

  it('[A55] report one connection for a wallet that shares accounts of several namespaces', () => {
    const { shell, settle } = open()
    settle()
    const connector = createWalletConnect(['eip155', 'solana'])
    shell.attempts.value = [attempt('waiting', { connector })]
    batch(() => {
      shell.others.value = [{ ...onSolana, connector }]
      shell.account.value = { ...account, connector }
    })
    shell.attempts.value = []
    expect(events().filter((event) => event === 'CONNECT_SUCCESS')).toHaveLength(1)
  })

  it('report neither a restored session nor a locked wallet', () => {
    const { shell, settle } = open()
    settle()
    shell.account.value = account
    shell.remembered.value = [{ namespace: 'eip155', name: 'Harbor', caipAddress: account.caipAddress }]
    shell.account.value = { status: 'disconnected' }
    expect(events()).toEqual(['MODAL_OPEN'])
  })

  it('[A153] [A188] report the error messages that people see, at most five a minute', () => {
    const { shell, settle } = open()
    settle()
    const fail = (at: number) => {
      shell.snacks.show({ variant: 'error', message: `Failed ${at}` })
      shell.snacks.dismiss()
      vi.advanceTimersByTime(200)
    }
    for (let at = 0; at < 7; at += 1) fail(at)
    const errors = () => sent.filter(({ type }) => type === 'error')
    expect(errors().map(({ properties }) => properties?.['errorMessage'])).toEqual(
      [0, 1, 2, 3, 4].map((at) => `Failed ${at}`),
    )
    expect(errors()[0]).toMatchObject({ properties: { errorType: 'INTERNAL_SDK_ERROR' } })
    vi.advanceTimersByTime(60_000)
    fail(8)
    expect(errors()).toHaveLength(6)
  })

  it('report that the history failed to load, with the error category', () => {
    const { shell, settle } = open()
    settle()
    shell.snacks.show({ variant: 'error', message: { code: 'history_failed' } })
    expect(sent.slice(1)).toMatchObject([
      { type: 'track', event: 'ERROR_FETCH_TRANSACTIONS' },
      { type: 'error', properties: { errorType: 'API_ERROR', errorMessage: 'history_failed' } },
    ])
  })

  describe('for sign-in', () => {
    function sign() {
      const state = signal<SignInState>({ status: 'ready', request: {} as never })
      const opened = open({}, undefined, state)
      opened.settle()
      const go = (...statuses: string[]) => {
        for (const status of statuses) state.value = { status } as SignInState
      }
      return { ...opened, state, go, told: () => events().slice(1) }
    }

    it('report first the signature that the server rejected, then the signature that the server accepted', () => {
      const { go, told } = sign()
      go('signing', 'ready', 'signing', 'confirming', 'signed-in')
      expect(told()).toEqual([
        'CLICK_SIGN_SIWX_MESSAGE',
        'SIWX_AUTH_ERROR',
        'CLICK_SIGN_SIWX_MESSAGE',
        'SIWX_AUTH_SUCCESS',
      ])
    })

    it.each(['preparing', 'ready', 'signing', 'unknown'])(
      'report that a sign-in in the status “%s” was cancelled, but report no error',
      async (status) => {
        const { state, told, go, shell } = sign()
        go('preparing', status)
        const before = told().length
        state.value = { status: 'signed-out' }
        shell.open.value = false
        await vi.advanceTimersByTimeAsync(0)
        expect(told().slice(before)).toEqual(['CLICK_CANCEL_SIWX', 'MODAL_CLOSE'])
      },
    )

    it('report a sign-in that the user cancelled after signing', async () => {
      const { go, told, shell } = sign()
      go('signing', 'confirming', 'signed-out')
      shell.open.value = false
      await vi.advanceTimersByTimeAsync(0)
      expect(told()).toEqual(['CLICK_SIGN_SIWX_MESSAGE', 'MODAL_CLOSE', 'CLICK_CANCEL_SIWX'])
    })

    it('report a rejected sign-in signature as an error', async () => {
      const { go, told } = sign()
      go('signing', 'confirming', 'signed-out')
      await vi.advanceTimersByTimeAsync(0)
      expect(told()).toEqual(['CLICK_SIGN_SIWX_MESSAGE', 'SIWX_AUTH_ERROR'])
    })

    it('report neither a sign-in message that could not be prepared nor a sign-out', () => {
      const { state, told, go } = sign()
      go('preparing')
      state.value = { status: 'signed-out', error: toErrorRecord(new Error('no nonce')) }
      go('preparing', 'ready', 'signed-in', 'signed-out')
      expect(told()).toEqual([])
    })
  })

  describe('for opened views', () => {
    const pressed = () => events().filter((event) => event !== 'MODAL_OPEN')

    it('report each view that is opened, but not the view that Back returns to', () => {
      const { shell, settle } = open()
      settle()
      const { router } = shell
      router.push('AllWallets')
      router.push('ConnectingWalletConnect', { wallet: { id: 'lantern', name: 'Lantern' } })
      router.push('Downloads', { wallet: { id: 'lantern', name: 'Lantern' } })
      router.goBack()
      router.goBack()
      router.goBack()
      expect(pressed()).toEqual(['CLICK_ALL_WALLETS', 'SELECT_WALLET', 'GET_WALLET'])
    })

    it('do not report the first view of the modal, nor a redirect to another view', () => {
      const { shell, settle } = open()
      settle()
      shell.router.reset('AllWallets')
      shell.router.replace('ConnectingExternal', { connector: harbor })
      expect(pressed()).toEqual([])
    })

    it('do not report a change of view while the modal is closed', () => {
      const { shell, settle } = open()
      settle()
      shell.open.value = false
      shell.router.reset('Connect')
      shell.router.push('ConnectingExternal', { connector: harbor })
      expect(pressed()).toEqual(['MODAL_CLOSE'])
    })

    it('report that the Networks view was opened from the Swap view', () => {
      const { shell, settle } = open()
      settle()
      shell.router.push('Swap')
      shell.router.push('Networks')
      expect(pressed()).toEqual(['OPEN_SWAP', 'CLICK_NETWORKS', 'CLICK_SELECT_NETWORK_TO_SWAP'])
    })

    it('report each event that a view tracks, even if the same event occurs twice in a row', () => {
      const { shell, settle } = open()
      settle()
      const properties = { provider: 'google' }
      shell.trackedEvent.value = { event: 'SOCIAL_LOGIN_STARTED', properties }
      shell.trackedEvent.value = { event: 'SOCIAL_LOGIN_STARTED', properties }
      shell.trackedEvent.value = { event: 'EMAIL_SUBMITTED' }
      expect(sent.slice(1).map((one) => [one.event, one.properties])).toEqual([
        ['SOCIAL_LOGIN_STARTED', properties],
        ['SOCIAL_LOGIN_STARTED', properties],
        ['EMAIL_SUBMITTED', undefined],
      ])
    })
  })

  it('report an unreachable relay once, however many automatic retries follow', () => {
    const { shell, settle } = open()
    settle()
    const connector = createWalletConnect(['eip155'])
    const fail = (id: number, code: 'relay_unreachable' | 'pairing_expired' = 'relay_unreachable') => {
      shell.attempts.value = [attempt('waiting', { id, connector })]
      const error = toErrorRecord(new BillfoldError(code, 'No.'))
      shell.attempts.value = [attempt('failed', { id, connector, error })]
    }
    const told = () => events().filter((event) => event === 'CONNECT_ERROR').length
    shell.router.push('ConnectingWalletConnect')
    for (let id = 1; id < 20; id += 1) fail(id)
    expect(told()).toBe(1)
    shell.router.goBack()
    shell.router.push('ConnectingWalletConnect')
    fail(20)
    expect(told()).toBe(2)
    fail(21, 'pairing_expired')
    expect(told()).toBe(3)
  })

  it.each([
    ['session_ended', { code: 'session_ended', wallet: 'Harbor' }, 'INTERNAL_SDK_ERROR'],
    ['left_out', { code: 'left_out', namespace: 'solana' }, 'INTERNAL_SDK_ERROR'],
    ['switch_failed', { code: 'switch_failed' }, 'INTERNAL_SDK_ERROR'],
    ['balance_unavailable', { code: 'balance_unavailable' }, 'API_ERROR'],
  ] as const)(
    '[A153] report an error message together with its error category: %s',
    (errorMessage, message, errorType) => {
      const { shell, settle } = open()
      settle()
      shell.snacks.show({ variant: 'error', message })
      expect(sent.at(-1)).toMatchObject({ type: 'error', properties: { errorMessage, errorType } })
    },
  )

  it('[A153] take the error category from the error itself, not from the message code', () => {
    const { shell, settle } = open()
    settle()
    const detail = toErrorRecord(new BillfoldError('http_timeout', 'Late.', { category: 'API_ERROR' }))
    shell.snacks.show({ variant: 'error', message: { code: 'switch_failed' }, detail })
    expect(sent.at(-1)!.properties).toEqual({ errorMessage: 'switch_failed', errorType: 'API_ERROR' })
  })

  it('[A153] do not report a declined request as an error', () => {
    const { shell, settle } = open()
    settle()
    const refused = toErrorRecord(new BillfoldError('siwx_declined', 'Signature declined'))
    for (const message of [
      { code: 'sign_in_failed', error: refused, wallet: 'Harbor' },
      { code: 'switch_declined', wallet: 'Harbor' },
    ] as const) {
      shell.snacks.show({ variant: 'error', message })
      shell.snacks.dismiss()
      vi.advanceTimersByTime(200)
    }
    const detail = toErrorRecord(new BillfoldError('wallet_declined', 'No.'))
    shell.snacks.show({ variant: 'error', message: 'Not registered', detail })
    expect(events()).toEqual(['MODAL_OPEN'])
  })

  it('report the outcome of each sign-in once, and report nothing when an existing session is only checked', async () => {
    const state = signal<SignInState>({ status: 'nobody' })
    const { settle } = open({}, undefined, state)
    settle()
    for (const status of ['signed-in', 'signed-out'] as const) {
      state.value = { status: 'checking', signed: true }
      state.value = { status } as SignInState
      state.value = { status: 'checking' }
      state.value = { status } as SignInState
    }
    await Promise.resolve()
    expect(events()).toEqual(['MODAL_OPEN', 'SIWX_AUTH_SUCCESS', 'SIWX_AUTH_ERROR'])
  })

  it('report each step of a swap and its outcome, but never the amount', () => {
    const { shell, settle } = open()
    settle()
    const token = (symbol: string) => ({
      token: `eip155:1:${symbol}` as const,
      name: symbol,
      symbol,
      decimals: 6,
    })
    const draft = {
      account: 'eip155:1:0xabc' as const,
      from: token('USDC'),
      to: token('DAI'),
      amount: 77_777n,
    }
    const prepare = (...approvals: object[]) => ({ draft, approvals }) as unknown as PreparedSwap
    const state = signal<SwapState>({ status: 'preparing', approved: 0 })
    const go = (...states: object[]) => {
      for (const one of states) state.value = { approved: 0, ...one } as SwapState
    }
    shell.router.push('Swap')
    shell.router.push('SwapSelectToken', { side: 'to' })
    shell.router.push('SwapPreview', { swap: { draft, state } as unknown as Swap })
    const [limit, alone] = [prepare({ amount: 77_777n }), prepare()]
    const failure = { code: 'wallet_declined' }
    go({ status: 'ready', prepared: limit }, { status: 'asking', prepared: limit })
    go({ status: 'ready', prepared: limit, failure }, { status: 'asking', prepared: limit })
    go(
      { status: 'approving', prepared: limit },
      { status: 'ready', prepared: limit, failure: { code: 'approval_failed' } },
    )
    go({ status: 'ready', prepared: alone }, { status: 'asking', prepared: alone })
    go({ status: 'ready', prepared: alone, failure }, { status: 'asking', prepared: alone })
    go({ status: 'unknown', prepared: alone }, { status: 'asking', prepared: alone })
    go({ status: 'sent', prepared: alone })
    expect(
      sent.slice(1).map(({ event, properties }) => `${event} ${properties?.['message'] ?? ''}`.trim()),
    ).toEqual([
      'OPEN_SWAP',
      'CLICK_SELECT_TOKEN_TO_SWAP',
      'SWAP_APPROVAL_ERROR wallet_declined',
      'SWAP_APPROVAL_ERROR approval_failed',
      'INITIATE_SWAP',
      'SWAP_ERROR wallet_declined',
      'INITIATE_SWAP',
      'SWAP_ERROR outcome_unknown',
      'INITIATE_SWAP',
      'SWAP_SUCCESS',
    ])
    expect(sent.at(-1)!.properties).toEqual({ from: 'USDC', to: 'DAI', network: 'eip155:1' })
    expect(JSON.stringify(sent)).not.toContain('77777')
  })

  it('report a name registration and its outcome without the name, and do not report a decline', () => {
    const { shell, settle } = open()
    settle()
    shell.router.push('ChooseAccountName')
    const name = 'mara.reown.id'
    const go = (state: RegistrationState) => (shell.registration.value = state)
    const failed = (code: 'wallet_declined' | 'name_stale') =>
      go({ status: 'failed', name, error: toErrorRecord(new BillfoldError(code, name)) })
    go({ status: 'signing', name, account, message: '' })
    failed('wallet_declined')
    failed('name_stale')
    go({ status: 'registered', name, account })
    expect(events()).toEqual([
      'MODAL_OPEN',
      'OPEN_ENS_FLOW',
      'REGISTER_NAME_INITIATED',
      'REGISTER_NAME_ERROR',
      'REGISTER_NAME_SUCCESS',
    ])
    expect(JSON.stringify(shell.calls)).not.toContain(name)
  })

  it('[A154] never report that the modal was created', () => {
    const { settle } = open()
    settle()
    expect(events()).not.toContain('MODAL_CREATED')
  })
})

describe('[A155] [F38] [T19] Analytics events', () => {
  it('are never sent if the page has turned analytics off, not even for errors', () => {
    const { shell, settle } = open({ analytics: false })
    settle()
    shell.snacks.show({ variant: 'error', message: 'Failed' })
    shell.open.value = false
    expect(sent).toEqual([])
  })

  it('are never sent if the dashboard has turned analytics off', () => {
    const { shell, settle } = open()
    settle({ ...remote, analytics: false })
    shell.snacks.show({ variant: 'error', message: 'Failed' })
    shell.open.value = false
    expect(sent).toEqual([])
  })

  it('wait until the dashboard’s analytics setting is known, and are then sent', () => {
    const { shell, settle } = open()
    shell.open.value = false
    expect(sent).toEqual([])
    shell.open.value = true
    settle()
    expect(events()).toEqual(['MODAL_OPEN', 'MODAL_CLOSE', 'MODAL_OPEN'])
  })

  it('wait until the dashboard’s analytics setting is known, and are then sent even if the modal is closed', () => {
    const { shell, settle } = open()
    shell.open.value = false
    expect(sent).toEqual([])
    settle()
    expect(events()).toEqual(['MODAL_OPEN', 'MODAL_CLOSE'])
  })

  it('wait for the next opening of the modal if the dashboard’s analytics setting could not be loaded', () => {
    const { shell, fail, settle } = open()
    fail()
    shell.open.value = false
    expect(sent).toEqual([])
    shell.open.value = true
    settle({ ...remote, analytics: false })
    expect(sent).toEqual([])
  })

  it('are not sent if the dashboard has turned analytics off, even if its feature settings failed to load', () => {
    const { shell } = open()
    shell.set('project', { data: { analytics: false }, status: 'fresh' })
    shell.open.value = false
    expect(sent).toEqual([])
  })

  it('are not sent until the dashboard’s analytics setting is known, even if its feature settings are known', () => {
    const { shell } = open()
    shell.set('project', { data: { features: {} }, status: 'fresh' })
    shell.open.value = false
    expect(sent).toEqual([])
  })

  it('stop as soon as the dashboard turns analytics off', () => {
    const { shell, settle } = open()
    settle()
    shell.open.value = false
    shell.open.value = true
    settle({ ...remote, analytics: false })
    shell.open.value = false
    expect(events()).toEqual(['MODAL_OPEN', 'MODAL_CLOSE', 'MODAL_OPEN'])
  })

  it('are not sent if the cached dashboard setting has turned analytics off and the dashboard cannot be reached', () => {
    const { shell } = open()
    shell.set('project', { data: { ...remote, analytics: false }, status: 'failed' })
    shell.open.value = false
    expect(sent).toEqual([])
  })
})

test('[A184] [A185] The modal warns the developer once if the project does not allow the page’s origin', async () => {
  const complain = vi.spyOn(console, 'error').mockImplementation(() => {})
  const refused = () =>
    Promise.reject(new BillfoldError('http_status', 'Refused.', { context: { status: 403 } }))
  const { shell, settle } = open({}, refused)
  shell.open.value = false
  settle()
  shell.open.value = true
  settle()
  await vi.advanceTimersByTimeAsync(0)
  const message = { code: 'origin_forbidden', origin: location.origin }
  expect(shell.snacks.current.value).toMatchObject({ variant: 'error', message })
  shell.snacks.dismiss()
  shell.open.value = false
  await vi.advanceTimersByTimeAsync(1_000)
  expect(shell.snacks.current.value).toBeUndefined()
  expect(complain).toHaveBeenCalledTimes(1)
  expect(complain.mock.calls[0]![0]).toContain(`Invalid App Configuration: the origin ${location.origin}`)
  complain.mockRestore()
})

test('[A185] A forbidden origin is logged only once, even if the analytics reports are rejected too', async () => {
  const complain = vi.spyOn(console, 'error').mockImplementation(() => {})
  const { shell, settle } = open()
  shell.connectors.value = [{ ...harbor, id: 'auth', type: 'AUTH', provider: {} }]
  shell.answer = async (command) => {
    if (command === 'originAllowed') return false
    throw new BillfoldError('http_status', 'Refused.', { context: { status: 403 } })
  }
  shell.open.value = true
  settle()
  await vi.advanceTimersByTimeAsync(0)
  expect(complain).toHaveBeenCalledTimes(1)
  complain.mockRestore()
})

describe('[A159] The origin check of email and social login', () => {
  const auth = { ...harbor, id: 'auth', type: 'AUTH' as const, provider: {} }

  /** @param isAllowed undefined: nobody says so */
  async function visit(isAllowed: boolean | undefined, local: Features = {}, connectors = [harbor, auth]) {
    const complain = vi.spyOn(console, 'error').mockImplementation(() => {})
    const opened = open(local)
    const { shell } = opened
    shell.connectors.value = connectors
    const asked: unknown[] = []
    const { answer } = shell
    shell.answer = (command, input) => {
      if (command !== 'originAllowed') return answer(command, input)
      asked.push(input)
      return isAllowed === undefined ? Promise.reject(new Error('no')) : Promise.resolve(isAllowed)
    }
    for (let times = 0; times < 3; times += 1) {
      shell.open.value = true
      opened.settle()
      shell.open.value = false
    }
    await vi.advanceTimersByTimeAsync(0)
    const said = complain.mock.calls.map(([message]) => message as string)
    complain.mockRestore()
    return { asked, said }
  }

  it('logs once that the page’s origin is not on the allowlist, and how to add the origin', async () => {
    const { asked, said } = await visit(false)
    expect(asked).toEqual([{ origin: location.origin }])
    expect(said).toHaveLength(1)
    expect(said[0]).toContain(`the origin ${location.origin} is not on the allowlist`)
    expect(said[0]).toContain('Add it in your dashboard.')
  })

  it('logs nothing if the page’s origin is allowed, or if the allowlist is unknown', async () => {
    expect((await visit(true)).said).toEqual([])
    expect((await visit(undefined)).said).toEqual([])
  })

  it('runs only if email or social login is enabled', async () => {
    expect((await visit(false, {}, [harbor])).asked).toEqual([])
    expect((await visit(false, { email: false, socials: [] })).asked).toEqual([])
    expect((await visit(false, { email: false, socials: false })).asked).toEqual([])
    expect((await visit(false, { email: false })).asked).toHaveLength(1)
    expect((await visit(false, { analytics: false })).asked).toHaveLength(1)
  })
})

test('[A114] [A116] The dashboard’s features override the page’s features', () => {
  const { features, settle } = open({ activity: true })
  expect(features.value).toEqual({ activity: true })
  settle({ features: { activity: false }, analytics: true })
  expect(features.value).toMatchObject({ activity: false })
})

test('The dashboard settings are requested once per opening of the modal, and not again after a failure', () => {
  const { shell, settle, fail } = open()
  expect([...shell.watched]).toEqual(['project {}'])
  fail()
  expect([...shell.watched]).toEqual([])
  shell.open.value = false
  shell.open.value = true
  expect([...shell.watched]).toEqual(['project {}'])
  settle()
  expect([...shell.watched]).toEqual([])
})

test('[F38] An analytics report contains no addresses, transaction hashes or link parameters', () => {
  const hash = `0x${'ab'.repeat(32)}`
  for (const secret of [
    address,
    hash,
    network.caipNetworkId && '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
    'https://driftwood.example/a?to=mara&amount=12',
  ]) {
    const text = scrub(`Could not send to ${secret}.`)
    expect(text).not.toContain(secret)
    expect(text).toMatch(/^Could not send to /)
  }
  expect(scrub('Failed to fetch transactions')).toBe('Failed to fetch transactions')
})
