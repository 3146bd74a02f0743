import { afterEach, expect, test, vi } from 'vitest'
import { createFrameMeter } from '../../sandbox/demo/frame-meter.ts'

/** Milliseconds since the page began. */
let now = 0

afterEach(() => vi.restoreAllMocks())

/** What the message after a frame has measured is there. */
const painted = () => new Promise((resolve) => setTimeout(resolve))

test('[V19] the frame meter counts frames missed by the page and by Billfold separately', async () => {
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  let isOpen = false
  const meter = createFrameMeter({ isOpen: () => isOpen, ours: /billfold/ })
  /** A frame in which the page draws so long and the rest, such as layout, takes so long. */
  async function draw(drawing: number, rest: number): Promise<void> {
    meter.tick(now)
    const started = now
    now += drawing
    meter.drawn()
    now += rest
    await painted()
    now = started + Math.max(1, Math.ceil((drawing + rest) / 16)) * 16
  }
  for (let frame = 0; frame < 80; frame += 1) await draw(2, 2)
  expect(meter.read().missed).toEqual({ page: 0, billfold: 0, list: 0 })
  await draw(60, 2)
  await draw(2, 2)
  expect(meter.read().missed).toEqual({ page: 3, billfold: 0, list: 0 })
  isOpen = true
  await draw(2, 60)
  await draw(2, 2)
  expect(meter.read().missed).toEqual({ page: 3, billfold: 3, list: 0 })
  // Also when the frames themselves are forgotten.
  now += 4_000
  for (let frame = 0; frame < 700; frame += 1) await draw(2, 2)
  expect(meter.read().missed).toMatchObject({ billfold: 3 })
  meter.reset()
  expect(meter.read().missed).toEqual({ page: 0, billfold: 0, list: 0 })
})
