/** Spending caps on a real chain: approved elsewhere, listed, and revoked with a real wallet's signature. */
import { Interface, MaxUint256 } from 'ethers'
import type { Hex } from 'viem'
import { beforeEach, expect, it } from 'vitest'
import type { Anvil } from '../../sandbox/chains/anvil.ts'
import { createSender } from '../../sandbox/chains/sender.ts'
import { type NewPerson, useWorld } from './use-world.ts'

const world = useWorld()
/** A slow machine is no defect. */
const timeout = 30_000
const SPENDER = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const calls = new Interface([
  'function approve(address spender, uint256 amount)',
  'function allowance(address, address) view returns (uint256)',
])

let person: NewPerson
beforeEach(async () => {
  person = await world.createPerson({ ETH: '5', HUSD: '500' })
})

const getToken = (symbol: string) => world.sandbox.world.tokens.find((one) => one.symbol === symbol)!.address

async function readAllowance(): Promise<bigint> {
  const data = calls.encodeFunctionData('allowance', [person.account.address, SPENDER])
  return BigInt(await world.sandbox.rpc<Hex>('eth_call', { to: getToken('HUSD'), data }, 'latest'))
}

it(
  'Spending caps that were set outside Billfold are listed, and can be revoked onchain',
  { tags: 'quick' },
  async () => {
    const elsewhere = createSender({ rpc: world.sandbox.rpc, chainId: 31337 } as Anvil)
    const approval = { name: 'approve', args: [SPENDER, MaxUint256] }
    await elsewhere.call(person.account, 'Token', getToken('HUSD'), approval)
    const journey = await world.visit({ harborSeed: person.seed })
    const { page, modal, trouble, complaints } = journey
    await journey.goto()
    await journey.connect('Harbor')
    await journey.open()
    await modal.getByRole('button', { name: 'Account settings' }).click()
    await modal.getByRole('button', { name: 'Spending caps' }).click()
    const row = modal.getByRole('button', { name: /^Unlimited.HUSD/ })
    await row.waitFor({ timeout })
    await modal.getByText('Older approvals may be missing.').waitFor({ state: 'hidden', timeout })
    await row.click()
    await modal.locator(`[aria-label="${SPENDER}"]`).waitFor({ timeout })
    await modal.getByText('Passed').waitFor()

    // A wallet that declines changes nothing.
    const revoke = modal.getByRole('button', { name: 'Revoke', exact: true })
    const isAsked = () => page.waitForFunction(() => window.harbor!.getPending() !== undefined)
    await revoke.click()
    await isAsked()
    await page.evaluate(() => window.harbor!.reject())
    await modal.getByText('You declined in Harbor.').waitFor()
    expect(await readAllowance()).toBe(MaxUint256)

    await revoke.click()
    await modal.getByText(/spending cap of 0 HUSD for/).waitFor()
    await isAsked()
    await page.evaluate(() => window.harbor!.approve())
    await modal.getByRole('heading', { name: 'Spending cap revoked' }).waitFor({ timeout })
    expect(await readAllowance()).toBe(0n)
    await modal.getByRole('button', { name: 'Back' }).click()
    await modal.getByText('No spending caps found').waitFor({ timeout })
    expect([...trouble, ...complaints]).toEqual([])
  },
)
