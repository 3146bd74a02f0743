/** The domain of the project's settings, which are the same for all accounts. */
import type { Domain } from '../../base/context.ts'
import { createProjectSource } from './config.ts'
import { isOriginAllowed } from './origins.ts'

export const project = {
  topics: {
    project: {
      readParams: () => ({}),
      getKey: () => '',
      getOwner: () => '',
      isKept: true,
      scope: 'tabs',
      createSource: createProjectSource,
    },
  },
  commands: { originAllowed: isOriginAllowed },
} satisfies Domain
