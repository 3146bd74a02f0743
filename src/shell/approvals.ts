/**
 * What a person approves in the sign-in site's frame, as a view of the modal: above the view that was there, or alone in a
 * modal that opens for it and closes afterwards. The site is asked only while the view is shown.
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
   * Opens another view or closes the modal, below an approval that is shown: its person has still to decide. It closes
   * the modal afterwards, or goes back to the view.
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
    // What asks for the approval may have said what follows.
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
      // Elsewhere already: a person who has left it is not led away from what they see by now.
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
