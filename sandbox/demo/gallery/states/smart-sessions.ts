/** States of smart sessions. */
import type { SmartSession } from '../../../../src/core/assets/smart-session.ts'
import type { ErrorRecord } from '../../../../src/core/base/errors.ts'
import type { State } from '../state.ts'
import { ofAccount, unknown } from './account.ts'

const rental: SmartSession = {
  id: 'rental',
  project: { name: 'Driftwood Rentals', url: 'https://rentals.driftwood.example/' },
  createdAt: Date.UTC(2026, 10, 16),
  expiresAt: Date.UTC(2026, 10, 23),
  permissions: [
    { kind: 'native', amount: 50_000_000_000_000_000n, period: 86_400 },
    { kind: 'token', token: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', amount: 250_000_000n },
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

const revoked: SmartSession = { ...rental, id: 'revoked', revoked: { at: Date.UTC(2026, 10, 17) } }
const all: readonly SmartSession[] = [
  rental,
  { ...rental, id: '2', project: { name: 'A harbour master with a name that is too long for its row' } },
  { ...rental, id: '3', project: {}, createdAt: Date.UTC(2025, 9, 16) },
  { ...rental, id: '4', expiresAt: Date.UTC(2026, 10, 17) },
  revoked,
]

const error: ErrorRecord = { code: 'http_network', message: 'No.', category: 'API_ERROR', context: {} }

function list(part: Pick<State, 'name' | 'when' | 'see'> & Partial<State>): State {
  return ofAccount({
    view: 'SmartSessionList',
    open: 'SmartSessionList',
    features: { smartSessions: true },
    worker: (worker) => worker.set('smartSessions', { data: { sessions: all, unlisted: 0 } }),
    ...part,
  })
}

function one(part: Pick<State, 'name' | 'when' | 'see'> & Partial<State>): State {
  return list({ view: 'SmartSession', steps: [/^Driftwood Rentals/], ...part })
}

export const smartSessionStates: readonly State[] = [
  list({
    name: 'Smart sessions',
    when: 'Three smart sessions are active. One more couldn’t be loaded.',
    worker: (worker) => worker.set('smartSessions', { data: { sessions: all, unlisted: 1 } }),
    see: 'Driftwood Rentals',
  }),
  list({
    name: 'Smart sessions, none',
    when: 'No app can act for this account.',
    worker: (worker) => worker.set('smartSessions', { data: { sessions: [], unlisted: 0 } }),
    see: 'Active 0',
  }),
  list({
    name: 'Smart sessions, loading',
    when: 'The smart sessions haven’t loaded yet.',
    worker: (worker) => worker.set('smartSessions', { status: 'loading', ...unknown }),
    see: 'Smart sessions',
  }),
  list({
    name: 'Smart sessions, failed',
    when: 'The API isn’t responding, and no earlier list is stored.',
    worker: (worker) => worker.set('smartSessions', { status: 'failed', error, ...unknown }),
    see: 'Couldn’t load smart sessions',
  }),
  list({
    name: 'Smart sessions, last known',
    when: 'The API isn’t responding. The last known list stays, with its age.',
    worker: (worker) =>
      worker.set('smartSessions', {
        data: { sessions: all, unlisted: 0 },
        status: 'failed',
        error,
        fetchedAt: Date.now() - 180_000,
      }),
    see: 'As of 3 min ago',
  }),
  one({
    name: 'Smart session',
    when: 'What the app may do, and until when.',
    see: 'At most 10 calls',
  }),
  one({
    name: 'Smart session, revoked',
    when: 'What the app could do.',
    worker: (worker) => worker.set('smartSessions', { data: { sessions: [revoked], unlisted: 0 } }),
    steps: [/^Revoked/, /^Driftwood Rentals/],
    see: 'Revoked on',
  }),
  one({
    name: 'Smart session, review revocation',
    when: 'The message to sign before revoking.',
    steps: [/^Driftwood Rentals/, 'Revoke'],
    see: 'Sign and revoke',
  }),
  one({
    name: 'Smart session, revoking declined',
    when: 'The user declined in the wallet.',
    wallets: [{ name: 'Harbor', later: 'declines' }],
    steps: [/^Driftwood Rentals/, 'Revoke', 'Sign and revoke'],
    see: 'Not revoked',
  }),
]
