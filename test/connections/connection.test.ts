import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Attempt, ConnectedAccount, NetworkSwitch } from '../../src/wallets/account.ts'
import {
  type Connection,
  type ConnectionEvent,
  DISCONNECTED,
  getAccountState,
  reduceConnection,
} from '../../src/connections/connection.ts'
import type { Connector } from '../../src/wallets/connector.ts'
import type { Session } from '../../src/connections/session.ts'
import { toNetwork } from '../../src/core/chains/networks.ts'

const MARA = '0x71c4a09e5b2df8361c7e90d4af52e8137bd6c02a'
const WREN = '0x00000000000000000000000000000000000000bb'
const harbor = createConnector('harbor')
const squatter = { ...createConnector('squatter'), restoreKey: harbor.restoreKey }
const tide = createConnector('tide')
const base = toNetwork({
  id: 8453,
  name: 'Base',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: [] } },
})
const error = {
  code: 'wallet_failed',
  message: 'It failed',
  category: 'INTERNAL_SDK_ERROR',
  context: {},
} as const

const session = createSession(harbor, MARA)
const restoring = run({ type: 'restored', session }, { type: 'listed', connectors: [harbor, tide] })
const restored = run(restoring, { type: 'shared', connector: harbor, account: createAccount(harbor, MARA) })
const approved = run({ type: 'approved', connector: harbor, account: createAccount(harbor, MARA) })

describe('[G60] Restoring a session', () => {
  it('is shown as connecting until a time limit has passed, and a later answer of the wallet still connects', () => {
    const late = run(restoring, { type: 'late' })
    expect(getAccountState(restoring)).toEqual({ status: 'connecting', restoring: true })
    expect(getAccountState(late)).toEqual({ status: 'disconnected' })
    const shared = { type: 'shared', connector: harbor, account: createAccount(harbor, MARA) } as const
    expect(getAccountState(run(late, shared))).toMatchObject({ status: 'connected' })
  })

  it('[G32] connects the stored account, even if another account is active in the wallet', () => {
    const account = createAccount(harbor, WREN, MARA)
    const after = run(restoring, { type: 'shared', connector: harbor, account })
    expect(getAccountState(after)).toBe(account)
  })

  it('[G32] ends if the wallet shares accounts, but not the stored account', () => {
    const after = run(restoring, { type: 'shared', connector: harbor, account: createAccount(harbor, WREN) })
    expect(after.base).toEqual({ status: 'disconnected' })
  })

  it('[G32] connects only the stored account when a locked wallet is unlocked', () => {
    const locked = run(restoring, { type: 'shared', connector: harbor, account: undefined })
    expect(locked.base.status).toBe('away')
    const other = run(locked, { type: 'shared', connector: harbor, account: createAccount(harbor, WREN) })
    expect(other.base.status).toBe('disconnected')
    const same = run(locked, { type: 'shared', connector: harbor, account: createAccount(harbor, MARA) })
    expect(same.base.status).toBe('connected')
  })

  it.each([
    [
      'before the restored wallet is asked',
      run({ type: 'restored', session }, { type: 'listed', connectors: [harbor, squatter] }),
    ],
    [
      'while the restored wallet is asked',
      run(restoring, { type: 'listed', connectors: [harbor, squatter] }),
    ],
    [
      'after the restored wallet has connected',
      run(restored, { type: 'listed', connectors: [harbor, squatter] }),
    ],
    [
      'while the restored wallet is locked',
      run(
        restoring,
        { type: 'shared', connector: harbor, account: undefined },
        { type: 'listed', connectors: [squatter, harbor] },
      ),
    ],
  ])('[F11] [G32] ends when a second wallet claims the identity of the restored wallet %s', (_, after) => {
    expect(after.base).toEqual({ status: 'disconnected' })
  })

  it('[G32] ends when a second wallet claims the identity of the restored wallet, even after the restored wallet was locked and unlocked', () => {
    const account = createAccount(harbor, MARA)
    const locked = run(restored, { type: 'shared', connector: harbor, account: undefined })
    const unlocked = run(locked, { type: 'shared', connector: harbor, account })
    expect(getAccountState(unlocked)).toBe(account)
    expect(run(unlocked, { type: 'listed', connectors: [harbor, squatter] }).base).toEqual({
      status: 'disconnected',
    })
    const chosen = run(
      approved,
      { type: 'shared', connector: harbor, account: undefined },
      { type: 'shared', connector: harbor, account },
    )
    expect(run(chosen, { type: 'listed', connectors: [harbor, squatter] })).toBe(chosen)
  })

  it('[G32] keeps a wallet that the person has chosen, even if a second wallet claims the identity of the chosen wallet', () => {
    expect(run(approved, { type: 'listed', connectors: [harbor, squatter] })).toBe(approved)
    const chosen = run(restored, {
      type: 'approved',
      connector: harbor,
      account: createAccount(harbor, MARA),
    })
    expect(run(chosen, { type: 'listed', connectors: [harbor, squatter] })).toBe(chosen)
  })
})

