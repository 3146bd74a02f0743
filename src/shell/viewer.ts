/** The part of the shell that read-only views need; the modal and the portfolio both have it. */
import type { Signal } from '@preact/signals-core'
import type { Readable } from '../base/readable.ts'
import type { Snacks } from '../base/snacks.ts'
import type { TrackedEvent } from '../base/tracked-event.ts'
import type { Network } from '../core/chains/networks.ts'
import type { Payments } from '../payments/payments.ts'
import type { TopicSignals } from '../worker-link/topics.ts'
import type { Router } from './router.ts'

export interface Viewer {
  /** BCP 47, for figures. Undefined: the browser's. */
  readonly locale: string | undefined
  /** Requests go out: they are answered, or the browser says that there is a network. */
  readonly online: Readable<boolean>
  readonly networks: readonly Network[]
  /** Whether going to another network is offered. */
  readonly enableNetworkSwitch: boolean
  readonly router: Pick<Router, 'current' | 'push'>
  readonly snacks: Snacks
  /** What somebody has done last that nothing else here says. */
  readonly trackedEvent: Signal<TrackedEvent | undefined>
  /** The one road on which a payment goes to the wallet; absent where nothing can be sent. @throws code_missing */
  readonly payments?: () => Promise<Payments>
  /** The signal of a topic; the worker is asked only while somebody reads it. The same params give the same signal. */
  readonly topic: TopicSignals['get']
  /** One command of the worker. */
  readonly call: TopicSignals['call']
}
