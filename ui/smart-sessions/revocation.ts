/**
 * Revokes a smart session: the wallet signs, the API accepts, the list reloads. The revocation continues after the view
 * is left.
 *
 *   idle ─ revoke ─▶ asking ─▶ sending ─┬─▶ revoked (until the list has been read again)
 *    ▲                  │               └─ refused, no answer ─▶ failed
 *    └── dismissed      └── declined, account changed ─────────────▲
 */
import { signal } from '@preact/signals-react'
import type { SmartSession } from '../../src/core/assets/smart-session.ts'
import type { CaipAddress } from '../../src/core/chains/caip.ts'
import { type ErrorRecord, toErrorRecord } from '../../src/core/base/errors.ts'
import type { Shell } from '../../src/shell/shell.ts'
import { t } from '../base/texts.ts'
import { texts } from './texts.ts'

export type Revocation =
  | { status: 'idle' | 'asking' | 'sending' }
  /** `at`: when the API accepted the revocation. Milliseconds since 1970. */
  | { status: 'revoked'; at: number }
  | { status: 'failed'; error: ErrorRecord }

const idle: Revocation = { status: 'idle' }
const revocations = signal<ReadonlyMap<string, Revocation>>(new Map())

/** The state of a session's revocation. Reads signals. */
export function readRevocation(account: CaipAddress, id: string): Revocation {
  return revocations.value.get(`${account} ${id}`) ?? idle
}

/** Never rejects, since the outcome is in the state. Does nothing while a revocation of this session runs. */
export async function revoke(shell: Shell, account: CaipAddress, session: SmartSession): Promise<void> {
  const { id } = session
  const key = `${account} ${id}`
  const set = (revocation: Revocation) =>
    (revocations.value = new Map(revocations.peek()).set(key, revocation))
  const { status } = revocations.peek().get(key) ?? idle
  if (status === 'asking' || status === 'sending') return
  const name = session.project.name ?? texts.unknownApp
  try {
    set({ status: 'asking' })
    const signature = await (await shell.wallet()).signRevocation(account, session)
    set({ status: 'sending' })
    const answer = await shell.call('revokeSmartSession', { account, id, signature }).finally(() => {
      // Do not refresh the list if the account was disconnected.
      const now = shell.account.peek()
      if (now.status === 'connected' && now.caipAddress === account)
        shell.call('refresh', { topic: 'smartSessions', params: { account } }).catch(() => {})
    })
    set({ status: 'revoked', at: Date.now() })
    const message = answer.status === 'revoked' ? texts.revoked : texts.revokedBefore
    shell.snacks.show({ variant: 'success', message: t(message, { name }) })
  } catch (error) {
    const record = toErrorRecord(error)
    set({ status: 'failed', error: record })
    if (isShown(shell, id) || record.code === 'wallet_declined') return
    shell.snacks.show({ variant: 'error', message: t(texts.notRevokedOf, { name }), detail: record })
  }
}

export function dismissFailure(account: CaipAddress, id: string): void {
  const key = `${account} ${id}`
  if (revocations.peek().get(key)?.status !== 'failed') return
  const others = [...revocations.peek()].filter(([one]) => one !== key)
  revocations.value = new Map(others)
}

function isShown({ open, router }: Shell, id: string): boolean {
  const route = router.current.peek()
  return open.peek() && route.view === 'SmartSession' && route.data?.id === id
}
