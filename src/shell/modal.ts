/** The modal's place on the page: its code is fetched, and it is drawn, when it is first opened. */
import { createStoppedError } from '../core/errors.ts'
import type { Shell } from './shell.ts'
import type { View } from './view.ts'

export interface Modal {
  /** Resolves when it is drawn. @throws why its code could not be fetched; the next call tries again. */
  draw(): Promise<void>
  stop(): void
}

export function createModal(shell: Shell): Modal {
  let view: Promise<View> | undefined
  let host: HTMLElement | undefined
  let isStopped = false

  async function mount(): Promise<View> {
    const { mountView } = await import('#ui')
    if (isStopped) throw createStoppedError()
    host = document.querySelector<HTMLElement>('billfold-modal') ?? undefined
    if (!host) {
      host = document.createElement('billfold-modal')
      document.body.append(host)
    }
    return mountView(shell, host)
  }

  return {
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
