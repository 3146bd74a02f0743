/** Billfold's own record of the session. It shows who is connected even before the library is loaded. */
import * as v from 'valibot'
import { namespaces } from '../../src/core/chains/caip.ts'
import { caipNetworkId, count, parseOrNone, type Untrusted } from '../../src/core/contract/schemas.ts'
import type { WalletConnectNamespace, WalletConnectSession } from '../../src/core/contract/walletconnect.ts'
import type { WorkerContext } from '../base/context.ts'

type RecordContext = Pick<WorkerContext, 'durable' | 'clock' | 'tabs'>

/** Name of the topic, and the key by which tabs inform each other of changes. */
export const NAME = 'walletConnect'
const KEY = 'walletconnect/session'
/** Prefix of the library's records: the library's keys, and its own record of the session. */
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

/** Removes all records of a session that has expired. @throws store_unavailable */
export async function removeExpired(context: RecordContext): Promise<void> {
  const session = parseOrNone(storedSession, (await context.durable.get(KEY))?.value)
  if (!session || session.expiresAt > context.clock.now()) return
  await Promise.all([context.durable.remove(KEY), removeClientRecords(context)])
}

/** Stores the session. Informs the other tabs, even if storing fails. @throws store_unavailable */
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

/**
 * Removes the session if it is still the stored one. Informs the other tabs, even if the removal fails.
 * @throws store_unavailable
 */
export async function removeSession(context: RecordContext, id: string): Promise<void> {
  try {
    if ((await readSession(context))?.id === id) await context.durable.remove(KEY)
  } finally {
    context.tabs.announce({ kind: 'changed', key: NAME })
  }
}

/** Whether the library has records: of a session, or left over from a session whose end was interrupted. */
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

/**
 * Schema of the stored session. The session was checked when the wallet sent it, so the schema only has to detect
 * damage and records of other versions.
 */
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
