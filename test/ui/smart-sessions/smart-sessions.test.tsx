// @vitest-environment happy-dom
/** The list of smart sessions, one of them, and how it is revoked. */
import { act } from 'react'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { SmartSession, SmartSessionPermission } from '../../../src/core/assets/smart-session.ts'
import { BillfoldError } from '../../../src/core/base/errors.ts'
import { loadViews } from '../../../ui/modal/views.ts'
import { connected, onSolana, portfolioHead, tokenAt } from '../fake-shell.ts'
import { useModal } from '../open-modal.ts'
import { readSnack } from '../read-snack.ts'

const modal = useModal()
const { button, find, press, text, wait } = modal
const account = connected.caipAddress
const DAY = 86_400_000
const TOKEN = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'

let nextId = 0
const session = (part: Partial<SmartSession> = {}): SmartSession => ({
  id: `session-${(nextId += 1)}`,
  project: { name: 'Driftwood', url: 'https://driftwood.example/' },
  createdAt: Date.now() - DAY,
  expiresAt: Date.now() + DAY,
  permissions: [{ kind: 'native', amount: 10n ** 17n }],
  unlistedPermissions: 0,
  context: '0x51c0',
  ...part,
})

const list = (...sessions: SmartSession[]) =>
  modal.shell.set('smartSessions', { data: { sessions, unlisted: 0 } })

beforeAll(() => loadViews(['SmartSessionList', 'SmartSession']))
beforeEach(() => {
  modal.shell.features.value = { smartSessions: true }
})

async function openList(): Promise<void> {
  await modal.openAccount()
  await press('Smart sessions')
  await wait(500)
}

async function openOne(one: SmartSession): Promise<void> {
  list(one)
  modal.shell.account.value = connected
  modal.shell.set('portfolio', { data: portfolioHead(3, { otherFrom: 3, unverifiedFrom: 3 }) })
  modal.shell.rows.portfolio = (at) => ({
    ...tokenAt(at),
    ...(at === 1 && { contract: TOKEN, symbol: 'USDC' }),
  })
  modal.shell.show('SmartSession', { account, id: one.id })
  await modal.mount()
  await wait(50)
}

const rows = () =>
  [...modal.root.querySelectorAll('.smart-sessions .row .row-text')].map((row) => row.textContent)
const permissions = () => [...modal.root.querySelectorAll('.permissions > li')].map((one) => one.textContent)

describe('[S3] [A115] The smart sessions link in the Account view', () => {
  test('is missing, and no smart sessions are loaded, if smart sessions are off', async () => {
    modal.shell.features.value = {}
    await modal.openAccount()
    expect(button('Smart sessions')).toBeUndefined()
    expect([...modal.shell.watched].filter((key) => key.startsWith('smartSessions'))).toEqual([])
  })

  test('appears when the dashboard turns smart sessions on, and only for EVM accounts', async () => {
    modal.shell.features.value = { smartSessions: false }
    await modal.openAccount()
    await act(async () => void (modal.shell.features.value = { smartSessions: true }))
    expect(button('Smart sessions')).toBeDefined()
    await act(async () => void (modal.shell.account.value = onSolana))
    expect(button('Smart sessions')).toBeUndefined()
  })
})

describe('[S3] [A149] The list of smart sessions', () => {
  test('groups active, expired and revoked sessions by month', async () => {
    const old = Date.UTC(2024, 4, 15, 12)
    list(
      session({ project: { name: 'Newest' } }),
      session({ project: { name: 'Old' }, createdAt: old, expiresAt: old + 4_000 * DAY }),
      session({ project: {}, createdAt: undefined as never }),
      session({ project: { name: 'Ended' }, expiresAt: old }),
      session({ project: { name: 'Gone' }, revoked: { at: old } }),
    )
    await openList()
    expect(rows().map((row) => row?.replace(/Until.*|End.*/, ''))).toEqual(['Newest', 'Old', 'Unknown app'])
    const heads = () => [...modal.root.querySelectorAll('.group-title')].map((head) => head.textContent)
    expect(heads().slice(1)).toEqual(['May 2024', 'Unknown date'])
    await press('Expired 1')
    expect(rows()).toEqual(['EndedEnded 15 May 2024 · 1 permission'])
    await press('Revoked 1')
    expect(rows()).toEqual(['GoneRevoked 15 May 2024 · 1 permission'])
  })

  test('moves a session to Expired when it ends', async () => {
    list(session({ expiresAt: Date.now() + 5_000 }))
    await openList()
    expect(button('Active 1')).toBeDefined()
    await wait(6_000)
    expect(button('Active 0')).toBeDefined()
    expect(button('Expired 1')).toBeDefined()
  })

  test('says that no listed app can act if the list is empty, and how many sessions could not be shown', async () => {
    modal.shell.set('smartSessions', { data: { sessions: [], unlisted: 2 } })
    await openList()
    expect(text()).toContain('No listed app can act')
    expect(text()).toContain('2 more smart sessions couldn’t be shown')
  })

  const error = new BillfoldError('http_network', 'no')

  test('shows why it could not be loaded, and is requested again by “Try again”', async () => {
    modal.shell.set('smartSessions', { data: undefined, status: 'failed', error })
    await openList()
    expect(text('[role=alert]')).toContain('Can’t reach the service')
    await press('Try again')
    expect(modal.shell.calls).toContainEqual({
      command: 'refresh',
      input: { topic: 'smartSessions', params: { account } },
    })
  })

  test('keeps showing the sessions loaded before, and how old they are, if a reload fails', async () => {
    const data = { sessions: [session()], unlisted: 0 }
    modal.shell.set('smartSessions', {
      data,
      status: 'failed',
      error,
      fetchedAt: Date.now() - 180_000,
    })
    await openList()
    expect(text('.smart-session-stale')).toContain('As of 3 min ago')
    expect(rows()).toHaveLength(1)
  })
})

