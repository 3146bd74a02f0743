/** Writes what people did into blocks of the days on which they did it. */
import { parseEther, parseUnits } from 'viem'
import { type Person, treasury } from '../people/accounts.ts'
import type { Anvil } from './anvil.ts'
import type { Random } from '../history/random.ts'
import type { Sender } from './sender.ts'
import type { Token } from './world.ts'

const DAY = 86_400
/** The first block is this old. Days. */
export const PAST_DAYS = 246

export interface Timeline {
  /** @param day since the first block; it happens some hours later. */
  at(day: number, run: () => Promise<unknown>): void
  /** @param ether of the chain's own coin, as decimal text. */
  give(day: number, from: Person, to: Person, ether: string): void
  /** @param amount in whole tokens, as decimal text. */
  pay(day: number, from: Person, to: Person, token: Token, amount: string): void
  /** Sends all of it in the order of its days. From then on the chain's clock is the world's. */
  write(): Promise<void>
}

export interface TimelineOptions {
  anvil: Anvil
  sender: Sender
  random: Random
  /** Seconds since 1970; the past ends some hours before. */
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

/** Makes the treasury rich in the chain's own coin, so that it can pay for everything else. */
export async function fillTreasury(anvil: Anvil): Promise<void> {
  await anvil.rpc('anvil_setBalance', treasury.account.address, `0x${parseEther('1000000').toString(16)}`)
}
