/** The domain of the supported networks and the directory of wallets, which are the same for all accounts. */
import type { Domain } from '../base/context.ts'
import { createNetworksSource } from './networks.ts'
import { createWalletsSource, searchWallets } from './wallets.ts'
import { getWalletsKey, readWalletsParams } from './wallets-params.ts'

export const directory = {
  topics: {
    networks: {
      readParams: () => ({}),
      getKey: () => '',
      getOwner: () => '',
      isKept: true,
      scope: 'tabs',
      createSource: createNetworksSource,
    },
    wallets: {
      readParams: readWalletsParams,
      getKey: getWalletsKey,
      getOwner: () => '',
      isKept: true,
      scope: 'tabs',
      createSource: createWalletsSource,
    },
  },
  commands: { searchWallets },
} satisfies Domain
