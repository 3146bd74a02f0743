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

describe('sign-in after connecting', () => {
  it('[A89] asks for a signature if there is no session', async () => {
    start(createPage())
    await connect()
    expect([status(), view()]).toEqual(['signed-out', 'SIWXSignMessage'])
  })

  it('[A90] closes the modal if there is a session', async () => {
    const page = createPage()
    const [{ caipNetworkId: chainId, address }] = [connected]
    const message = await page.siwx.createMessage({ accountAddress: address, chainId })
    page.sessions.push({ data: message, message: '', signature: '' })
    start(page)
    await connect()
    expect([status(), view()]).toEqual(['signed-in', undefined])
  })

  it('[A46] [A91] has the wallet sign exactly the shown message, and closes the modal', async () => {
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

  it('[D27] stores the wallet’s version of the message if the wallet changed the message before signing', async () => {
    const { sessions } = await ready()
    wallet = async (_, onSigned) => (onSigned?.('off-chain'), 'sig')
    await signIn.sign()
    expect(sessions).toMatchObject([{ signature: 'sig', signedMessage: 'off-chain' }])
  })

  it('keeps the previous view for up to a second while sessions are being read', async () => {
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

  it('closes the modal if the page’s sign-in does not cover the account’s namespace', async () => {
    start(createPage({ namespaces: ['eip155'] }))
    await connect(onSolana)
    expect([status(), view()]).toEqual(['nobody', undefined])
  })

  it('is not required in namespaces whose wallets cannot sign messages, such as Polkadot', async () => {
    start(createPage())
    const caipNetworkId = 'polkadot:91b171bb158e2d3848fa23a9f1c25182'
    const address = '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5'
    await connect({ ...connected, caipNetworkId, caipAddress: `${caipNetworkId}:${address}`, address })
    expect([status(), view()]).toEqual(['nobody', undefined])
  })

  it('is not required on a network that the page does not have', async () => {
    start(createPage())
    shell.account.value = { ...connected, network: undefined, unsupported: true }
    await settled()
    expect(status()).toBe('nobody')
  })
})

describe('[A111] sign-in with the connection request', () => {
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

  it('waits until the page has added the session, and does not ask for a second signature', async () => {
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

  it('revokes a session if the page accepts it after the user has cancelled', async () => {
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

describe('an unfinished sign-in', () => {
  it('[A92] [A179] shows that the user declined, reopens the modal if it was closed, and can be signed on a second attempt', async () => {
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

  it('[A180] shows the smart account message after a smart account declined', async () => {
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
    ['a contract account (the smart account message)', 'contract', SMART],
    ['an EIP-7702 account (“Signature declined”)', 'delegated', 'Signature declined'],
    ['a standard account (“Signature declined”)', 'plain', 'Signature declined'],
    ['an account of unknown kind (“Signature declined”)', new Error('offline'), 'Signature declined'],
  ] as const)(
    '[S15] [A179] [A180] after an installed wallet declined to sign, shows the message for the kind of account: %s',
    async (_, kind, said) => {
      await ready()
      setKind(kind)
      wallet = () => Promise.reject(new BillfoldError('wallet_declined', 'no'))
      await signIn.sign()
      expect([status(), snack()]).toEqual(['ready', said])
    },
  )

  it.each([
    ['wallet_failed', 'wallet'],
    ['wallet_bad_answer', 'wallet'],
    ['siwx_invalid', 'page'],
  ] as const)(
    '[S15] [A180] shows the smart account message for a smart account after the error %s from the %s',
    async (code, by) => {
      const fail = () => Promise.reject(new BillfoldError(code, 'no', { context: { said: 'no' } }))
      await ready(by === 'page' ? createPage({ addSession: fail }) : createPage())
      setKind('contract')
      if (by === 'wallet') wallet = fail
      await signIn.sign()
      expect(snack()).toBe(SMART)
    },
  )

  it.each(['nonce', 'expired', 'domain'])(
    '[S15] does not show the smart account message for a smart account after the fault “%s”',
    async (fault) => {
      const addSession = () => Promise.reject(new BillfoldError('siwx_invalid', 'no', { context: { fault } }))
      await ready(createPage({ addSession }))
      setKind('contract')
      await signIn.sign()
      expect(snack()).not.toBe(SMART)
    },
  )

  it('[S15] has the status unknown, not failed, if a smart account’s signature cannot be verified', async () => {
    const addSession = () => Promise.reject(new BillfoldError('siwx_unknown', 'no node'))
    await ready(createPage({ addSession }))
    setKind('contract')
    await signIn.sign()
    expect([status(), snack()]).toEqual(['unknown', undefined])
  })

  it('[A93] [A119] disconnects on Cancel if sign-in is required', async () => {
    await ready()
    signIn.cancel()
    expect([shell.ended, view()]).toEqual([['eip155'], undefined])
  })

  it('[A93] [A119] stays connected on Cancel if sign-in is optional, and does not ask a second time for the same account and network', async () => {
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
    '[T16] can be cancelled at once while its status is “%s”',
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

  it('[A94] holds the modal open only while sign-in is known to be required and is not done', async () => {
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
    ['never resolves', () => new Promise<never>(() => {})],
    ['rejects', () => Promise.reject(new Error('down'))],
  ])('[A119] counts as required, so that Cancel disconnects, if getRequired() %s', async (_, getRequired) => {
    start(createPage({ getRequired }))
    await connect()
    expect([signIn.isRequired(), signIn.isHeld()]).toEqual([true, false])
    signIn.cancel()
    expect(shell.ended).toEqual(['eip155'])
  })

  it('has the status unknown, and counts as required, if getRequired() does not answer in time', async () => {
    vi.useFakeTimers()
    start(createPage({ getRequired: () => new Promise(() => {}) }))
    shell.account.value = connected
    await vi.advanceTimersByTimeAsync(41_000)
    expect([status(), signIn.isRequired()]).toEqual(['unknown', true])
  })

  it('ignores a signature that the wallet returns after Cancel', async () => {
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

  it('revokes a session if the page accepts it after Cancel', async () => {
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

describe('a refused sign-in signature', () => {
  const refuse = (fault: string) => () =>
    Promise.reject(new BillfoldError('siwx_invalid', 'no', { context: { fault } }))

  it.each([
    ['signer', 'Harbor returned another account. You weren’t signed in.'],
    ['signature', 'Harbor returned an invalid signature. You weren’t signed in.'],
    ['early', 'Your device’s clock is wrong. Set it, then sign again.'],
    ['nonce', 'This message was already used or has expired. Sign the new one.'],
    ['domain', 'The sign-in wasn’t accepted. You weren’t signed in.'],
  ])('[F22] for the fault “%s”, prepares a new message to sign and says “%s”', async (fault, words) => {
    const page = createPage({ addSession: refuse(fault) })
    await ready(page)
    await signIn.sign()
    expect([status(), snack()]).toEqual(['signed-out', words])
    await signIn.prepare()
    expect(status()).toBe('ready')
  })

  it('shows the page’s own error message', async () => {
    await ready(createPage({ addSession: () => Promise.reject(new Error('Only members of the club.')) }))
    await signIn.sign()
    expect([status(), snack()]).toEqual(['signed-out', 'Only members of the club.'])
  })

  it('shows that the wallet switched to a different account during the request', async () => {
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

describe('[T17] a sign-in session that cannot be checked', () => {
  const down = () => Promise.reject(new BillfoldError('siwx_unknown', 'down'))

  it('keeps the connection, and can be checked again by retry()', async () => {
    let getSessions: SIWX['getSessions'] = down
    start(createPage({ getSessions: (...args) => getSessions(...args) }))
    await connect()
    expect([status(), view(), left, shell.ended]).toEqual(['unknown', 'SIWXSignMessage', [], []])
    getSessions = async () => []
    signIn.retry()
    await settled()
    expect(status()).toBe('signed-out')
  })

  it('is checked again when the network is back', async () => {
    let getSessions: SIWX['getSessions'] = down
    start(createPage({ getSessions: (...args) => getSessions(...args) }))
    shell.online.value = false
    await connect()
    getSessions = async () => []
    shell.online.value = true
    await settled()
    expect(status()).toBe('signed-out')
  })

  it('is checked again when the network is back, without opening a closed modal', async () => {
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
    ['a time-out of the worker', () => new BillfoldError('worker_deadline', 'late')],
    ['a network error of the browser', () => new TypeError('Failed to fetch')],
    ['a TimeoutError', () => new DOMException('timed out', 'TimeoutError')],
    ['an error of unknown origin', () => new Error('what')],
  ])('has the status unknown if getSessions() rejects with %s', async (_, error) => {
    start(createPage({ getSessions: () => Promise.reject(error()) }))
    await connect()
    expect([status(), left]).toEqual(['unknown', []])
  })

  it('is looked up on the server before the signature is sent again, if the server’s answer was lost', async () => {
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

  it('has the status unknown if the page does not answer in time', async () => {
    vi.useFakeTimers()
    start(createPage({ getSessions: () => new Promise(() => {}) }))
    shell.account.value = connected
    await vi.advanceTimersByTimeAsync(41_000)
    expect(status()).toBe('unknown')
  })

  it('[F23] leaves the modal closed and the account connected after a reload without a network', async () => {
    const page = createPage({ getSessions: down })
    shell.account.value = { status: 'connecting', restoring: true }
    start(page)
    shell.account.value = connected
    await settled()
    expect([status(), view(), left, page.ended]).toEqual(['unknown', undefined, [], []])
  })
})

describe('[A178] an invalid sign-in session', () => {
  it.each([
    ['rejects with siwx_invalid', () => Promise.reject(new BillfoldError('siwx_invalid', 'forged'))],
    ['does not return an array', async () => 7 as never],
  ])('disconnects and shows an error on Connect if getSessions() %s', async (_, getSessions) => {
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

describe('sign-in for the active account and network', () => {
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
  ])('is asked for after a change of the %s, but not after a change back', async (_, elsewhere) => {
    await ready()
    await signIn.sign()
    shell.account.value = elsewhere
    await settled()
    expect([status(), view()]).toEqual(['signed-out', 'SIWXSignMessage'])
    shell.account.value = connected
    await settled()
    expect([status(), view()]).toEqual(['signed-in', undefined])
  })

  it('is asked for when the wallet returns to a supported network, even if getRequired() is false', async () => {
    start(createPage({ getRequired: () => false }))
    shell.account.value = { ...connected, network: undefined, unsupported: true }
    await settled()
    shell.account.value = connected
    await settled()
    expect([status(), view()]).toEqual(['signed-out', 'SIWXSignMessage'])
  })

  it('ignores a session of a different account that the page returns', async () => {
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

  it('refuses a message that the page created for a different account', async () => {
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

describe('sign-in when the user returns to this tab', () => {
  const comeBack = async () => {
    document.dispatchEvent(new Event('visibilitychange'))
    await settled()
  }

  it('uses the session of a sign-in that the user has completed in a second tab', async () => {
    const page = await ready()
    const { caipNetworkId: chainId, address: accountAddress } = connected
    const message = await page.siwx.createMessage({ accountAddress, chainId })
    page.sessions.push({ data: message, message: '', signature: '' })
    await comeBack()
    expect([status(), view()]).toEqual(['signed-in', undefined])
  })

  it('is required if the user has signed out in a second tab', async () => {
    const page = await ready()
    await signIn.sign()
    await comeBack()
    expect(status()).toBe('signed-in')
    page.sessions.length = 0
    await comeBack()
    expect([status(), view()]).toEqual(['signed-out', 'SIWXSignMessage'])
  })

  it('[T17] keeps the session if sessions cannot be read', async () => {
    const page = await ready()
    await signIn.sign()
    page.siwx.getSessions = () => Promise.reject(new BillfoldError('siwx_unknown', 'down'))
    await comeBack()
    expect([status(), view()]).toEqual(['signed-in', undefined])
  })
})

describe('sign-out on disconnect', () => {
  it('[A57] ends all sessions after the last account disconnects', async () => {
    const { ended } = await ready()
    shell.account.value = { status: 'disconnected' }
    leave(connected.caipAddress)
    await settled()
    expect(ended).toEqual([[]])
  })

  it('[A57] signs the account out on every network of its namespace, even if an account of a second namespace stays connected', async () => {
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

  it('[A57] [S16] signs out every account of the wallet while another namespace stays connected', async () => {
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

  it('[A57] [S16] does not sign out the accounts of a namespace that stays connected', async () => {
    shell.others.value = [onSolana]
    const { ended } = await ready()
    shell.account.value = onSolana
    shell.others.value = []
    leave(connected.caipAddress)
    await settled()
    expect(ended.some((one) => (one as unknown[])[0] === solana.caipNetworkId)).toBe(false)
    expect(ended.length).toBeGreaterThan(0)
  })

  it('[A57] sends the checksum address of an account that was disconnected before the page loaded', async () => {
    const call = async (_: string, { address }: { address: string }) => `checked ${address}`
    Object.assign(shell, { call })
    const { ended } = await ready()
    leave('eip155:10:0x0b')
    await settled()
    expect(ended).toContainEqual(['eip155:10', 'checked 0x0b'])
  })

  it('skips namespaces that the page’s sign-in does not cover', async () => {
    shell.others.value = [onSolana]
    const { ended } = await ready(createPage({ namespaces: ['eip155'] }))
    leave(onSolana.caipAddress)
    await settled()
    expect(ended).toEqual([])
  })

  it('is sent before sessions are read if the account reconnects', async () => {
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

  it('is skipped if the page turns signOutOnDisconnect off', async () => {
    const { ended } = await ready(createPage({ signOutOnDisconnect: false }))
    leave(connected.caipAddress)
    await settled()
    expect(ended).toEqual([])
  })

  it('[T16] does not prevent the disconnect if the page’s setSessions() throws', async () => {
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

describe('sign-in on a page with its own UI', () => {
  it('returns the session without opening the modal, and signs once', async () => {
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
  ])(
    'rejects with siwx_declined if the user declines, or else with the wallet’s error, and the modal shows no message (case %#)',
    async (error, code) => {
      start(createPage(), true)
      shell.account.value = connected
      wallet = async () => {
        throw error
      }
      await expect(signIn.request()).rejects.toMatchObject({ code })
      expect([view(), snack()]).toEqual([undefined, undefined])
    },
  )

  it('[A182] rejects if no account is connected', async () => {
    start(createPage(), true)
    await expect(signIn.request()).rejects.toMatchObject({
      code: 'account_missing',
      message: expect.stringContaining('No ActiveCaipAddress found') as unknown,
    })
  })

  it('[A183] rejects on a network that the page does not have', async () => {
    start(createPage(), true)
    shell.account.value = { ...connected, network: undefined, unsupported: true }
    await expect(signIn.request()).rejects.toMatchObject({
      code: 'network_missing',
      message: expect.stringContaining('No ActiveCaipNetwork or client found') as unknown,
    })
  })

  it('signOut() revokes the session and keeps the connection', async () => {
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

  it('does not sign out a different account that has become active before the server answers', async () => {
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

  it('does not keep the modal open for an account that has disconnected before the server answers', async () => {
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

  it('lets a check of the sessions finish if the sign-out fails', async () => {
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

describe('a sign-in session that is accepted after Cancel', () => {
  it('is revoked, and a second sign-in keeps its session if the page accepted the second sign-in first', async () => {
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

  it('is revoked, and a second sign-in keeps its session if the page accepts the second sign-in last', async () => {
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

describe('sign-in requests from the page', () => {
  const outcome = (asked: Promise<unknown>) => {
    const seen: { state: string; value?: unknown } = { state: 'pending' }
    asked.then(
      (value) => Object.assign(seen, { state: 'resolved', value }),
      (error: unknown) =>
        Object.assign(seen, { state: 'rejected', value: (error as { code?: string }).code }),
    )
    return seen
  }
  it('ask for one signature if they are made at once (StrictMode, a double click), and each returns the session', async () => {
    start(createPage(), true)
    shell.account.value = connected
    const both = [outcome(signIn.request()), outcome(signIn.request())]
    await settled()
    await settled()
    expect(signed).toHaveLength(1)
    expect(both).toMatchObject([{ state: 'resolved' }, { state: 'resolved' }])
  })
  it('share one signature if the second request is made while the wallet asks', async () => {
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
  it('are rejected when the user declines, without opening the modal', async () => {
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
  it('ask for no second signature while the modal’s request is waiting in the wallet', async () => {
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
  it('sign the message that the modal is already preparing', async () => {
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
  it('read sessions again after a failed check, and ask for no signature if a session exists', async () => {
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
  it('look for the session before asking for a new signature, if the server’s answer was lost', async () => {
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
  it('are rejected with aborted when the account disconnects while the wallet asks', async () => {
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
  it('do not open the modal when the user declines an optional sign-in', async () => {
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
