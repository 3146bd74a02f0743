/** Keyboard focus in the modal, as each engine keeps it. */
import { expect } from 'vitest'
import type { KeyboardVisit } from './keyboard-visit.ts'

/** More stops than any state has. */
const MOST = 60

/** The sign-in site's. */
const FRAME = 'billfold-auth'

/** The focus is in the modal, Tab goes round in it, and each stop can be seen and has a name. */
export async function expectFocusHeld(visit: KeyboardVisit, state: string): Promise<void> {
  // It may come a moment after the text, such as back from the wallet's window.
  await expect
    .poll(() => visit.evaluate(readFocus), { timeout: 30_000, message: state })
    .toMatchObject({ isInside: true, isSeen: true })
  // Keys that are pressed there are the site's: `login.test.ts` presses them.
  if ((await visit.evaluate(readFocus)).place === FRAME) return
  const pressed = (await goRoundAtOnce(visit)) ?? (await goRound(visit, state))
  await visit.press('Tab', 'back', pressed)
  expect((await visit.evaluate(readFocus)).isInside, state).toBe(true)
}

/** @returns how many stops back it began; nothing unless each stop was in order at once. */
async function goRoundAtOnce(visit: KeyboardVisit): Promise<number | undefined> {
  const stops = await visit.readStops(readFocus, (await visit.evaluate(countTabStops)) + 1)
  const isFine = ({ isInside, isSeen, isRinged, name }: Focus) =>
    isInside && isSeen && isRinged && name.trim()
  const round = stops.findIndex(({ place }, at) => stops.findIndex((stop) => stop.place === place) < at)
  return round > 0 && stops.every(isFine) ? stops.length - round : undefined
}

/** One stop after the other, since some take a moment: a message makes way for the focus. @returns the same. */
async function goRound(visit: KeyboardVisit, state: string): Promise<number> {
  const stops: string[] = []
  while (stops.length < MOST) {
    await visit.press('Tab')
    await expect
      .poll(() => visit.evaluate(readFocus), {
        timeout: 2_000,
        message: `${state}, after ${stops.join(', ')}`,
      })
      .toMatchObject({ isInside: true, isSeen: true, isRinged: true, name: expect.stringMatching(/\S/) })
    const { place } = await visit.evaluate(readFocus)
    if (stops.includes(place)) break
    stops.push(place)
  }
  expect(stops.length, state).toBeLessThan(MOST)
  return 1
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

/** As far as the order of the elements tells. */
function countTabStops(): number {
  const { shadowRoot } = document.querySelector('billfold-modal')!
  return [...shadowRoot!.querySelectorAll<HTMLElement>('*')].filter(
    (element) => element.tabIndex >= 0 && !element.matches(':disabled') && element.checkVisibility(),
  ).length
}

function readFocus(): Focus {
  const host = document.querySelector('billfold-modal')!
  const focused = host.shadowRoot!.activeElement as HTMLElement | null
  const isInside = document.hasFocus() && document.activeElement === host && focused !== null
  if (!isInside) {
    const { activeElement: outside } = document
    const place = outside?.localName ?? ''
    // A child of the modal, which marks its own focus.
    const isFrame = document.hasFocus() && place === 'billfold-auth' && outside!.parentElement === host
    return { isInside: isFrame, isSeen: isFrame, isRinged: isFrame, place, name: isFrame ? place : '' }
  }
  const { left, top, right, bottom, width, height } = focused.getBoundingClientRect()
  const x = (Math.max(left, 0) + Math.min(right, innerWidth)) / 2
  const y = (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2
  const hit = host.shadowRoot!.elementFromPoint(x, y)
  const rings = [focused, focused.firstElementChild].filter((one) => one !== null)
  /** A field, or what it lies in: a ring, or a line below. */
  const fields: (Element | null | undefined)[] = [focused]
  for (let above = 0; above < 3; above += 1) fields.push(fields.at(-1)?.parentElement)
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
