/** What a page reports. */
import type { Domain } from '../base/context.ts'
import { sendReport } from './send-report.ts'

export const analytics = { topics: {}, commands: { report: sendReport } } satisfies Domain
