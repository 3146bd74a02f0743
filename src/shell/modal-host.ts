/** The modal's place on the page: its code is fetched, and it is put there, when somebody comes near. */
import { createStoppedError, throwMissing } from '../core/base/errors.ts'
import type { Shell } from './shell.ts'
import type { View } from './view.ts'

export interface Modal {
  /**
   * Puts it on the page: while it is closed there is nothing to see of it. Resolves when it is there.
   * @throws code_missing, stopped; the next call tries again
   */
  prepare(): Promise<void>
  /** Resolves when it is there and what it shows is drawn. @throws as `prepare` */
  show(): Promise<void>
  stop(): void
}

/** @param isEmbedded it is a part of the page, and not above it */
export function createModal(shell: Shell, isEmbedded = false): Modal {
  let view: Promise<View> | undefined
  /** Its place, where the page has none for it. */
  let own: HTMLElement | undefined
  let isStopped = false

  /** An account's view beside the modal and not after it: who is connected wants to see what there is. */
  function fetchCode() {
    const isConnected = shell.account.peek().status === 'connected'
    return Promise.all([
      isEmbedded ? import('#embedded') : import('#ui'),
      isConnected ? import('#account') : undefined,
    ]).catch(throwMissing)
  }

  async function mount(): Promise<View> {
    const [{ mountView }, account] = await fetchCode()
    if (isStopped) throw createStoppedError()
    const host = findFree() ?? (own = document.createElement('billfold-modal'))
    if (own) document.body.append(own)
    return mountView(shell, host, account)
  }

  function getView(): Promise<View> {
    return (view ??= mount().catch((error: unknown) => {
      view = undefined
      throw error
    }))
  }

  return {
    async prepare() {
      await getView()
    },
    async show() {
      const mounted = await getView()
      await mounted.load(shell.router.current.peek().view)
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
