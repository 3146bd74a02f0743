import { expect, test } from 'vitest'
import { getIcon } from '../../sandbox/chains/token-icon.ts'
import { nativeCoin, skerryPlans, solanaCoin, solanaTokens, tokenPlans } from '../../sandbox/chains/tokens.ts'
import { harborInfo } from '../../sandbox/people/wallets/harbor.ts'
import { keelInfo } from '../../sandbox/people/wallets/keel.ts'
import { reefInfo } from '../../sandbox/people/wallets/reef.ts'
import { startLocalServer } from '../../sandbox/services/local-server.ts'
import { createWalletDirectory, listWallets } from '../../sandbox/services/wallet-directory.ts'

test.each([nativeCoin, ...tokenPlans, ...skerryPlans, solanaCoin, ...solanaTokens])(
  '[V21] the sandbox token $symbol has an icon',
  ({ symbol }) => expect(getIcon(symbol)).toMatch(/^<svg/),
)

test.each([harborInfo, reefInfo, keelInfo])(
  '[V21] the sandbox wallet $name has the same icon in the wallet directory and on the page',
  async ({ name, icon }) => {
    const directory = await startLocalServer(createWalletDirectory({ delay: 0, faults: new Map() }))
    const image = listWallets().find((wallet) => wallet.name === name)!['image_id'] as string
    const response = await fetch(`${directory.url}/getWalletImage/${image}`)
    expect(atob(icon.split(',')[1]!)).toBe(await response.text())
    await directory.close()
  },
)
