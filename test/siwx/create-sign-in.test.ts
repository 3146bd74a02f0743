// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { CaipAddress } from '../../src/core/chains/caip.ts'
import { BillfoldError } from '../../src/core/base/errors.ts'
import type { ConnectedAccount } from '../../src/wallets/account.ts'
import { createSignIn } from '../../src/siwx/create-sign-in.ts'
import type { SignIn } from '../../src/siwx/sign-in.ts'
import type { SIWX, SIWXSession } from '../../src/siwx/siwx.ts'
import { connected, createFakeShell, type FakeShell, network, onSolana, solana } from '../ui/fake-shell.ts'
import { readSnack } from '../ui/read-snack.ts'

/** Sessions as a page may keep them; each call can be replaced. */
function createPage(more: Partial<SIWX> = {}) {
  const sessions: SIWXSession[] = []
  const ended: unknown[] = []
  const siwx: SIWX = {
    createMessage: async ({ accountAddress, chainId }) => {
      const nonce = '12345678'
      const data = {
        accountAddress,
        chainId,
        domain: location.host,
        uri: location.origin,
        version: '1',
        nonce,
      } as const
      return { ...data, toString: () => `Sign ${accountAddress} on ${chainId}` }
    },
    addSession: async (session) => void sessions.push(session),
    revokeSession: async (...args) => void ended.push(args),
    setSessions: async (next) => void ended.push(next),
    getSessions: async (chainId, address) =>
      sessions.filter(({ data }) => data.chainId === chainId && data.accountAddress === address),
    ...more,
  }
  return { siwx, sessions, ended }
}

let shell: FakeShell
let signIn: SignIn
let signed: string[]
let wallet: (message: string, onSigned?: (signedMessage: string) => void) => Promise<string>
let left: string[]
beforeEach(() => {
  shell = createFakeShell()
  shell.networks.push({ ...network, id: 10, caipNetworkId: 'eip155:10', name: 'Base' }, solana)
  signed = []
  left = []
  wallet = async () => '0x12'
  // As the shell does it: what disconnects is signed out.
  const { disconnect } = shell
  shell.disconnect = async (namespace) => {
    const accounts = shell.accounts.peek().map(({ caipAddress }) => caipAddress)
    await disconnect(namespace)
    leave(...accounts)
  }
})
afterEach(() => {
  signIn.stop()
  vi.useRealTimers()
})

/** Their wallet has been left. */
function leave(...accounts: readonly CaipAddress[]): void {
  shell.signIn.left.push(...accounts)
  signIn.leave()
}

function start({ siwx }: { siwx: SIWX }, isAway = false): SignIn {
  signIn = createSignIn({
    shell,
    options: { siwx },
    loadWalletCalls: async () => ({
      signMessage: ({ message }, onSigned) => (signed.push(message), wallet(message, onSigned)),
    }),
    openByItself: (view) => void (isAway || shell.show(view ?? 'Connect')),
    async end(namespace) {
      left.push(namespace)
      shell.account.value = { status: 'disconnected' }
    },
  })
  shell.signIn.current = signIn
  return signIn
}

const status = () => signIn.state.peek().status
const view = () => (shell.open.peek() ? shell.router.current.peek().view : undefined)
const snack = () => readSnack(shell)?.title
const settled = () => new Promise((resolve) => setTimeout(resolve, 5))

/** As a person does it, in the open modal. */
async function connect(account: ConnectedAccount = connected): Promise<void> {
  shell.show('ConnectingExternal')
  shell.account.value = account
  signIn.settle()
  await settled()
}

async function ready(page = createPage()) {
  start(page)
  await connect()
  await signIn.prepare()
  expect(status()).toBe('ready')
  return page
}

