/**
 * Writes the first chain's history: contracts, and eight months of salaries, payments, trades, savings and NFTs of a
 * few people. Each entry is a real transaction, signed by its sender, in a block of that day.
 */
import { type Hex, parseUnits } from 'viem'
import { people, type Person, treasury } from '../people/accounts.ts'
import type { Anvil } from './anvil.ts'
import { createRandom, type Random } from '../history/random.ts'
import { createSender, type Sender } from './sender.ts'
import { createTimeline, fillTreasury, type Timeline } from './timeline.ts'
import { tokenPlans, type TokenSymbol, vaultShare } from './tokens.ts'
import { deployTokens, type Token, type World } from './world.ts'

/** @param now seconds since 1970; the history ends some hours earlier */
export async function writePast(anvil: Anvil, now: number): Promise<World> {
  const sender = createSender(anvil)
  const random = createRandom(20_260_301)
  const timeline = createTimeline({ anvil, sender, random, now })
  await fillTreasury(anvil)
  const places = await deploy(sender)
  plan(sender, places, timeline, random)
  await timeline.write()
  return places.world
}

interface Places {
  world: World
  token: Record<TokenSymbol, Token>
  vault: Hex
  exchange: Hex
  tidelines: Hex
  flags: Hex
  airdrop: Hex
}

async function deploy(sender: Sender): Promise<Places> {
  const owner = treasury.account
  const tokens = await deployTokens(sender, tokenPlans)
  const token = Object.fromEntries(tokens.map((each) => [each.symbol, each])) as Record<TokenSymbol, Token>
  const vault = await sender.deploy(owner, 'Vault', [token.HUSD.address, vaultShare.name, vaultShare.symbol])
  const exchange = await sender.deploy(owner, 'Exchange')
  const tidelines = await sender.deploy(owner, 'Tidelines')
  const flags = await sender.deploy(owner, 'SignalFlags')
  const airdrop = await sender.deploy(owner, 'Airdrop')
  const world: World = {
    tokens: [...tokens, { ...vaultShare, address: vault }],
    collections: [
      { address: tidelines, name: 'Tidelines', spam: false },
      { address: flags, name: 'Signal Flags', spam: false },
      { address: airdrop, name: '$5,000 VOUCHER - claim at voucher.example', spam: true },
    ],
    applications: [
      { address: exchange, name: 'Driftwood' },
      { address: vault, name: 'Harbor Savings' },
    ],
  }
  return { world, token, vault, exchange, tidelines, flags, airdrop }
}