describe('[S3] [A149] A smart session', () => {
  test.each<[SmartSessionPermission, string]>([
    [{ kind: 'native', amount: 10n ** 17n }, 'Spend up to 0.1 ETH'],
    [{ kind: 'native', amount: 1n, period: 86_400 }, 'Spend up to 0.000000000000000001 ETH every day'],
    [{ kind: 'native', amount: 2n ** 256n - 1n }, 'Spend any amount of ETH'],
    [{ kind: 'token', token: TOKEN, amount: 2_500_000n, period: 7_200 }, `every 2 hours${TOKEN}`],
    [
      { kind: 'token', token: `0x${'1'.repeat(40)}`, amount: 2_500_000n },
      `Spend up to 2,500,000 of a token’s smallest units0x${'1'.repeat(40)}`,
    ],
    [{ kind: 'nfts', contract: TOKEN }, `Send NFTs from a collection${TOKEN}`],
    [{ kind: 'contract', contract: TOKEN, functions: [] }, `Call any function of a contract${TOKEN}`],
    [
      {
        kind: 'contract',
        contract: TOKEN,
        functions: [
          { name: 'mint', max: 10n ** 18n, isConditional: true },
          { name: 'burn', max: 0n, isConditional: false },
          { name: 'swap', isConditional: false },
        ],
      },
      `mint: sends up to 1 ETH each time, only with certain argumentsburn: sends no ETHswap`,
    ],
    [{ kind: 'calls', count: 3, period: 60 }, 'At most 3 calls every minute'],
    [{ kind: 'calls', count: 1, period: 90 }, 'At most 1 call every 90 seconds'],
    [{ kind: 'unknown', type: 'fly' }, 'Unknown permission: flyBillfold doesn’t know what this allows.'],
    [{ kind: 'unknown', type: '' }, 'Unknown permissionBillfold doesn’t know what this allows.'],
  ])('shows its permission %o as: %s', async (permission, words) => {
    await openOne(session({ permissions: [permission], unlistedPermissions: 2 }))
    expect(permissions()[0]?.replaceAll('\u00a0', ' ')).toContain(words)
    expect(text()).toContain('2 more permissions aren’t shown')
  })

  test('shows the name of its app, and “Unknown date” if its end is unknown', async () => {
    await openOne(session({ expiresAt: undefined as never }))
    expect(text('.smart-session-app')).toBe('Driftwooddriftwood.exampleActive')
    expect(text('.fact-list')).toContain('EndsUnknown date')
  })

  test('loses its Revoke button, and is shown as no longer listed, when it disappears from the list', async () => {
    await openOne(session())
    await act(async () => list())
    expect(text()).toContain('no longer listed')
    expect(button('Revoke')).toBeUndefined()
  })
})

