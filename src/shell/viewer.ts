/** The part of the shell that read-only views need. The modal and the portfolio both provide it. */
import type { Signal } from '@preact/signals-core'
import type { Readable } from '../base/readable.ts'
import type { Snacks } from '../base/snacks.ts'
import type { TrackedEvent } from '../base/tracked-event.ts'
import type { Network } from '../core/chains/networks.ts'
import type { Payments } from '../payments/payments.ts'
import type { TopicSignals } from '../worker-link/topics.ts'
import type { Router } from './router.ts'

export interface Viewer {
  /** BCP 47, for figures and dates. Undefined: the browser's locale. */
  readonly locale: string | undefined
  /** Whether requests reach the network: hosts answer, or the browser reports a connection. */
  readonly online: Readable<boolean>
  readonly networks: readonly Network[]
  /** Whether the views offer network switching. */
  readonly enableNetworkSwitch: boolean
  readonly router: Pick<Router, 'current' | 'push'>
  readonly snacks: Snacks
  /** The last action recorded by `track`, which no other state of the shell shows. */
  readonly trackedEvent: Signal<TrackedEvent | undefined>
  /** Loads the code through which every payment goes to the wallet. Absent if nothing can be sent. @throws code_missing */
  readonly payments?: () => Promise<Payments>
  /**
   * The signal of a topic. The worker is asked only while the signal has a reader. The same params return the same
   * signal.
   */
  readonly topic: TopicSignals['get']
  /** Sends one command to the worker. */
  readonly call: TopicSignals['call']
}
