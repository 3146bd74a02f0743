/**
 * The modal's element. `prepare` fetches the modal's code and inserts the element, for example when the pointer reaches
 * the button.
 */
import { loadLanguage } from '../base/language.ts'
import { createStoppedError, throwCodeMissing } from '../core/base/errors.ts'
import type { Shell } from './shell.ts'
import type { View } from './view.ts'

export interface Modal {
  /** The modal's element, inserted in the page: the page's own, or one of ours. */
  getHost(): HTMLElement
  /**
   * Inserts the closed modal, which shows nothing yet. Resolves when it is in the page.
   * @throws code_missing, stopped; the next call tries again
   */
  prepare(): Promise<void>
  /** Inserts the modal and resolves when its content is drawn. @throws the errors of `prepare` */
  show(): Promise<void>
  stop(): void
}

/** @param isEmbedded whether the modal is part of the page instead of a dialog above it */
export function createModal(shell: Shell, isEmbedded = false): Modal {
  let view: Promise<View> | undefined
  let host: HTMLElement | undefined
  /** Our own element, on a page without one. */
  let own: HTMLElement | undefined
  /** Tells other versions of Billfold that the element is in use, even before it has content. */
  const mark = document.createTextNode('')
  let isStopped = false

  /** Fetches the account view in parallel with the modal: a connected person needs both. */
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
    // A single-page app may have replaced the element that was found before.
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
      // Close an open modal before its element is removed, or the modal would reappear with the element.
      void Promise.resolve(view)
        .then((mounted) => mounted?.unmount())
        .then(leave, leave)
    },
  }
}

const NAME = 'billfold-modal'

/** The page's own element, unless another version of Billfold uses it. */
function findFree(): HTMLElement | undefined {
  const all = document.querySelectorAll<HTMLElement>(NAME)
  return Array.from(all).find(({ shadowRoot }) => !shadowRoot?.hasChildNodes())
}
