/** Our own record of the session. It says who is connected before the library is there, and without it. */
import * as v from 'valibot'
import { namespaces } from '../../src/core/chains/caip.ts'
import { caipNetworkId, count, parseOrNone, type Untrusted } from '../../src/core/contract/schemas.ts'
import type { WalletConnectNamespace, WalletConnectSession } from '../../src/core/contract/walletconnect.ts'
import type { WorkerContext } from '../base/context.ts'

type RecordContext = Pick<WorkerContext, 'durable' | 'clock' | 'tabs'>

/** The topic, and what tabs call it when they tell each other of a change. */
export const NAME = 'walletConnect'
const KEY = 'walletconnect/session'
/** What the library keeps: its keys, and its own view of the session. */
export const CLIENT_RECORDS = 'walletconnect/client/'

/**
 * Undefined if there is no session, or it has expired.
 * @throws store_unavailable
 */
export async function readSession({
  durable,
  clock,
}: RecordContext): Promise<WalletConnectSession | undefined> {
  const session = parseOrNone(storedSession, (await durable.get(KEY))?.value)
  return session && session.expiresAt > clock.now() ? session : undefined
}

/** Removes all that is kept of a session whose time is over. @throws store_unavailable */
export async function removeExpired(context: RecordContext): Promise<void> {
  const session = parseOrNone(storedSession, (await context.durable.get(KEY))?.value)
  if (!session || session.expiresAt > context.clock.now()) return
  await Promise.all([context.durable.remove(KEY), removeClientRecords(context)])
}

/** @throws store_unavailable; the other tabs hear of it all the same. */
export async function writeSession(
  { durable, tabs }: RecordContext,
  session: WalletConnectSession,
): Promise<void> {
  try {
    await durable.update(KEY, () => ({ owner: '', value: session }))
  } finally {
    tabs.announce({ kind: 'changed', key: NAME })
  }
}

/** Unless there is another session by now. @throws store_unavailable; the other tabs hear of it all the same. */
export async function removeSession(context: RecordContext, id: string): Promise<void> {
  try {
    if ((await readSession(context))?.id === id) await context.durable.remove(KEY)
  } finally {
    context.tabs.announce({ kind: 'changed', key: NAME })
  }
}

/** Of a session, or of one whose end was interrupted. */
export async function hasClientRecords({ durable }: RecordContext): Promise<boolean> {
  return (await durable.list(CLIENT_RECORDS)).length > 0
}

export async function removeClientRecords({ durable }: RecordContext): Promise<void> {
  const records = await durable.list(CLIENT_RECORDS)
  await Promise.all(records.map(({ key }) => durable.remove(key)))
}

const namespace: Untrusted<WalletConnectNamespace> = v.object({
  accounts: v.array(v.string()),
  chains: v.array(caipNetworkId),
  methods: v.array(v.string()),
  events: v.array(v.string()),
})

/** It was checked when it came from the wallet: this is about the disk, and about tabs of another version. */
export const storedSession: Untrusted<WalletConnectSession> = v.object({
  id: v.string(),
  peer: v.object({
    name: v.string(),
    url: v.fallback(v.string(), ''),
    iconUrl: v.exactOptional(v.string()),
    redirect: v.exactOptional(
      v.object({ native: v.exactOptional(v.string()), universal: v.exactOptional(v.string()) }),
    ),
  }),
  namespaces: v.record(v.picklist(namespaces), namespace),
  expiresAt: count,
})
