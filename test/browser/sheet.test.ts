/** The sheet of a phone under a finger. */
import type { CDPSession } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { Journey } from '../../sandbox/people/journey.ts'
import { useWorld } from './use-world.ts'

const world = useWorld()

/** An open sheet at rest, and a finger on its header. */
async function visit(): Promise<{
  journey: Journey
  finger: Finger
  readY(): Promise<number>
  rest: number
}> {
  const journey = await world.visit({ viewport: { width: 390, height: 844 }, hasTouch: true })
  await journey.goto()
  await journey.open()
  const { page } = journey
  const card = journey.modal.locator('.card')
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .querySelector('billfold-modal')!
        .shadowRoot!.getAnimations()
        .map(({ finished }) => finished),
    ),
  )
  const readY = async () => (await card.boundingBox())!.y
  const rest = await readY()
  const finger = createFinger(await page.context().newCDPSession(page), 195, rest + 12)
  // What follows a finger comes behind the first picture: it is pulled a little, too little to close, until it is there.
  await expect
    .poll(
      async () => {
        await finger.down()
        await finger.moveTo(20)
        await finger.moveTo(22)
        await page.evaluate(() => new Promise(requestAnimationFrame))
        const y = await readY()
        await finger.up()
        return y
      },
      { timeout: 20_000 },
    )
    .toBeGreaterThan(rest)
  await expect.poll(readY, { timeout: 10_000 }).toBeCloseTo(rest, 0)
  return { journey, readY, rest, finger }
}

/** A finger trembles: what has begun to follow it late is where it is all the same. */
async function pull(finger: Finger, readY: () => Promise<number>, far: number, rest: number): Promise<void> {
  await expect
    .poll(async () => {
      await finger.moveTo(far - 1)
      await finger.moveTo(far)
      return readY()
    })
    .toBeCloseTo(rest + far, 0)
}

interface Finger {
  down(): Promise<void>
  /** px below the place where it was put down. */
  moveTo(far: number): Promise<void>
  up(): Promise<void>
}

function createFinger(cdp: CDPSession, x: number, y: number): Finger {
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: number) =>
    cdp.send('Input.dispatchTouchEvent', { type, touchPoints: at === undefined ? [] : [{ x, y: at }] })
  return {
    down: async () => void (await send('touchStart', y)),
    moveTo: async (far) => void (await send('touchMove', y + far)),
    up: async () => void (await send('touchEnd')),
  }
}

describe('[G41] A dragged sheet', () => {
  it('follows the finger down and up, but not above its normal position', async () => {
    const { finger, readY, rest } = await visit()
    await finger.down()
    // The browser takes the first few px for a tap that trembles.
    await finger.moveTo(20)
    for (const far of [40, 80, 140, 60, 0, -50]) {
      await finger.moveTo(far)
      await expect.poll(readY).toBeCloseTo(rest + Math.max(0, far), 0)
    }
    await finger.up()
  })

  it('returns to its normal position if it is released after a short drag, and the modal stays open', async () => {
    const { journey, finger, readY, rest } = await visit()
    await finger.down()
    await finger.moveTo(20)
    await pull(finger, readY, 60, rest)
    // A finger that rests before it is lifted swipes no more.
    await journey.page.waitForTimeout(400)
    await finger.up()
    await expect.poll(readY).toBeCloseTo(rest, 0)
    expect(await journey.modal.isVisible()).toBe(true)
  })

  it('closes if it is dragged far down, and is in its normal position when it opens again', async () => {
    const { journey, finger, readY, rest } = await visit()
    await finger.down()
    await finger.moveTo(20)
    await pull(finger, readY, 160, rest)
    await finger.up()
    await journey.modal.waitFor({ state: 'hidden' })
    await journey.open()
    await expect.poll(readY).toBeCloseTo(rest, 0)
  })

  it('does not move if the drag starts on the Close button', async () => {
    const { journey, readY, rest } = await visit()
    const close = (await journey.modal.getByRole('button', { name: 'Close' }).boundingBox())!
    const cdp = await journey.page.context().newCDPSession(journey.page)
    const finger = createFinger(cdp, close.x + 20, close.y + 20)
    await finger.down()
    await finger.moveTo(20)
    await finger.moveTo(80)
    await journey.page.evaluate(() => new Promise(requestAnimationFrame))
    expect(await readY()).toBeCloseTo(rest, 0)
    await finger.up()
  })
})
