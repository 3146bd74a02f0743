/** What a page reports; the code that sends it comes with the first. */
import type { Domain } from '../context.ts'
import type * as Reports from './send-report.ts'

export const analytics = {
  topics: {},
  commands: {
    report: async (input, context) =>
      (await context.load<typeof Reports>('directory')).sendReport(input, context),
  },
} satisfies Domain