function plan(sender: Sender, places: Places, { at, give, pay: payToken }: Timeline, random: Random): void {
  const { mara, theo, ines, joon, pia, spammer } = people
  const { token, exchange, vault, tidelines, flags, airdrop } = places
  const pay = (day: number, from: Person, to: Person, symbol: TokenSymbol, amount: string) =>
    payToken(day, from, to, token[symbol], amount)
  const approve = (day: number, by: Person, symbol: TokenSymbol, spender: Hex, amount: string) =>
    at(day, () => {
      const args = [spender, parseUnits(amount, token[symbol].decimals)]
      return sender.call(by.account, 'Token', token[symbol].address, { name: 'approve', args })
    })
  const trade = (
    day: number,
    by: Person,
    [sold, soldAmount]: [TokenSymbol, string],
    [bought, boughtAmount]: [TokenSymbol, string],
    gas?: bigint,
  ) =>
    at(day, () => {
      const args = [
        token[sold].address,
        parseUnits(soldAmount, token[sold].decimals),
        token[bought].address,
        parseUnits(boughtAmount, token[bought].decimals),
      ]
      return sender.call(by.account, 'Exchange', exchange, { name: 'trade', args, ...(gas ? { gas } : {}) })
    })
  const save = (day: number, by: Person, name: 'deposit' | 'withdraw', amount: string) =>
    at(day, () => {
      const units = parseUnits(amount, token.HUSD.decimals)
      const own = by.account.address
      const args = name === 'deposit' ? [units, own] : [units, own, own]
      return sender.call(by.account, 'Vault', vault, { name, args })
    })
  const mint = (day: number, by: Person, collection: Hex, to: Person, count: bigint) =>
    at(day, () => {
      const args = [to.account.address, count]
      return sender.call(by.account, 'Tidelines', collection, { name: 'mint', args })
    })
  const giveNft = (day: number, from: Person, to: Person, collection: Hex, id: bigint) =>
    at(day, () => {
      const args = [from.account.address, to.account.address, id]
      return sender.call(from.account, 'Tidelines', collection, { name: 'transferFrom', args })
    })

  // Fund the people and the exchange first.
  for (const person of [mara, theo, ines, joon, pia, spammer]) {
    give(0.5, treasury, person, person === mara ? '1.85' : person === theo ? '0.92' : '3')
  }
  for (const { symbol } of tokenPlans) {
    const args = [exchange, parseUnits(symbol === 'HBTC' ? '40' : '4000', token[symbol].decimals)]
    at(1, () => sender.call(treasury.account, 'Token', token[symbol].address, { name: 'transfer', args }))
  }

  // Mara: a salary, rent, some trades, savings and NFTs.
  for (let month = 0; month < 8; month += 1) {
    const payday = 4 + month * 30.4
    pay(payday, treasury, mara, 'HUSD', '2450')
    pay(payday + 1.2, mara, ines, 'HUSD', '780')
    if (month % 2 === 1) save(payday + 2.6, mara, 'deposit', '600')
    if (month % 3 === 2)
      pay(payday + 9, mara, pia, 'HUSD', `${random.between(24, 96)}.${random.between(10, 99)}`)
  }
  give(9, treasury, mara, '0.6')
  give(23, mara, joon, '0.045')
  give(52, ines, mara, '0.12')
  give(88, mara, theo, '0.2')
  give(131, mara, pia, '0.0375')
  give(176, joon, mara, '0.31')
  give(219, mara, ines, '0.08')
  pay(14, treasury, mara, 'DRIFT', '640')
  pay(15.5, treasury, mara, 'KELP', '12500')
  pay(31, joon, mara, 'FERRY', '4')
  pay(30, treasury, joon, 'FERRY', '12')
  pay(112, joon, mara, 'FERRY', '3')
  pay(154, mara, theo, 'FERRY', '2')
  approve(12, mara, 'HUSD', exchange, '5000')
  approve(34, mara, 'HUSD', vault, '10000')
  trade(13, mara, ['HUSD', '500'], ['DRIFT', '214.5922'])
  trade(41, mara, ['HUSD', '320'], ['LTRN', '23.1046'])
  trade(70, mara, ['HUSD', '450'], ['HBTC', '0.00468231'])
  approve(96, mara, 'DRIFT', exchange, '400')
  trade(97, mara, ['DRIFT', '120'], ['HUSD', '281.4'])
  trade(126, mara, ['HUSD', '260'], ['LTRN', '18.4402'])
  // Exceeds the allowance: the transaction fails but pays its fee.
  trade(141, mara, ['DRIFT', '500'], ['HUSD', '1150'], 120_000n)
  trade(187, mara, ['HUSD', '610'], ['DRIFT', '262.1177'])
  trade(232, mara, ['HUSD', '190'], ['HBTC', '0.00197064'])
  save(163, mara, 'withdraw', '350')
  save(240, mara, 'deposit', '425')
  mint(28, mara, tidelines, mara, 2n)
  mint(64, mara, flags, mara, 1n)
  mint(117, mara, tidelines, mara, 1n)
  mint(171, mara, flags, mara, 2n)
  mint(226, mara, tidelines, mara, 2n)
  giveNft(180, mara, theo, tidelines, 2n)
  for (const day of [19, 58, 103, 148, 196, 229]) {
    pay(day, random.pick([joon, pia]), mara, 'HUSD', `${random.between(12, 140)}.${random.between(10, 99)}`)
  }
  for (const day of [36, 81, 122, 167, 203, 243.6]) {
    pay(
      day,
      mara,
      random.pick([joon, pia, ines]),
      'HUSD',
      `${random.between(9, 88)}.${random.between(10, 99)}`,
    )
  }
  for (const person of [joon, pia, ines]) pay(10, treasury, person, 'HUSD', '3000')
  pay(245.2, ines, mara, 'DRIFT', '38.5')
  pay(20, treasury, ines, 'DRIFT', '900')

  // Theo: a newer account.
  give(75, treasury, theo, '1.4')
  give(158, theo, mara, '0.05')
  give(211, theo, joon, '0.11')
  for (let month = 0; month < 5; month += 1) {
    pay(92 + month * 30.4, treasury, theo, 'HUSD', '1820')
    pay(94 + month * 30.4, theo, ines, 'HUSD', '640')
  }
  approve(99, theo, 'HUSD', exchange, '6000')
  trade(100, theo, ['HUSD', '900'], ['DRIFT', '371.3'])
  trade(145, theo, ['HUSD', '400'], ['LTRN', '28.6'])
  trade(205, theo, ['HUSD', '1200'], ['HBTC', '0.01241905'])
  mint(120, theo, flags, theo, 1n)
  mint(192, theo, tidelines, theo, 1n)
  pay(244.3, pia, theo, 'HUSD', '42.50')

  // Unsolicited tokens.
  mint(79, spammer, airdrop, mara, 2n)
  mint(134, spammer, airdrop, theo, 1n)
  mint(214, spammer, airdrop, mara, 1n)
}