describe('after a connection', () => {
  it('[A89] they are asked to sign in when there is no session', async () => {
    start(createPage())
    await connect()
    expect([status(), view()]).toEqual(['signed-out', 'SIWXSignMessage'])
  })

  it('[A90] they are not asked when there is one, and the modal closes', async () => {
    const page = createPage()
    const [{ caipNetworkId: chainId, address }] = [connected]
    const message = await page.siwx.createMessage({ accountAddress: address, chainId })
    page.sessions.push({ data: message, message: '', signature: '' })
    start(page)
    await connect()
    expect([status(), view()]).toEqual(['signed-in', undefined])
  })

  it('[A46] [A91] they sign exactly what was shown, and the modal closes', async () => {
    const { sessions } = await ready()
    const state = signIn.state.peek()
    const shown = state.status === 'ready' ? state.request.text : ''
    await signIn.sign()
    expect(signed).toEqual([shown])
    const data: unknown = expect.objectContaining({
      accountAddress: connected.address,
      chainId: connected.caipNetworkId,
      nonce: '12345678',
    })
    expect(sessions).toEqual([{ data, message: shown, signature: '0x12' }])
    expect([status(), view()]).toEqual(['signed-in', undefined])
  })

  it('[D27] hands in what the wallet signed in place of the message', async () => {
    const { sessions } = await ready()
    wallet = async (_, onSigned) => (onSigned?.('off-chain'), 'sig')
    await signIn.sign()
    expect(sessions).toMatchObject([{ signature: 'sig', signedMessage: 'off-chain' }])
  })

  it('the last view stays while it is found out, for a second', async () => {
    vi.useFakeTimers()
    start(createPage({ getSessions: () => new Promise(() => {}) }))
    shell.show('ConnectingExternal')
    shell.account.value = connected
    signIn.settle()
    await vi.advanceTimersByTimeAsync(999)
    expect(view()).toBe('ConnectingExternal')
    await vi.advanceTimersByTimeAsync(1)
    expect([status(), view(), signIn.isHeld()]).toEqual(['checking', 'SIWXSignMessage', false])
  })

  it('where the page has no sign-in for this namespace, the modal closes', async () => {
    start(createPage({ namespaces: ['eip155'] }))
    await connect(onSolana)
    expect([status(), view()]).toEqual(['nobody', undefined])
  })

  it('nobody is asked where no wallet signs messages for a page, such as on Polkadot', async () => {
    start(createPage())
    const caipNetworkId = 'polkadot:91b171bb158e2d3848fa23a9f1c25182'
    const address = '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5'
    await connect({ ...connected, caipNetworkId, caipAddress: `${caipNetworkId}:${address}`, address })
    expect([status(), view()]).toEqual(['nobody', undefined])
  })

  it('on a network that the page does not have nobody is asked', async () => {
    start(createPage())
    shell.account.value = { ...connected, network: undefined, unsupported: true }
    await settled()
    expect(status()).toBe('nobody')
  })
})

describe('[A111] an account that signed with the connection', () => {
  const domain = location.host
  const message = () => `${domain} wants you to sign in with your Ethereum account:
${connected.address}

URI: ${location.origin}
Version: 1
Chain ID: 31337
Nonce: 12345678
Issued At: ${new Date().toISOString()}`
  const signedNow = () => ({
    caipNetworkId: connected.caipNetworkId,
    address: connected.address,
    message: message(),
    signature: '0x34',
    cacao: {},
  })

  it('is not asked while that is handed in, and reads what is waited for', async () => {
    const page = createPage()
    const { addSession } = page.siwx
    let accept = () => {}
    page.siwx.addSession = async (session) => {
      await new Promise<void>((resolve) => (accept = resolve))
      await addSession(session)
    }
    start(page)
    await signIn.offer([connected.caipNetworkId])
    void signIn.take([signedNow()], connected.caipNetworkId)
    await connect()
    expect(signIn.state.peek()).toEqual({ status: 'checking', signed: true })
    accept()
    await settled()
    expect([status(), view(), signed]).toEqual(['signed-in', undefined, []])
  })

  it('is signed out again where that arrives only after they have left', async () => {
    const page = createPage()
    let accept = () => {}
    page.siwx.addSession = () => new Promise<void>((resolve) => (accept = resolve))
    start(page)
    await signIn.offer([connected.caipNetworkId])
    void signIn.take([signedNow()], connected.caipNetworkId)
    await connect()
    signIn.cancel()
    await settled()
    expect(page.ended).toEqual([[]])
    accept()
    await settled()
    expect(page.ended).toContainEqual([connected.caipNetworkId, connected.address])
  })
})

