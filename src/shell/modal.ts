/** The modal's place on the page: its code is fetched, and it is put there, when somebody comes near. */
import { createStoppedError } from '../core/errors.ts'
import type { Shell } from './shell.ts'
import type { View } from './view.ts'

export interface Modal {
  /**
   * Puts it on the page, closed: there is nothing to see of it then. Resolves when it is there.
   * @throws why its code could not be fetched; the next call tries again
   */
  prepare(): Promise<void>
  stop(): void
}

export function createModal(shell: Shell): Modal {
  let view: Promise<View> | undefined
  /** Its place, where the page has none for it. */
  let own: HTMLElement | undefined
  let isStopped = false

  /** An account's view beside the modal and not after it: who is connected wants to see what there is. */
  function fetchCode() {
    const isConnected = shell.account.peek().status === 'connected'
    return Promise.all([import('#ui'), isConnected ? import('#account') : undefined])
  }

  async function mount(): Promise<View> {
    const [{ mountView }, account] = await fetchCode()
    if (isStopped) throw createStoppedError()
    const host = findFree() ?? (own = document.createElement('billfold-modal'))
    if (own) document.body.append(own)
    return mountView(shell, host, account)
  }

  return {
    async prepare() {
      try {
        await (view ??= mount())
      } catch (error) {
        view = undefined
        throw error
      }
    },
    stop() {
      isStopped = true
      // An open modal that is taken out comes back: it ends first.
      void view
        ?.then((mounted) => mounted.unmount())
        .then(
          () => own?.remove(),
          () => {},
        )
    },
  }
}

/** The page's own element, unless another version of Billfold is drawn in it. */
function findFree(): HTMLElement | undefined {
  const all = document.querySelectorAll<HTMLElement>('billfold-modal')
  return Array.from(all).find(({ shadowRoot }) => !shadowRoot?.hasChildNodes())
}
