/** A wallet on a phone: pairs by link, signs, and disconnects. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { verifyMessage } from 'viem'
import { people } from '../../../sandbox/people/accounts.ts'
import { openPhone, type TestPhone } from '../../worker/walletconnect/wallet-kit.ts'
import type { EngineRun } from './run-in.ts'

const { address } = people.mara.account

export function tryPairing(run: EngineRun): void {
  let phone: TestPhone
  beforeAll(async () => {
    phone = await openPhone(run.sandbox.urls.relay)
  })
  afterAll(() => phone?.close())

  it('[F15] a visitor pairs a phone by link, signs, stays connected after a reload, and disconnects', async () => {
    const { visit, driver, sandbox } = run
    const waitForStatus = (status: string) =>
      expect.poll(() => visit.evaluate(readStatus), { timeout: 30_000 }).toBe(status)
    await driver.goto(`${sandbox.urls.page}/?market=calm&balance=none`)
    await visit.choose('Connect wallet')
    await visit.waitFor('Connect to')
    await visit.choose('WalletConnect')
    await visit.waitFor('Copy link')
    await expect.poll(() => visit.evaluate(readLink), { timeout: 30_000 }).toMatch(/^wc:/)
    await phone.pair((await visit.evaluate(readLink))!)
    await phone.answer(true)
    await waitForStatus('connected')

    await visit.evaluate(sign)
    const { details } = await phone.answer(true)
    expect(JSON.stringify(details)).toContain('Ahoy from the page')
    await expect.poll(() => visit.evaluate(readSigned), { timeout: 30_000 }).toMatch(/^0x/)
    const signature = (await visit.evaluate(readSigned)) as `0x${string}`
    expect(await verifyMessage({ address, message: 'Ahoy from the page', signature })).toBe(true)

    await driver.goto(`${sandbox.urls.page}/?market=calm&balance=none`)
    await waitForStatus('connected')
    // Sign first, so that the relay is connected: the wallet learns of a disconnect only through it.
    await visit.evaluate(sign)
    await phone.answer(true)
    await expect.poll(() => visit.evaluate(readSigned), { timeout: 30_000 }).toBe(signature)
    await visit.evaluate(() => void window.billfold!.disconnect())
    await waitForStatus('disconnected')
    await expect.poll(() => phone.getSessions().length, { timeout: 30_000 }).toBe(0)
  })
}

function readStatus(): string {
  return window.billfold?.account.peek().status ?? ''
}

async function readLink(): Promise<string | undefined> {
  const { attempts } = await window.billfold!.headless()
  const progress = attempts.peek()[0]?.progress
  return progress?.kind === 'uri' ? progress.uri : undefined
}

/** Requests a signature. Does not wait for the phone: some drivers answer only when the script has ended. */
function sign(): void {
  const provider = window.billfold!.getProvider('eip155')!
  void provider
    .request<string[]>({ method: 'eth_accounts' })
    .then(([from]) => {
      const text = new TextEncoder().encode('Ahoy from the page')
      const hex = `0x${[...text].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
      return provider.request<string>({ method: 'personal_sign', params: [hex, from] })
    })
    .then((signature) => Object.assign(window, { signed: signature }))
}

function readSigned(): string | undefined {
  return (window as { signed?: string }).signed
}
