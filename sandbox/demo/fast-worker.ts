/** Billfold's worker with a fast clock. The worker's name holds the factor and the start: `60 1763694725000`. */
import type { Endpoint } from 'comlink'
import { startWorker } from '../../worker/main/start.ts'
import { createFastClock } from '../fast-clock.ts'

const [factor, origin] = self.name.split(' ').map(Number)
startWorker(self as unknown as Endpoint, { clock: createFastClock(factor!, origin!) })
