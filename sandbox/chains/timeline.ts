/** Collects dated actions and mines each into a block of its day. */
import { parseEther, parseUnits } from 'viem'
import { type Person, treasury } from '../people/accounts.ts'
import type { Anvil } from './anvil.ts'
import type { Random } from '../history/random.ts'
import type { Sender } from './sender.ts'
import type { Token } from './world.ts'

const DAY = 86_400
/** Age of the first block in days. */
export const PAST_DAYS = 246

export interface Timeline {
  /** @param day days since the first block; the action runs some hours into that day */
  at(day: number, run: () => Promise<unknown>): void
  /** @param ether native token, as decimal text */
  give(day: number, from: Person, to: Person, ether: string): void
  /** @param amount whole tokens, as decimal text */
  pay(day: number, from: Person, to: Person, token: Token, amount: string): void
  /** Sends all actions in order of their days. After that the chain's clock is the real time. */
  write(): Promise<void>
}

export interface TimelineOptions {
  anvil: Anvil
  sender: Sender
  random: Random
  /** Seconds since 1970; the history ends some hours earlier. */
  now: number
}

export function createTimeline({ anvil, sender, random, now }: TimelineOptions): Timeline {
  const begin = now - PAST_DAYS * DAY
  const steps: { day: number; run(): Promise<unknown> }[] = []
  const at: Timeline['at'] = (day, run) => void steps.push({ day: day + random.next() * 0.4, run })
  return {
    at,
    give: (day, from, to, ether) =>
      at(day, () =>
        sender.send(from.account, { to: to.account.address, value: parseEther(ether), gas: 21_000n }),
      ),
    pay: (day, from, to, token, amount) =>
      at(day, () => {
        const args = [to.account.address, parseUnits(amount, token.decimals)]
        return sender.call(from.account, 'Token', token.address, { name: 'transfer', args })
      }),
    async write() {
      let latest = begin
      for (const step of steps.sort((one, other) => one.day - other.day)) {
        latest = Math.max(latest + 12, begin + Math.round(step.day * DAY))
        await anvil.rpc('evm_setNextBlockTimestamp', latest)
        await step.run()
      }
      await anvil.rpc('evm_setNextBlockTimestamp', now)
      await anvil.rpc('anvil_mine', '0x1')
    },
  }
}

/** Gives the treasury enough of the native token to pay for everything else. */
export async function fillTreasury(anvil: Anvil): Promise<void> {
  await anvil.rpc('anvil_setBalance', treasury.account.address, `0x${parseEther('1000000').toString(16)}`)
}
