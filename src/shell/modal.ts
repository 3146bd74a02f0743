/** The modal's place on the page: its code is fetched, and it is drawn, when it is first opened. */
import { createStoppedError } from '../core/errors.ts'
import type { Shell } from './shell.ts'
import type { View } from './view.ts'

export interface Modal {
  /** Fetches its code ahead of time. */
  preload(): Promise<void>
  /** Resolves when it is drawn. @throws why its code could not be fetched; the next call tries again. */
  draw(): Promise<void>
  stop(): void
}

export function createModal(shell: Shell): Modal {
  let view: Promise<View> | undefined
  let host: HTMLElement | undefined
  let isStopped = false

  /** An account's views beside the modal and not after it: who is connected wants to see what there is. */
  function fetchCode() {
    const isConnected = shell.account.peek().status === 'connected'
    return Promise.all([import('#ui'), isConnected ? import('#account') : undefined])
  }

  async function mount(): Promise<View> {
    const [{ mountView }, accountViews] = await fetchCode()
    if (isStopped) throw createStoppedError()
    host = document.querySelector<HTMLElement>('billfold-modal') ?? undefined
    if (!host) {
      host = document.createElement('billfold-modal')
      document.body.append(host)
    }
    return mountView(shell, host, accountViews)
  }

  return {
    async preload() {
      await fetchCode()
    },
    async draw() {
      try {
        await (view ??= mount())
      } catch (error) {
        view = undefined
        throw error
      }
    },
    stop() {
      isStopped = true
      void view?.then((mounted) => mounted.unmount()).catch(() => {})
      host?.remove()
    },
  }
}
