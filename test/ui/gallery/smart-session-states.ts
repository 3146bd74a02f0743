/** Smart sessions in the gallery: the list in each of its states, one session, and how it is revoked. */
import type { SmartSession } from '../../../src/core/assets/smart-session.ts'
import { BillfoldError, toErrorRecord } from '../../../src/core/base/errors.ts'
import type { FakeShell } from '../fake-shell.ts'
import { connected } from '../fake-shell.ts'

const DAY = 86_400_000
const account = connected.caipAddress
const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'

const rental: SmartSession = {
  id: 'b5c1d0f2-8d7e-4a56-9b1f-2f6a1c0e7d31',
  project: { name: 'Driftwood Rentals', url: 'https://rentals.driftwood.example/' },
  createdAt: Date.now() - 2 * DAY,
  expiresAt: Date.now() + 5 * DAY,
  permissions: [
    { kind: 'native', amount: 50_000_000_000_000_000n, period: 86_400 },
    { kind: 'token', token: usdc, amount: 250_000_000n },
    {
      kind: 'contract',
      contract: '0x8C05E92bA17f02D4a3e0A7E5bC9B41d27De37EB2',
      functions: [
        { name: 'extendLease', max: 10_000_000_000_000_000n, isConditional: false },
        { name: 'returnBoard', isConditional: true },
      ],
    },
    { kind: 'calls', count: 10, period: 3_600 },
    { kind: 'unknown', type: 'native-token-stream' },
  ],
  unlistedPermissions: 0,
  context: `0x${'51c0de'.repeat(12)}`,
}

const sessions: SmartSession[] = [
  rental,
  {
    ...rental,
    id: '2',
    project: { name: 'A harbour master with a name that is too long for its row' },
    createdAt: Date.now() - 40 * DAY,
    permissions: rental.permissions.slice(0, 1),
  },
  { ...rental, id: '3', project: {}, createdAt: Date.now() - 400 * DAY },
  { ...rental, id: '4', expiresAt: Date.now() - DAY },
  { ...rental, id: '5', revoked: { at: Date.now() - DAY } },
]

export function createSmartSessionStates(shell: FakeShell, connect: () => void): Record<string, () => void> {
  function show(part: { sessions?: SmartSession[]; unlisted?: number } = {}): void {
    connect()
    shell.features.value = { smartSessions: true }
    shell.set('smartSessions', { data: { sessions, unlisted: 0, ...part } })
  }
  function showOne(id: string): void {
    show()
    shell.router.push('SmartSessionList')
    shell.router.push('SmartSession', { account, id })
  }
  async function press(...labels: string[]): Promise<void> {
    for (const label of labels) {
      const find = () =>
        [
          ...(document
            .querySelector('billfold-modal')
            ?.shadowRoot?.querySelectorAll<HTMLElement>('.view button') ?? []),
        ].find(({ textContent }) => textContent === label)
      while (!find()) await new Promise((resolve) => setTimeout(resolve, 50))
      find()!.click()
    }
  }
  const error = toErrorRecord(new BillfoldError('http_network', 'no'))
  return {
    'smart-sessions-way': () => show(),
    'smart-sessions': () => {
      show({ unlisted: 1 })
      shell.router.push('SmartSessionList')
    },
    'smart-sessions-empty': () => {
      show({ sessions: [] })
      shell.router.push('SmartSessionList')
    },
    'smart-sessions-loading': () => {
      connect()
      shell.features.value = { smartSessions: true }
      shell.router.push('SmartSessionList')
    },
    'smart-sessions-failed': () => {
      connect()
      shell.features.value = { smartSessions: true }
      shell.set('smartSessions', { status: 'failed', error })
      shell.router.push('SmartSessionList')
    },
    'smart-sessions-old': () => {
      show()
      const fetchedAt = Date.now() - 180_000
      shell.set('smartSessions', { data: { sessions, unlisted: 0 }, status: 'failed', error, fetchedAt })
      shell.router.push('SmartSessionList')
    },
    'smart-session': () => showOne(rental.id),
    'smart-session-revoked': () => showOne('5'),
    'smart-session-asks': () => {
      showOne(rental.id)
      void press('Revoke')
    },
    'smart-session-declined': () => {
      showOne(rental.id)
      shell.wallet = () => Promise.reject(new BillfoldError('wallet_declined', 'no'))
      void press('Revoke', 'Sign and revoke')
    },
  }
}