describe('[S3] [A150] Revoking a smart session', () => {
  /** What the wallet is asked for; it answers when the test says so. */
  let asked: { input: unknown[]; sign(): Promise<void>; decline(): Promise<void> } | undefined
  let answer: (command: string) => Promise<unknown>

  async function ask(one = session()): Promise<SmartSession> {
    answer = async () => ({ status: 'revoked' })
    await openOne(one)
    const { shell } = modal
    const before = shell.answer
    shell.answer = (command, input) =>
      command === 'revokeSmartSession' ? answer(command) : before(command, input)
    shell.wallet = async () =>
      ({
        signRevocation: (...input: unknown[]) =>
          new Promise((resolve, reject) => {
            const settle = (how: () => void) => act(async () => how())
            asked = {
              input,
              sign: () => settle(() => resolve('0x51')),
              decline: () => settle(() => reject(new BillfoldError('wallet_declined', 'no'))),
            }
          }),
      }) as never
    asked = undefined
    await press('Revoke')
    return one
  }

  const sent = () => modal.shell.calls.filter(({ command }) => command === 'revokeSmartSession')
  const refreshed = () =>
    modal.shell.calls.filter(
      ({ command, input }) => command === 'refresh' && (input as { topic: string }).topic === 'smartSessions',
    )

  test('shows the message before the wallet is asked to sign it, and can be cancelled', async () => {
    await ask()
    expect(text('pre')).toContain('Revoke a smart session')
    expect(text('pre')).toContain('Permissions context: 0x51c0')
    expect(asked).toBeUndefined()
    expect(modal.root.activeElement?.textContent).toBe('Sign and revoke')
    await press('Cancel')
    expect(find('pre')).toBeUndefined()
    expect(modal.root.activeElement?.textContent).toBe('Revoke')
    expect(asked).toBeUndefined()
  })

  test('sends the signature, shows the session as revoked, and reloads the list', async () => {
    const one = await ask()
    await press('Sign and revoke')
    expect(asked?.input).toEqual([account, one])
    expect(text('.smart-session-ask')).toContain('Approve in Harbor')
    await press('Approve in Harbor')
    expect(sent()).toEqual([])
    await asked!.sign()
    expect(sent()).toEqual([
      { command: 'revokeSmartSession', input: { account, id: one.id, signature: '0x51' } },
    ])
    expect(refreshed()).toHaveLength(1)
    expect(readSnack(modal.shell)?.title).toBe('Smart session with Driftwood revoked')
    // Before the list comes, and after it.
    expect(text('.smart-session-state')).toBe('Revoked')
    await wait(1_000)
    await act(async () => list({ ...one, revoked: { at: Date.now() } }))
    expect(text('.smart-session-state')).toBe('Revoked')
    expect(button('Revoke')).toBeUndefined()
  })

  test('shows the session as active if the list loaded after the revocation still lists it as active', async () => {
    const one = await ask()
    await press('Sign and revoke')
    await asked!.sign()
    await wait(1_000)
    await act(async () => list(one))
    expect(text('.smart-session-state')).toBe('Active')
  })

  test('says that the session was already revoked if the service answers so', async () => {
    await ask()
    answer = async () => ({ status: 'revoked_before' })
    await press('Sign and revoke')
    await asked!.sign()
    expect(readSnack(modal.shell)?.title).toBe('Smart session with Driftwood was already revoked')
  })

  test('changes nothing if the user declines to sign', async () => {
    await ask()
    await press('Sign and revoke')
    await asked!.decline()
    expect(text('[role=alert]')).toBe('Not revokedYou declined in Harbor.The smart session is still active.')
    expect([...sent(), ...refreshed()]).toEqual([])
    expect(text('.smart-session-state')).toBe('Active')
    await press('Cancel')
    expect(text('[role=alert]')).toBe('')
  })

  test.each([
    [
      new BillfoldError('smart_session_kept', 'no', { context: { said: 'Bad signature', status: 401 } }),
      'Not revokedThe service says: Bad signatureThe smart session is still active.',
    ],
    [
      new BillfoldError('smart_session_kept', 'no', { context: { reason: 'http_status', status: 404 } }),
      'Not revokedThe service refused the request (error 404).The smart session is still active.',
    ],
    [
      new BillfoldError('outcome_unknown', 'no', { context: { reason: 'http_network' } }),
      'We don’t know if it was revokedThe service didn’t give a clear answer. Check the list again before you retry.',
    ],
  ])('reloads the list after a failure, and explains the error %o as: %s', async (error, words) => {
    await ask()
    answer = async () => {
      throw error
    }
    await press('Sign and revoke')
    await asked!.sign()
    expect(text('[role=alert]')).toBe(words)
    expect(refreshed()).toHaveLength(1)
  })

  test('continues if the user leaves the view, and reports a failure in a message', async () => {
    await ask()
    answer = () =>
      Promise.reject(new BillfoldError('smart_session_kept', 'no', { context: { said: 'Bad signature' } }))
    await press('Sign and revoke')
    await act(async () => modal.shell.router.push('Networks'))
    await asked!.sign()
    expect(readSnack(modal.shell)?.title).toBe('Couldn’t revoke the smart session with Driftwood')
  })
})