describe('[G60] Asking a wallet to connect', () => {
  const waiting = run({ type: 'asked', attempt: createAttempt(1, harbor) })

  it('records the progress and the outcome of the connection request', () => {
    const progress = { kind: 'uri', uri: 'wc:1', expiresAt: 240_000 } as const
    expect(run(waiting, { type: 'progressed', id: 1, progress }).attempt).toMatchObject({ progress })
    const refused = run(waiting, { type: 'refused', id: 1, status: 'declined', error })
    expect(refused.attempt).toMatchObject({ status: 'declined', error })
    expect(run(refused, { type: 'cancelled', id: 1 }).attempt).toBeUndefined()
  })

  it('ignores late events of an earlier connection request', () => {
    for (const event of [
      { type: 'progressed', id: 7, progress: { kind: 'asking' } },
      { type: 'refused', id: 7, status: 'failed', error },
    ] as const)
      expect(run(waiting, event)).toBe(waiting)
    expect(run(waiting, { type: 'cancelled', id: 7 })).toEqual(waiting)
  })

  it('keeps the account of the connected wallet until the newly asked wallet shares an account', () => {
    const both = run(approved, { type: 'asked', attempt: createAttempt(2, tide) })
    expect(getAccountState(both)).toBe(getAccountState(approved))
    const after = run(both, { type: 'approved', connector: tide, account: createAccount(tide, WREN) })
    expect(after).toMatchObject({ base: { connector: tide }, attempt: undefined })
    // What the wallet that was left says is heard by nobody.
    expect(run(after, { type: 'shared', connector: harbor, account: undefined })).toBe(after)
  })
})

describe('[G60] Switching the network', () => {
  const switching = run(approved, { type: 'switchAsked', switching: createSwitch(3) })

  it('ends when the wallet reports the requested network, whether or not the wallet also answers the request', () => {
    const account = { ...createAccount(harbor, MARA), caipNetworkId: base.caipNetworkId }
    const after = run(switching, { type: 'shared', connector: harbor, account })
    expect(after.switching).toBeUndefined()
    expect(getAccountState(after)).toBe(account)
  })

  it('stays pending when the wallet reports a change of the account instead of the network', () => {
    const after = run(switching, { type: 'shared', connector: harbor, account: createAccount(harbor, WREN) })
    expect(after.switching).toMatchObject({ id: 3, status: 'waiting' })
  })

  it.each<[string, ConnectionEvent]>([
    ['the switch is cancelled', { type: 'cancelled', id: 3 }],
    ['the wallet is locked', { type: 'shared', connector: harbor, account: undefined }],
    [
      'another wallet connects instead',
      { type: 'approved', connector: tide, account: createAccount(tide, MARA) },
    ],
    ['another tab ends the connection', { type: 'restored', session: undefined }],
    ['the connection ends', { type: 'ended' }],
  ])('ends when %s', (_, event) => {
    expect(run(switching, event).switching).toBeUndefined()
  })

  it('does nothing while no wallet is connected', () => {
    expect(run(restoring, { type: 'switchAsked', switching: createSwitch(3) })).toBe(restoring)
  })
})

