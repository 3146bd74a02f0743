/**
 * What a wallet asks a person, one thing at a time. The sheet draws it; a test may answer in the person's place.
 *
 *   ask ──▶ waiting ──▶ approve() ──▶ the request goes on
 *              └──────▶ reject()  ──▶ error 4001
 */
import { createRpcError, REQUEST_PENDING, USER_REJECTED } from './rpc-error.ts'

export interface Approval {
  /** @throws 4001 when the person says no, -32002 while another question is open. */
  ask(question: Question): Promise<void>
  getPending(): Question | undefined
  approve(): void
  reject(): void
  /** Approves every request at once. */
  autoApprove: boolean
  readonly condition: Condition
  setCondition(next: Condition): void
  /** Called after each change of the condition, by the wallet that this belongs to. */
  onCondition: () => void
}

/**
 * silent: no question is ever shown, and none is answered. slow: each comes some seconds late. locked: nothing is shared
 * until the person unlocks it. lying: it shares accounts that are none, or are not its own.
 */
export type Condition = 'ready' | 'slow' | 'silent' | 'locked' | 'lying'

export interface Question {
  kind: 'connect' | 'network' | 'message' | 'transaction'
  title: string
  /** What is shared or signed: a label with its value. */
  details: readonly (readonly [label: string, value: string])[]
  /** Label of the approving button. */
  verb: string
}

/** Delay of a slow wallet, in milliseconds. */
const LATE = 4_000

/** @param show called with each question, and with nothing when it is answered. */
export function createApproval(show: (question: Question | undefined) => void): Approval {
  let condition: Condition = 'ready'
  let pending: { question: Question; answer(approved: boolean): void } | undefined

  function settle(approved: boolean): void {
    const { answer } = pending ?? {}
    pending = undefined
    show(undefined)
    answer?.(approved)
  }

  const approval: Approval = {
    autoApprove: false,
    get condition() {
      return condition
    },
    setCondition(next) {
      condition = next
      approval.onCondition()
    },
    onCondition: () => {},
    getPending: () => pending?.question,
    approve: () => settle(true),
    reject: () => settle(false),
    async ask(question) {
      if (condition === 'silent') return new Promise(() => {})
      if (condition === 'slow') await new Promise((resolve) => setTimeout(resolve, LATE))
      if (approval.autoApprove) return
      if (pending) throw createRpcError(REQUEST_PENDING, 'A request is already open. Answer it first.')
      const approved = await new Promise<boolean>((answer) => {
        pending = { question, answer }
        show(question)
      })
      if (!approved) throw createRpcError(USER_REJECTED, 'User rejected the request.')
    },
  }
  return approval
}
