/** Every view with the keyboard alone, in each engine that is installed here. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { LocalServer } from '../../../sandbox/local-server.ts'
import type { Sandbox } from '../../../sandbox/start.ts'
import { startApiWithSpam, walks } from '../walks.ts'
import { getSandbox } from '../shared.ts'
import type { Driver } from './driver.ts'
import { createKeyboardVisit, type KeyboardVisit } from './keyboard-visit.ts'
import { chromium, firefox } from './playwright.ts'
import { webkit } from './webkit.ts'

let sandbox: Sandbox
let api: LocalServer
beforeAll(async () => {
  sandbox = await getSandbox()
  api = await startApiWithSpam(sandbox)
})
afterEach(() => sandbox.control.reset())
afterAll(async () => {
  await api?.close()
})

for (const { name, missing, launch } of [chromium, firefox, webkit]) {
  describe.skipIf(missing)(missing ? `${name}, which is not installed here (${missing})` : name, () => {
    let driver: Driver
    let visit: KeyboardVisit
    beforeAll(async () => {
      driver = await launch()
      visit = createKeyboardVisit(driver)
    })
    afterAll(() => driver?.close())

    for (const [way, walk] of Object.entries(walks)) {
      // The sandbox's sign-in site is another site over http, and does not answer in a frame there.
      const isDeaf = name === webkit.name && walk === walks['to signing in without a wallet']
      it.skipIf(isDeaf)(`[G51] goes with the keyboard alone ${way}, and back`, async () => {
        const goto = async (query = {}) => {
          await driver.goto(
            `${sandbox.urls.page}/?${new URLSearchParams({ market: 'calm', api: api.url, ...query })}`,
          )
          // What the page draws beside it would be most of the time.
          await visit.waitFor('Sandbox')
          await visit.evaluate(hideDrawings)
        }
        await walk({ visit, sandbox, goto, stop: (state) => expectFocusHeld(visit, state) })
      })
    }
  })
}

/** More stops than any state has. */
const MOST = 60

/** The focus is in the modal, Tab goes round in it, and each stop can be seen and has a name. */
async function expectFocusHeld(visit: KeyboardVisit, state: string): Promise<void> {
  // It may come a moment after the text, such as back from the wallet's window.
  await expect
    .poll(() => visit.evaluate(readFocus), { timeout: 30_000, message: state })
    .toMatchObject({ isInside: true, isSeen: true })
  const stops: string[] = []
  while (stops.length < MOST) {
    await visit.press('Tab')
    const { isInside, isSeen, isRinged, place, name } = await visit.evaluate(readFocus)
    expect({ isInside, isSeen, isRinged, name }, `${state}: ${place} after ${stops.join(', ')}`).toEqual({
      isInside: true,
      isSeen: true,
      isRinged: true,
      name: expect.stringMatching(/\S/),
    })
    if (stops.includes(place)) break
    stops.push(place)
  }
  expect(stops.length, state).toBeLessThan(MOST)
  await visit.press('Tab', 'back')
  expect((await visit.evaluate(readFocus)).isInside, state).toBe(true)
}

function hideDrawings(): void {
  for (const canvas of document.querySelectorAll('canvas')) canvas.style.display = 'none'
}

interface Focus {
  /** Of the modal, or of what it holds. */
  isInside: boolean
  isSeen: boolean
  /** It shows that it has the focus. */
  isRinged: boolean
  /** Which element it is. */
  place: string
  name: string
}

async function readFocus(): Promise<Focus> {
  // A message makes way for it.
  for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame)
  const host = document.querySelector('billfold-modal')!
  const focused = host.shadowRoot!.activeElement as HTMLElement | null
  const isInside = document.hasFocus() && document.activeElement === host && focused !== null
  if (!isInside) {
    const { activeElement: outside } = document
    return { isInside, isSeen: false, isRinged: false, place: outside?.localName ?? '', name: '' }
  }
  const { left, top, right, bottom, width, height } = focused.getBoundingClientRect()
  const x = (Math.max(left, 0) + Math.min(right, innerWidth)) / 2
  const y = (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2
  const hit = host.shadowRoot!.elementFromPoint(x, y)
  const rings = [focused, focused.firstElementChild].filter((one) => one !== null)
  /** A field, or what it lies in: a ring, or a line below. */
  const fields = [focused, focused.parentElement, focused.parentElement?.parentElement]
  const { labels, placeholder } = focused as HTMLInputElement
  const names = [focused.ariaLabel, focused.innerText, labels?.[0]?.innerText, placeholder]
  const all = [...host.shadowRoot!.querySelectorAll('*')]
  return {
    isInside,
    isSeen: width > 0 && height > 0 && hit !== null && (focused.contains(hit) || hit.contains(focused)),
    isRinged:
      rings
        .map((one) => getComputedStyle(one))
        .some(({ outlineStyle, outlineWidth }) => outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2) ||
      (focused.matches('input, textarea') &&
        fields.some((field) => field && / -?2px( 0px 0px)? inset/.test(getComputedStyle(field).boxShadow))),
    place: `${all.indexOf(focused)} ${
      names
        .find((name) => name?.trim())
        ?.trim()
        .split('\n')[0] ?? ''
    }`,
    name: names.find((name) => name?.trim()) ?? '',
  }
}
