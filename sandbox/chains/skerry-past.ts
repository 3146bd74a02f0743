/** Writes the second chain's history: small payments of the same people over some months. */
import { people, treasury } from '../people/accounts.ts'
import type { Anvil } from './anvil.ts'
import { createRandom } from '../history/random.ts'
import { createSender } from './sender.ts'
import { createTimeline, fillTreasury } from './timeline.ts'
import { skerryPlans } from './tokens.ts'
import { deployTokens, type World } from './world.ts'

/** @param now seconds since 1970; the history ends some hours earlier */
export async function writeSkerryPast(anvil: Anvil, now: number): Promise<World> {
  const sender = createSender(anvil)
  const { give, pay, write } = createTimeline({ anvil, sender, random: createRandom(20_260_512), now })
  await fillTreasury(anvil)
  const tokens = await deployTokens(sender, skerryPlans)
  const [dollar, skerry] = tokens
  if (!dollar || !skerry) throw new Error('The second network must have HUSD and SKRY.')
  const { mara, theo, ines, pia } = people

  give(118, treasury, mara, '0.42')
  give(124, treasury, theo, '0.15')
  give(126, treasury, pia, '0.5')
  pay(118.5, treasury, mara, dollar, '640')
  pay(124.5, treasury, theo, dollar, '210')
  pay(127, treasury, pia, dollar, '800')
  pay(130, treasury, mara, skerry, '350')
  pay(131, treasury, theo, skerry, '1200')
  pay(139, mara, pia, dollar, '48.25')
  give(147, mara, theo, '0.03')
  pay(155, pia, mara, dollar, '73.1')
  pay(168, theo, mara, skerry, '85.5')
  pay(172, mara, ines, dollar, '120')
  pay(190, mara, theo, skerry, '40')
  give(201, pia, mara, '0.06')
  pay(213, pia, mara, dollar, '36.4')
  pay(225, mara, pia, skerry, '12.75')
  pay(238, theo, mara, dollar, '64.9')
  pay(244.5, pia, mara, skerry, '9')
  await write()
  return { tokens, collections: [], applications: [] }
}
