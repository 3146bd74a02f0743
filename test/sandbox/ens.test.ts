import { afterAll, beforeAll, expect, it } from 'vitest'
import { people, treasury } from '../../sandbox/accounts.ts'
import { type Anvil, startAnvil } from '../../sandbox/anvil.ts'
import { deployNames, TREASURY_NAME } from '../../sandbox/ens.ts'
import { createPublicClient, http as toNode } from 'viem'
import { foundry } from 'viem/chains'
import { toNetwork } from '../../src/core/networks.ts'
import { createHttp } from '../../worker/http/http.ts'
import { resolveAddress } from '../../worker/names/resolve.ts'
import { systemClock } from '../../worker/system-clock.ts'
import { config } from '../worker/create-tab.ts'

let anvil: Anvil
let universalResolver: string

beforeAll(async () => {
  anvil = await startAnvil({ chainId: 31337, genesis: 1_790_000_000 })
  await anvil.rpc('anvil_setBalance', treasury.account.address, '0x56bc75e2d63100000')
  universalResolver = await deployNames(anvil)
}, 60_000)
afterAll(() => anvil?.stop())

function look(name: string): Promise<string | undefined> {
  const network = toNetwork({
    id: 31337,
    name: 'Driftwood Local',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [anvil.url] } },
    contracts: { ensUniversalResolver: { address: universalResolver } },
  })
  const own = { ...config, networks: [network] }
  const http = createHttp({ config: own, clock: systemClock, fetch })
  return resolveAddress({ config: own, http, signal: new AbortController().signal }, 'eip155:31337', name)
}

it.each([people.mara, people.theo, people.ines])(
  '[A156] a name on a real chain stands for whom it was set for: $name',
  async ({ name, account }) => {
    await expect(look(name!)).resolves.toBe(account.address)
  },
)

it('[A156] a name that nobody has stands for nobody', async () => {
  for (const name of ['nobody.driftwood.example', 'driftwood.example', 'mara.eth'])
    await expect(look(name)).resolves.toBeUndefined()
})

it('[A156] an account leads to the name that it has chosen, by the lookup of others', async () => {
  const client = createPublicClient({ chain: foundry, transport: toNode(anvil.url) })
  const universalResolverAddress = universalResolver as `0x${string}`
  const find = (address: `0x${string}`) => client.getEnsName({ address, universalResolverAddress })
  expect(await find(treasury.account.address)).toBe(TREASURY_NAME)
  // A name that was set for her, and that she has not chosen.
  expect(await find(people.mara.account.address)).toBeNull()
  expect(await client.getEnsAddress({ name: TREASURY_NAME, universalResolverAddress })).toBe(
    treasury.account.address,
  )
})