describe('a person who does not sign', () => {
  it('[A92] [A179] is told that it was declined, and asked again, also when it was closed meanwhile', async () => {
    await ready()
    wallet = async () => {
      shell.close()
      throw new BillfoldError('wallet_declined', 'no')
    }
    await signIn.sign()
    expect([status(), view(), snack()]).toEqual(['ready', 'SIWXSignMessage', 'Signature declined'])
    wallet = async () => '0x12'
    await signIn.sign()
    expect([status(), snack()]).toEqual(['signed-in', undefined])
  })

  it('[A180] with a smart account is told what that may mean', async () => {
    start(createPage())
    const [own] = connected.allAccounts
    await connect({ ...connected, allAccounts: [{ ...own!, purpose: 'smartAccount' }] })
    await signIn.prepare()
    wallet = () => Promise.reject(new BillfoldError('wallet_declined', 'no'))
    await signIn.sign()
    expect(snack()).toBe('This application might not support Smart Accounts')
  })

  /** The node says this of the account of an installed wallet. */
  function setKind(kind: 'plain' | 'delegated' | 'contract' | Error): void {
    const { answer } = shell
    shell.answer = async (command, input) => {
      if (command !== 'accountKind') return answer(command, input)
      if (kind instanceof Error) throw kind
      return kind
    }
  }
  const SMART = 'This application might not support Smart Accounts'

  it.each([
    ['a contract', 'contract', SMART],
    ['a key that names code (EIP-7702)', 'delegated', 'Signature declined'],
    ['a key', 'plain', 'Signature declined'],
    ['an account that no node knows', new Error('offline'), 'Signature declined'],
  ] as const)('[S15] [A179] [A180] an installed wallet with %s that declines', async (_, kind, said) => {
    await ready()
    setKind(kind)
    wallet = () => Promise.reject(new BillfoldError('wallet_declined', 'no'))
    await signIn.sign()
    expect([status(), snack()]).toEqual(['ready', said])
  })

  it.each([
    ['wallet_failed', 'wallet'],
    ['wallet_bad_answer', 'wallet'],
    ['siwx_invalid', 'page'],
  ] as const)('[S15] [A180] a smart account whose signature ends in %s of the %s', async (code, by) => {
    const fail = () => Promise.reject(new BillfoldError(code, 'no', { context: { said: 'no' } }))
    await ready(by === 'page' ? createPage({ addSession: fail }) : createPage())
    setKind('contract')
    if (by === 'wallet') wallet = fail
    await signIn.sign()
    expect(snack()).toBe(SMART)
  })

  it.each(['nonce', 'expired', 'domain'])(
    '[S15] a smart account whose message has a wrong %s hears of that',
    async (fault) => {
      const addSession = () => Promise.reject(new BillfoldError('siwx_invalid', 'no', { context: { fault } }))
      await ready(createPage({ addSession }))
      setKind('contract')
      await signIn.sign()
      expect(snack()).not.toBe(SMART)
    },
  )

  it('[S15] a smart account whose signature nobody can check is not told that it failed', async () => {
    const addSession = () => Promise.reject(new BillfoldError('siwx_unknown', 'no node'))
    await ready(createPage({ addSession }))
    setKind('contract')
    await signIn.sign()
    expect([status(), snack()]).toEqual(['unknown', undefined])
  })

  it('[A93] [A119] and must, is disconnected by Cancel', async () => {
    await ready()
    signIn.cancel()
    expect([shell.ended, view()]).toEqual([['eip155'], undefined])
  })

  it('[A93] [A119] and need not, stays connected, and is not asked again for this account', async () => {
    await ready(createPage({ getRequired: () => false }))
    expect(signIn.isHeld()).toBe(false)
    signIn.cancel()
    expect([shell.ended, view(), status()]).toEqual([[], undefined, 'signed-out'])
    shell.account.value = { ...connected, caipNetworkId: 'eip155:10', caipAddress: 'eip155:10:0x1' }
    await settled()
    expect(view()).toBe('SIWXSignMessage')
    signIn.cancel()
    shell.account.value = connected
    await settled()
    expect(view()).toBeUndefined()
  })

  it.each(['preparing', 'signing', 'confirming'])(
    '[T16] can cancel at once while it hangs: %s',
    async (at) => {
      const never = () => new Promise<never>(() => {})
      start(
        createPage({
          ...(at === 'preparing' && { createMessage: never }),
          ...(at === 'confirming' && { addSession: never }),
          setSessions: never,
        }),
      )
      await connect()
      void signIn.prepare()
      await settled()
      if (at === 'signing') wallet = never
      void signIn.sign()
      await settled()
      expect([status(), signIn.isHeld()]).toEqual([at, true])
      signIn.cancel()
      expect([shell.ended, view()]).toEqual([['eip155'], undefined])
    },
  )

  it('[A94] is held only while it is known that they must: not while it is unknown, nor once they have', async () => {
    await ready()
    expect(signIn.isHeld()).toBe(true)
    await signIn.sign()
    expect(signIn.isHeld()).toBe(false)
    signIn.stop()
    shell.account.value = { status: 'disconnected' }
    start(createPage({ getSessions: () => Promise.reject(new BillfoldError('siwx_unknown', 'down')) }))
    await connect()
    expect([status(), signIn.isHeld()]).toEqual(['unknown', false])
  })

  it.each([
    ['hangs', () => new Promise<never>(() => {})],
    ['fails', () => Promise.reject(new Error('down'))],
  ])('[A119] and may have to, which %s, is disconnected by Cancel', async (_, getRequired) => {
    start(createPage({ getRequired }))
    await connect()
    expect([signIn.isRequired(), signIn.isHeld()]).toEqual([true, false])
    signIn.cancel()
    expect(shell.ended).toEqual(['eip155'])
  })

  it('and may have to, which nobody says in time, is told so', async () => {
    vi.useFakeTimers()
    start(createPage({ getRequired: () => new Promise(() => {}) }))
    shell.account.value = connected
    await vi.advanceTimersByTimeAsync(41_000)
    expect([status(), signIn.isRequired()]).toEqual(['unknown', true])
  })

  it('what the wallet answers after a Cancel signs nobody in', async () => {
    const { sessions } = await ready()
    let answer: (signature: string) => void = () => {}
    wallet = () => new Promise((resolve) => (answer = resolve))
    const signing = signIn.sign()
    await settled()
    signIn.cancel()
    answer('0x12')
    await signing
    expect([sessions, status()]).toEqual([[], 'nobody'])
  })

  it('what is accepted only after a Cancel is ended again', async () => {
    let accept = () => {}
    const page = createPage({ addSession: () => new Promise((resolve) => (accept = resolve)) })
    await ready(page)
    const signing = signIn.sign()
    await settled()
    signIn.cancel()
    accept()
    await signing
    expect(page.ended).toContainEqual([connected.caipNetworkId, connected.address])
    expect(status()).toBe('nobody')
  })
})

