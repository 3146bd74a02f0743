/** Which networks are served: one list for everybody. */
import type { Domain } from '../context.ts'
import { createNetworksSource } from './networks.ts'

export const directory = {
  topics: {
    networks: {
      readParams: () => ({}),
      getKey: () => '',
      getOwner: () => '',
      isKept: true,
      scope: 'tabs',
      createSource: async (context) => createNetworksSource(context),
    },
  },
  commands: {},
} satisfies Domain
