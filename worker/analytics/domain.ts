/** The domain of analytics: sends the reports of a page. */
import type { Domain } from '../base/context.ts'
import { sendReport } from './send-report.ts'

export const analytics = { topics: {}, commands: { report: sendReport } } satisfies Domain
