/** Which networks are served, and which wallets there are: lists for everybody. */
import type { Domain, WorkerContext } from '../context.ts'
import { createNetworksSource } from './networks.ts'
import type * as Wallets from './wallets.ts'
import { getWalletsKey, readWalletsParams } from './wallets-params.ts'

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
    wallets: {
      readParams: readWalletsParams,
      getKey: getWalletsKey,
      getOwner: () => '',
      isKept: true,
      scope: 'tabs',
      createSource: async (context, params) => (await load(context)).createWalletsSource(context, params),
    },
  },
  commands: { searchWallets: async (input, context) => (await load(context)).searchWallets(input, context) },
} satisfies Domain

const load = (context: WorkerContext) => context.load<typeof Wallets>('directory')
