/**
 * A wallet's questions to a person, one at a time. The sheet shows the question; tests may answer instead of the
 * person.
 *
 *   ask ──▶ waiting ──▶ approve() ──▶ the request goes on
 *              └──────▶ reject()  ──▶ error 4001
 */
import { createRpcError, REQUEST_PENDING, USER_REJECTED } from './rpc-error.ts'

export interface Approval {
  /** @throws 4001 when the person rejects; -32002 while another question is open */
  ask(question: Question): Promise<void>
  getPending(): Question | undefined
  approve(): void
  reject(): void
  /** Whether each question is approved at once, without showing it. */
  autoApprove: boolean
  readonly condition: Condition
  setCondition(next: Condition): void
  /** Called after each change of the condition; set by the wallet. */
  onCondition: () => void
}

/**
 * How the wallet behaves. `silent`: never answers and shows no questions. `slow`: shows each question some seconds
 * late. `locked`: shares no accounts until the person unlocks it. `lying`: shares invalid addresses and other people's.
 */
export type Condition = 'ready' | 'slow' | 'silent' | 'locked' | 'lying'

export interface Question {
  kind: 'connect' | 'network' | 'message' | 'transaction'
  title: string
  /** Rows of label and value that describe the request. */
  details: readonly (readonly [label: string, value: string])[]
  /** Label of the approving button. */
  verb: string
}

/** Delay of a slow wallet's questions, in milliseconds. */
const LATE = 4_000

/** @param show called with each question, and with undefined when it is answered */
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
