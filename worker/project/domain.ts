/** What the project's dashboard decides, for everybody alike. */
import type { Domain } from '../context.ts'
import type * as Config from './config.ts'

export const project = {
  topics: {
    project: {
      readParams: () => ({}),
      getKey: () => '',
      getOwner: () => '',
      isKept: true,
      scope: 'tabs',
      createSource: async (context) =>
        (await context.load<typeof Config>('directory')).createProjectSource(context),
    },
  },
  commands: {},
} satisfies Domain