it('[G60] The connection state stays consistent for events in any order', () => {
  const connector = fc.constantFrom(harbor, squatter, tide)
  const account = fc.option(
    fc
      .record({ connector, addresses: fc.constantFrom([MARA], [WREN], [WREN, MARA]) })
      .map(({ connector: one, addresses }) => createAccount(one, ...(addresses as [string]))),
    { nil: undefined },
  )
  const id = fc.integer({ min: 1, max: 3 })
  const event: fc.Arbitrary<ConnectionEvent> = fc.oneof(
    fc.record({ type: fc.constant('restored' as const), session: fc.constantFrom(session, undefined) }),
    fc.record({ type: fc.constant('listed' as const), connectors: fc.uniqueArray(connector) }),
    fc.constant({ type: 'late' as const }),
    fc.record({ type: fc.constant('shared' as const), connector, account }),
    fc.tuple(id, connector).map(([one, of]) => ({ type: 'asked' as const, attempt: createAttempt(one, of) })),
    connector.map((of) => ({ type: 'approved' as const, connector: of, account: createAccount(of, MARA) })),
    id.map((one) => ({ type: 'switchAsked' as const, switching: createSwitch(one) })),
    fc.record({
      type: fc.constant('refused' as const),
      id,
      status: fc.constantFrom('declined' as const, 'failed' as const),
      error: fc.constant(error),
    }),
    id.map((one) => ({ type: 'cancelled' as const, id: one })),
    fc.constant({ type: 'ended' as const }),
  )
  fc.assert(
    fc.property(fc.array(event, { maxLength: 40 }), (events) => {
      let connection: Connection = DISCONNECTED
      let chosen: Connector | undefined
      for (const next of events) {
        const before = connection
        connection = reduceConnection(before, next)
        if (next.type === 'approved') chosen = next.connector
        const { base: now } = connection
        if (now.status !== 'connected') {
          expect(connection.switching).toBeUndefined()
          continue
        }
        // Nobody is connected whom neither a person chose nor the session names with its account.
        const isStored =
          now.connector.restoreKey === session.restoreKey &&
          now.account.allAccounts.some(({ caipAddress }) => caipAddress === session.accounts[0])
        if (before.base.status !== 'connected') expect(now.connector === chosen || isStored).toBe(true)
        if (now.restored && next.type === 'listed')
          expect(
            next.connectors.filter(({ restoreKey }) => restoreKey === now.connector.restoreKey).length,
          ).toBeLessThan(2)
      }
      expect(reduceConnection(connection, { type: 'ended' })).toEqual(DISCONNECTED)
    }),
  )
})

/** What is the case after these events, from the start or from what was the case before. */
function run(first: Connection | ConnectionEvent, ...events: ConnectionEvent[]): Connection {
  return 'base' in first
    ? events.reduce(reduceConnection, first)
    : [first, ...events].reduce(reduceConnection, DISCONNECTED)
}

function createConnector(name: string): Connector {
  return {
    id: name,
    name,
    type: 'ANNOUNCED',
    chain: 'eip155',
    namespaces: ['eip155'],
    restoreKey: `example.${name}`,
    provider: { name },
  }
}

function createAccount(connector: Connector, ...addresses: [string, ...string[]]): ConnectedAccount {
  const [first, ...others] = addresses.map((address) => ({
    caipAddress: `eip155:1:${address}` as const,
    address,
    purpose: 'eoa' as const,
  }))
  return {
    status: 'connected',
    connector,
    caipAddress: first!.caipAddress,
    address: first!.address,
    caipNetworkId: 'eip155:1',
    network: undefined,
    allAccounts: [first!, ...others],
  }
}

function createSession({ restoreKey, name }: Connector, address: string): Session {
  return {
    id: 'first',
    namespace: 'eip155',
    restoreKey,
    name,
    caipNetworkId: 'eip155:1',
    accounts: [`eip155:1:${address}`],
  }
}

function createAttempt(id: number, connector: Connector): Attempt {
  return { id, connector, startedAt: 0, status: 'waiting' }
}

function createSwitch(id: number): NetworkSwitch {
  return { id, network: base, startedAt: 0, status: 'waiting' }
}