describe('a refused signature', () => {
  const refuse = (fault: string) => () =>
    Promise.reject(new BillfoldError('siwx_invalid', 'no', { context: { fault } }))

  it.each([
    ['signer', 'Harbor returned another account. You weren’t signed in.'],
    ['signature', 'Harbor returned an invalid signature. You weren’t signed in.'],
    ['early', 'Your device’s clock is wrong. Set it, then sign again.'],
    ['nonce', 'This message was already used or has expired. Sign the new one.'],
    ['domain', 'The sign-in wasn’t accepted. You weren’t signed in.'],
  ])('[F22] for its %s is told, and there is a new message', async (fault, words) => {
    const page = createPage({ addSession: refuse(fault) })
    await ready(page)
    await signIn.sign()
    expect([status(), snack()]).toEqual(['signed-out', words])
    await signIn.prepare()
    expect(status()).toBe('ready')
  })

  it('is of the page’s own rules, in the page’s words', async () => {
    await ready(createPage({ addSession: () => Promise.reject(new Error('Only members of the club.')) }))
    await signIn.sign()
    expect([status(), snack()]).toEqual(['signed-out', 'Only members of the club.'])
  })

  it('says so when the wallet has gone to another account while it was asked', async () => {
    await ready()
    wallet = async () => {
      shell.account.value = { ...connected, caipAddress: 'eip155:31337:0x2', address: '0x2' }
      throw new BillfoldError('account_changed', 'changed')
    }
    await signIn.sign()
    await settled()
    expect(snack()).toBe('Harbor returned another account. You weren’t signed in.')
    expect([status(), view()]).toEqual(['signed-out', 'SIWXSignMessage'])
  })
})

describe('[T17] an unknown session', () => {
  const down = () => Promise.reject(new BillfoldError('siwx_unknown', 'down'))

  it('disconnects nobody: it is offered to try again', async () => {
    let getSessions: SIWX['getSessions'] = down
    start(createPage({ getSessions: (...args) => getSessions(...args) }))
    await connect()
    expect([status(), view(), left, shell.ended]).toEqual(['unknown', 'SIWXSignMessage', [], []])
    getSessions = async () => []
    signIn.retry()
    await settled()
    expect(status()).toBe('signed-out')
  })

  it('is found out again when the network is back', async () => {
    let getSessions: SIWX['getSessions'] = down
    start(createPage({ getSessions: (...args) => getSessions(...args) }))
    shell.online.value = false
    await connect()
    getSessions = async () => []
    shell.online.value = true
    await settled()
    expect(status()).toBe('signed-out')
  })

  it('is found out by itself when the network is back, and shows nothing to who did not ask', async () => {
    let getSessions: SIWX['getSessions'] = down
    const page = createPage({ getRequired: () => false, getSessions: (...args) => getSessions(...args) })
    shell.account.value = { status: 'connecting', restoring: true }
    start(page)
    shell.account.value = connected
    await settled()
    for (const answer of [down, async () => []]) {
      getSessions = answer
      shell.online.value = false
      shell.online.value = true
      await settled()
      expect(view()).toBeUndefined()
    }
    expect(status()).toBe('signed-out')
  })

  it.each([
    ['code', () => new BillfoldError('worker_deadline', 'late')],
    ['the browser', () => new TypeError('Failed to fetch')],
    ['a time limit', () => new DOMException('timed out', 'TimeoutError')],
    ['nothing that is known', () => new Error('what')],
  ])('is unknown by %s', async (_, error) => {
    start(createPage({ getSessions: () => Promise.reject(error()) }))
    await connect()
    expect([status(), left]).toEqual(['unknown', []])
  })

  it('a signature whose answer was lost is looked for before it is handed in again', async () => {
    const page = createPage()
    const { addSession } = page.siwx
    let tries = 0
    page.siwx.addSession = async (session) => {
      tries += 1
      if (tries === 2) await addSession(session)
      throw new BillfoldError('siwx_unknown', 'lost')
    }
    await ready(page)
    await signIn.sign()
    expect(status()).toBe('unknown')
    signIn.retry()
    await settled()
    // It was taken this time, and the answer was lost again.
    expect([tries, status()]).toEqual([2, 'unknown'])
    signIn.retry()
    await settled()
    expect([tries, status(), signed.length]).toEqual([2, 'signed-in', 1])
  })

  it('what the page hands in and never answers is unknown in the end', async () => {
    vi.useFakeTimers()
    start(createPage({ getSessions: () => new Promise(() => {}) }))
    shell.account.value = connected
    await vi.advanceTimersByTimeAsync(41_000)
    expect(status()).toBe('unknown')
  })

  it('[F23] a reload without a network shows nothing and ends nothing', async () => {
    const page = createPage({ getSessions: down })
    shell.account.value = { status: 'connecting', restoring: true }
    start(page)
    shell.account.value = connected
    await settled()
    expect([status(), view(), left, page.ended]).toEqual(['unknown', undefined, [], []])
  })
})

