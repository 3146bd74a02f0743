/** The modal's place on the page: its code is fetched, and it is put there, when somebody comes near. */
import { loadLanguage } from '../base/language.ts'
import { createStoppedError, throwCodeMissing } from '../core/base/errors.ts'
import type { Shell } from './shell.ts'
import type { View } from './view.ts'

export interface Modal {
  /** Its element, in the page by now: the page's own, or one of ours. */
  getHost(): HTMLElement
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
  let host: HTMLElement | undefined
  /** Its place, where the page has none for it. */
  let own: HTMLElement | undefined
  /** Says to other versions of Billfold that the element is in use, also before anything is drawn in it. */
  const mark = document.createTextNode('')
  let isStopped = false

  /** An account's view beside the modal and not after it: who is connected wants to see what there is. */
  function fetchCode() {
    const isConnected = shell.account.peek().status === 'connected'
    return Promise.all([
      isEmbedded ? import('#embedded') : import('#ui'),
      isConnected ? import('#account') : undefined,
      loadLanguage(),
    ]).catch(throwCodeMissing)
  }

  function getHost(): HTMLElement {
    if (!host) {
      host = findFree() ?? (own = document.createElement(NAME))
      const shadow = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
      shadow.append(mark)
    }
    // A page of one document may have another place for it by now.
    else if (isEmbedded && !host.isConnected) host = document.querySelector<HTMLElement>(NAME) ?? host
    if (!host.isConnected) document.body.append(host)
    return host
  }

  async function mount(): Promise<View> {
    const [{ mountView }, account] = await fetchCode()
    if (isStopped) throw createStoppedError()
    return mountView(shell, getHost(), account)
  }

  function getView(): Promise<View> {
    if (isStopped) return Promise.reject(createStoppedError())
    return (view ??= mount().catch((error: unknown) => {
      view = undefined
      throw error
    }))
  }

  return {
    getHost,
    async prepare() {
      await getView()
    },
    async show() {
      const mounted = await getView()
      await mounted.load(shell.router.current.peek().view)
    },
    stop() {
      isStopped = true
      const leave = () => {
        mark.remove()
        own?.remove()
      }
      // An open modal that is taken out comes back: it ends first.
      void Promise.resolve(view)
        .then((mounted) => mounted?.unmount())
        .then(leave, leave)
    },
  }
}

const NAME = 'billfold-modal'

/** The page's own element, unless another version of Billfold is drawn in it. */
function findFree(): HTMLElement | undefined {
  const all = document.querySelectorAll<HTMLElement>(NAME)
  return Array.from(all).find(({ shadowRoot }) => !shadowRoot?.hasChildNodes())
}
