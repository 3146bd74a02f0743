/** What the project's dashboard decides, for everybody alike. */
import type { Domain, WorkerContext } from '../context.ts'
import type * as Config from './config.ts'
import type * as Origins from './origins.ts'

export const project = {
  topics: {
    project: {
      readParams: () => ({}),
      getKey: () => '',
      getOwner: () => '',
      isKept: true,
      scope: 'tabs',
      createSource: async (context) => (await load(context)).createProjectSource(context),
    },
  },
  commands: {
    originAllowed: async (input, context) => (await load(context)).isOriginAllowed(input, context),
  },
} satisfies Domain

const load = (context: WorkerContext) => context.load<typeof Origins & typeof Config>('directory')