describe('[A178] a session that does not hold', () => {
  it.each([
    ['is said to', () => Promise.reject(new BillfoldError('siwx_invalid', 'forged'))],
    ['is no list', async () => 7 as never],
  ])('because it %s ends the connection, and it is said on Connect', async (_, getSessions) => {
    const page = createPage({ getSessions })
    start(page)
    await connect()
    expect(left).toEqual(['eip155'])
    expect(view()).toBe('Connect')
    expect(snack()).toBe('A problem occurred while trying initialize authentication')
    // Of no other account.
    expect(page.ended).toEqual([])
  })
})

describe('another account or network', () => {
  it.each<[string, ConnectedAccount]>([
    [
      'network',
      {
        ...connected,
        caipNetworkId: 'eip155:10',
        caipAddress: `eip155:10:${connected.address.toLowerCase()}`,
      },
    ],
    [
      'account',
      { ...connected, address: `0x${'2'.repeat(40)}`, caipAddress: `eip155:31337:0x${'2'.repeat(40)}` },
    ],
  ])('is asked for unless exactly that %s is signed in', async (_, elsewhere) => {
    await ready()
    await signIn.sign()
    shell.account.value = elsewhere
    await settled()
    expect([status(), view()]).toEqual(['signed-out', 'SIWXSignMessage'])
    shell.account.value = connected
    await settled()
    expect([status(), view()]).toEqual(['signed-in', undefined])
  })

  it('is asked for, too, when the first network was none of the page', async () => {
    start(createPage({ getRequired: () => false }))
    shell.account.value = { ...connected, network: undefined, unsupported: true }
    await settled()
    shell.account.value = connected
    await settled()
    expect([status(), view()]).toEqual(['signed-out', 'SIWXSignMessage'])
  })

  it('of a session that the page gives out for another account nobody is signed in', async () => {
    const data = {
      accountAddress: '0x2',
      chainId: 'eip155:31337',
      domain: '',
      uri: '',
      version: '1',
      nonce: '',
    } as const
    start(createPage({ getSessions: async () => [{ data, message: '', signature: '' }] }))
    await connect()
    expect(status()).toBe('signed-out')
  })

  it('of a message that the page makes for another account nothing is signed', async () => {
    const text = `${location.host} wants you to sign in with your Ethereum account:
0x2

URI: ${location.origin}
Version: 1
Chain ID: eip155:31337
Nonce: 12345678`
    const page = createPage()
    const { createMessage } = page.siwx
    page.siwx.createMessage = async (input) => ({ ...(await createMessage(input)), toString: () => text })
    start(page)
    await connect()
    await signIn.prepare()
    expect(signIn.state.peek()).toMatchObject({ status: 'signed-out', error: { code: 'siwx_message_bad' } })
  })
})

describe('a person who returns to this tab', () => {
  const comeBack = async () => {
    document.dispatchEvent(new Event('visibilitychange'))
    await settled()
  }

  it('is signed in by what they signed in another one', async () => {
    const page = await ready()
    const { caipNetworkId: chainId, address: accountAddress } = connected
    const message = await page.siwx.createMessage({ accountAddress, chainId })
    page.sessions.push({ data: message, message: '', signature: '' })
    await comeBack()
    expect([status(), view()]).toEqual(['signed-in', undefined])
  })

  it('is asked again where they signed out in another one', async () => {
    const page = await ready()
    await signIn.sign()
    await comeBack()
    expect(status()).toBe('signed-in')
    page.sessions.length = 0
    await comeBack()
    expect([status(), view()]).toEqual(['signed-out', 'SIWXSignMessage'])
  })

  it('[T17] stays signed in where that cannot be found out', async () => {
    const page = await ready()
    await signIn.sign()
    page.siwx.getSessions = () => Promise.reject(new BillfoldError('siwx_unknown', 'down'))
    await comeBack()
    expect([status(), view()]).toEqual(['signed-in', undefined])
  })
})

