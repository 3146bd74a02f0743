/**
 * Approvals in the sign-in site's frame, as a view of the modal. The view is pushed above the current one. A closed
 * modal opens for the approval and closes afterwards. The site is asked only while the view is shown.
 */
import { batch, effect, type Signal, untracked } from '@preact/signals-core'
import type { Approval, FramePlace } from '../wallets/auth/option.ts'
import type { Modal } from './modal-host.ts'
import type { Router } from './router.ts'

interface ApprovalsOptions {
  router: Router
  isOpen: Signal<boolean>
  getModal(): Pick<Modal, 'getHost' | 'show'>
}

export interface Approvals {
  readonly place: FramePlace
  /**
   * Runs `change`, which opens another view or closes the modal, but keeps a pending approval on top. After the approval, the
   * modal goes back to that view or closes.
   */
  keepAbove(change: () => void): void
}

export function createApprovals({ router, isOpen, getModal }: ApprovalsOptions): Approvals {
  let pending: Approval | undefined

  const isShown = () => isOpen.value && router.current.value.view === 'ApproveTransaction'

  function open(approval: Approval): void {
    if (isOpen.peek()) router.push('ApproveTransaction', approval)
    else router.reset('ApproveTransaction', approval)
    isOpen.value = true
  }

  async function show(approval: Approval, onLeave: () => void): ReturnType<FramePlace['show']> {
    pending = approval
    // Push no transaction if the view that asks for the approval has pushed one.
    const isAwaited = router.transactionStack.peek().length > 0
    const takeBack = isAwaited ? undefined : router.pushTransactionStack({})
    batch(() => open(approval))
    const stop = effect(() => {
      if (isShown()) return
      pending = undefined
      untracked(onLeave)
    })
    const end: Awaited<ReturnType<FramePlace['show']>> = (outcome) => {
      stop()
      // Don't navigate if the person has left the approval.
      if (pending === approval && untracked(isShown)) {
        pending = undefined
        router.popTransactionStack(outcome)
        if (untracked(isShown)) router.goBack()
      }
      takeBack?.()
    }
    try {
      await getModal().show()
    } catch (error) {
      end('error')
      throw error
    }
    return end
  }

  return {
    place: { getHost: () => getModal().getHost(), show },
    keepAbove: (change) =>
      batch(() => {
        change()
        if (pending) open(pending)
      }),
  }
}