describe('a person who disconnects', () => {
  it('[A57] is signed out of everything', async () => {
    const { ended } = await ready()
    shell.account.value = { status: 'disconnected' }
    leave(connected.caipAddress)
    await settled()
    expect(ended).toEqual([[]])
  })

  it('[A57] while somebody stays is signed out on all networks, by the address as the wallet writes it', async () => {
    shell.others.value = [onSolana]
    const { ended } = await ready()
    shell.others.value = []
    leave(onSolana.caipAddress)
    expect(ended).toEqual([[solana.caipNetworkId, onSolana.address]])
    shell.account.value = onSolana
    leave(connected.caipAddress)
    const evm = shell.networks.filter(({ chainNamespace }) => chainNamespace === 'eip155')
    expect(evm.length).toBeGreaterThan(1)
    expect(ended.slice(1)).toEqual(evm.map(({ caipNetworkId }) => [caipNetworkId, connected.address]))
  })

  it('[A57] [S16] while another namespace stays is signed out with all accounts of that wallet', async () => {
    shell.others.value = [onSolana]
    const other = `eip155:1:0x${'b'.repeat(40)}` as const
    const second = { caipAddress: other, address: `0x${'B'.repeat(40)}`, purpose: 'eoa' as const }
    shell.account.value = { ...connected, allAccounts: [...connected.allAccounts, second] }
    const { ended } = await ready()
    const evm = shell.networks.filter(({ chainNamespace }) => chainNamespace === 'eip155')
    shell.others.value = []
    shell.account.value = onSolana
    leave(connected.caipAddress)
    await settled()
    expect(ended).toEqual(
      [connected.address, second.address].flatMap((address) =>
        evm.map(({ caipNetworkId }) => [caipNetworkId, address]),
      ),
    )
  })

  it('[A57] [S16] is not signed out in a namespace that stays', async () => {
    shell.others.value = [onSolana]
    const { ended } = await ready()
    shell.account.value = onSolana
    shell.others.value = []
    leave(connected.caipAddress)
    await settled()
    expect(ended.some((one) => (one as unknown[])[0] === solana.caipNetworkId)).toBe(false)
    expect(ended.length).toBeGreaterThan(0)
  })

  it('[A57] before the page was loaded is signed out by the address with its checksum', async () => {
    const call = async (_: string, { address }: { address: string }) => `checked ${address}`
    Object.assign(shell, { call })
    const { ended } = await ready()
    leave('eip155:10:0x0b')
    await settled()
    expect(ended).toContainEqual(['eip155:10', 'checked 0x0b'])
  })

  it('is signed out nowhere that the page has no sign-in for', async () => {
    shell.others.value = [onSolana]
    const { ended } = await ready(createPage({ namespaces: ['eip155'] }))
    leave(onSolana.caipAddress)
    await settled()
    expect(ended).toEqual([])
  })

  it('and connects again is signed out before it is looked for whether they are signed in', async () => {
    const order: string[] = []
    const page = createPage({ revokeSession: async () => void order.push('ended') })
    const { getSessions } = page.siwx
    page.siwx.getSessions = async (...args) => (order.push('looked'), getSessions(...args))
    start(page)
    shell.account.value = connected
    leave(connected.caipAddress)
    await settled()
    expect(order.at(0)).toBe('ended')
    expect(order).toContain('looked')
  })

  it('stays signed in where the page wants it so', async () => {
    const { ended } = await ready(createPage({ signOutOnDisconnect: false }))
    leave(connected.caipAddress)
    await settled()
    expect(ended).toEqual([])
  })

  it('[T16] leaves whatever the page’s own code does', async () => {
    await ready(
      createPage({
        setSessions() {
          throw new Error('broken')
        },
      }),
    )
    shell.account.value = { status: 'disconnected' }
    expect(() => leave(connected.caipAddress)).not.toThrow()
    await settled()
  })
})

describe('a page that draws it itself', () => {
  it('asks without the modal, and gets the session', async () => {
    start(createPage(), true)
    shell.account.value = connected
    await expect(signIn.request()).resolves.toMatchObject({ signature: '0x12' })
    expect(view()).toBeUndefined()
    await expect(signIn.request()).resolves.toMatchObject({ signature: '0x12' })
    expect(signed).toHaveLength(1)
  })

  it.each([
    [new BillfoldError('wallet_declined', 'no'), 'siwx_declined'],
    [new BillfoldError('wallet_failed', 'no'), 'wallet_failed'],
  ])('hears why not, and nobody else does', async (error, code) => {
    start(createPage(), true)
    shell.account.value = connected
    wallet = async () => {
      throw error
    }
    await expect(signIn.request()).rejects.toMatchObject({ code })
    expect([view(), snack()]).toEqual([undefined, undefined])
  })

  it('[A182] hears that nobody is connected', async () => {
    start(createPage(), true)
    await expect(signIn.request()).rejects.toMatchObject({
      code: 'account_missing',
      message: expect.stringContaining('No ActiveCaipAddress found') as unknown,
    })
  })

  it('[A183] hears that the network is none of the page', async () => {
    start(createPage(), true)
    shell.account.value = { ...connected, network: undefined, unsupported: true }
    await expect(signIn.request()).rejects.toMatchObject({
      code: 'network_missing',
      message: expect.stringContaining('No ActiveCaipNetwork or client found') as unknown,
    })
  })

  it('signs out, and stays connected', async () => {
    const page = createPage()
    start(page, true)
    shell.account.value = connected
    await signIn.request()
    await signIn.signOut()
    expect(page.ended).toEqual([[connected.caipNetworkId, connected.address]])
    expect([status(), shell.account.peek()]).toEqual(['signed-out', connected])
  })
})

const other: ConnectedAccount = {
  ...connected,
  address: `0x${'2'.repeat(40)}`,
  caipAddress: `eip155:31337:0x${'2'.repeat(40)}`,
}

describe('a sign-out that the server answers late', () => {
  function latePage() {
    let answer = () => {}
    const page = createPage({ revokeSession: () => new Promise<void>((resolve) => (answer = resolve)) })
    return { page, answer: () => answer() }
  }

  it('signs nobody out who is signed in by then', async () => {
    const { page, answer } = latePage()
    page.sessions.push({
      data: { accountAddress: other.address, chainId: other.caipNetworkId },
    } as unknown as SIWXSession)
    start(page, true)
    shell.account.value = connected
    await signIn.request()
    const leaving = signIn.signOut()
    shell.account.value = other
    await settled()
    expect(status()).toBe('signed-in')
    answer()
    await leaving
    expect(status()).toBe('signed-in')
  })

  it('holds nobody who is not connected', async () => {
    const { page, answer } = latePage()
    start(page, true)
    shell.account.value = connected
    await signIn.request()
    const leaving = signIn.signOut()
    shell.account.value = { status: 'disconnected' }
    await settled()
    answer()
    await leaving
    expect({ status: status(), isHeld: signIn.isHeld() }).toEqual({ status: 'nobody', isHeld: false })
  })

  it('that fails leaves what was being found out found out', async () => {
    let found = ((): void => {}) as (sessions: readonly SIWXSession[]) => void
    const page = createPage({
      getSessions: () => new Promise((resolve) => (found = resolve)),
      revokeSession: () => Promise.reject(new BillfoldError('siwx_unknown', 'no')),
    })
    start(page, true)
    shell.account.value = connected
    await settled()
    await signIn.signOut().catch(() => {})
    found([])
    await settled()
    expect(status()).not.toBe('checking')
  })
})

describe('a session that is accepted only after a Cancel', () => {
  it('ends no session that was signed since', async () => {
    const accept: (() => void)[] = []
    let open: SIWXSession[] = []
    const page = createPage({
      getRequired: () => false,
      addSession: (session) => new Promise((resolve) => accept.push(() => (open.push(session), resolve()))),
      revokeSession: async () => void (open = []),
      getSessions: async () => open,
    })
    await ready(page)
    const first = signIn.sign()
    await settled()
    expect(status()).toBe('confirming')
    signIn.cancel()
    shell.show('SIWXSignMessage')
    await signIn.prepare()
    const second = signIn.sign()
    await settled()
    accept[1]!()
    await second
    expect(status()).toBe('signed-in')
    accept[0]!()
    await first
    expect({ status: status(), open: open.length }).toEqual({ status: 'signed-in', open: expect.any(Number) })
    expect(open.length).toBeGreaterThan(0)
  })

  it('in the order in which they were handed in', async () => {
    const accept: (() => void)[] = []
    let open: SIWXSession[] = []
    const page = createPage({
      getRequired: () => false,
      addSession: (session) => new Promise((resolve) => accept.push(() => (open.push(session), resolve()))),
      // As a server does it: a moment later.
      revokeSession: async () => {
        await new Promise((r) => setTimeout(r, 1))
        open = []
      },
      getSessions: async () => open,
    })
    await ready(page)
    const first = signIn.sign()
    await settled()
    signIn.cancel()
    shell.show('SIWXSignMessage')
    await signIn.prepare()
    const second = signIn.sign()
    await settled()
    accept[0]!()
    accept[1]!()
    await Promise.all([first, second])
    await settled()
    expect(status()).toBe('signed-in')
    expect(open.length).toBeGreaterThan(0)
  })
})

describe('a page that asks twice', () => {
  const outcome = (asked: Promise<unknown>) => {
    const seen: { state: string; value?: unknown } = { state: 'pending' }
    asked.then(
      (value) => Object.assign(seen, { state: 'resolved', value }),
      (error: unknown) =>
        Object.assign(seen, { state: 'rejected', value: (error as { code?: string }).code }),
    )
    return seen
  }
  it('at once (StrictMode, a double click): one question, both get the session', async () => {
    start(createPage(), true)
    shell.account.value = connected
    const both = [outcome(signIn.request()), outcome(signIn.request())]
    await settled()
    await settled()
    expect(signed).toHaveLength(1)
    expect(both).toMatchObject([{ state: 'resolved' }, { state: 'resolved' }])
  })
  it('again while the wallet asks: one question', async () => {
    start(createPage(), true)
    shell.account.value = connected
    const answers: ((signature: string) => void)[] = []
    wallet = () => new Promise((resolve) => answers.push(resolve))
    const first = outcome(signIn.request())
    await settled()
    const second = outcome(signIn.request())
    await settled()
    expect(signed).toHaveLength(1)
    answers[0]!('0x12')
    await settled()
    expect([first, second]).toMatchObject([{ state: 'resolved' }, { state: 'resolved' }])
  })
  it('twice, and it is declined: the page hears of it, and no modal opens', async () => {
    start(createPage())
    shell.account.value = connected
    await settled()
    shell.close()
    wallet = async () => {
      throw new BillfoldError('wallet_declined', 'no')
    }
    const both = [outcome(signIn.request()), outcome(signIn.request())]
    await settled()
    await settled()
    expect(both[0]).toMatchObject({ state: 'rejected', value: 'siwx_declined' })
    expect([view(), snack()]).toEqual([undefined, undefined])
  })
  it('while the modal has shown it and the wallet asks: no second question', async () => {
    await ready()
    const answers: ((signature: string) => void)[] = []
    wallet = () => new Promise((resolve) => answers.push(resolve))
    void signIn.sign()
    await settled()
    const asked = outcome(signIn.request())
    await settled()
    expect(signed).toHaveLength(1)
    answers[0]!('0x12')
    await settled()
    expect(status()).toBe('signed-in')
    expect(asked).toMatchObject({ state: 'resolved' })
  })
  it('while the modal prepares it', async () => {
    // The modal's view shows it, and nobody has pressed Sign.
    let make!: () => void
    const gate = new Promise<void>((resolve) => (make = resolve))
    const page = createPage()
    const { createMessage } = page.siwx
    page.siwx.createMessage = async (given) => (await gate, createMessage(given))
    start(page)
    await connect()
    void signIn.prepare()
    const asked = outcome(signIn.request())
    await settled()
    make()
    await settled()
    await settled()
    expect(asked).toMatchObject({ state: 'resolved' })
  })
  it('who is signed in, which could not be found out at first: no signature is asked for', async () => {
    const page = createPage()
    const { getSessions } = page.siwx
    let isDown = true
    page.siwx.getSessions = async (...args) => {
      if (isDown) throw new TypeError('Failed to fetch')
      return getSessions(...args)
    }
    const { caipNetworkId: chainId, address: accountAddress } = connected
    page.sessions.push({ data: { chainId, accountAddress } as never, message: '', signature: '0x99' })
    start(page, true)
    shell.account.value = connected
    await settled()
    expect(status()).toBe('unknown')
    isDown = false
    const asked = outcome(signIn.request())
    await settled()
    await settled()
    expect(asked).toMatchObject({ state: 'resolved' })
    expect(signed).toEqual([])
  })
  it('signed, and the answer of the server was lost: asking again looks for it first', async () => {
    const page = createPage()
    const { addSession } = page.siwx
    page.siwx.addSession = async (session) => {
      await addSession(session)
      throw new TypeError('Failed to fetch')
    }
    start(page, true)
    shell.account.value = connected
    await settled()
    const first = outcome(signIn.request())
    await settled()
    await settled()
    expect([first.state, status(), signed.length]).toEqual(['rejected', 'unknown', 1])
    const second = outcome(signIn.request())
    await settled()
    await settled()
    expect(second).toMatchObject({ state: 'resolved' })
    expect(signed).toHaveLength(1)
  })
  it('who leaves while the wallet asks, and it never answers: the page is told', async () => {
    start(createPage(), true)
    shell.account.value = connected
    await settled()
    wallet = () => new Promise(() => {})
    const asked = outcome(signIn.request())
    await settled()
    expect(signed).toHaveLength(1)
    shell.account.value = { status: 'disconnected' }
    await settled()
    expect(asked).toMatchObject({ state: 'rejected', value: 'aborted' })
  })
  it('twice, and it is declined: no modal opens', async () => {
    start(createPage({ getRequired: () => false }))
    shell.account.value = connected
    await settled()
    expect(view()).toBeUndefined()
    wallet = async () => {
      throw new BillfoldError('wallet_declined', 'no')
    }
    outcome(signIn.request())
    outcome(signIn.request())
    await settled()
    await settled()
    expect([view(), snack()]).toEqual([undefined, undefined])
  })
})
