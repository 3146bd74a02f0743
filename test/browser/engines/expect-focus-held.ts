/** Checks the keyboard focus in the modal. */
import { expect } from 'vitest'
import type { KeyboardVisit } from './keyboard-visit.ts'

/** Maximum number of tab stops, more than any state has. */
const MOST = 60

/** Element of the sign-in site. */
const FRAME = 'billfold-auth'

/** Checks that the focus is in the modal, that Tab cycles within it, and that each stop is visible and has a name. */
export async function expectFocusHeld(visit: KeyboardVisit, state: string): Promise<void> {
  // The focus may arrive a moment after the text, for example when the wallet's window has closed.
  await expect
    .poll(() => visit.evaluate(readFocus), { timeout: 30_000, message: state })
    .toMatchObject({ isInside: true, isSeen: true })
  // In the frame, keys go to the sign-in site; `login.test.ts` covers that.
  if ((await visit.evaluate(readFocus)).place === FRAME) return
  const pressed = (await goRoundAtOnce(visit)) ?? (await goRound(visit, state))
  await visit.press('Tab', 'back', pressed)
  expect((await visit.evaluate(readFocus)).isInside, state).toBe(true)
}

/** @returns how many stops back the cycle started; undefined unless each stop was valid at once */
async function goRoundAtOnce(visit: KeyboardVisit): Promise<number | undefined> {
  const stops = await visit.readStops(readFocus, (await visit.evaluate(countTabStops)) + 1)
  const isFine = ({ isInside, isSeen, isRinged, name }: Focus) =>
    isInside && isSeen && isRinged && name.trim()
  const round = stops.findIndex(({ place }, at) => stops.findIndex((stop) => stop.place === place) < at)
  return round > 0 && stops.every(isFine) ? stops.length - round : undefined
}

/**
 * Checks one stop at a time, because some need a moment: a message moves away from the focus.
 * @returns as `goRoundAtOnce`
 */
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
  /** Whether the focused element belongs to the modal or its contents. */
  isInside: boolean
  isSeen: boolean
  /** Whether the element shows a focus indicator. */
  isRinged: boolean
  /** A description of the element. */
  place: string
  name: string
}

/** Number of tab stops in document order. */
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
    // The frame is a child of the modal and shows its own focus.
    const isFrame = document.hasFocus() && place === 'billfold-auth' && outside!.parentElement === host
    return { isInside: isFrame, isSeen: isFrame, isRinged: isFrame, place, name: isFrame ? place : '' }
  }
  const { left, top, right, bottom, width, height } = focused.getBoundingClientRect()
  const x = (Math.max(left, 0) + Math.min(right, innerWidth)) / 2
  const y = (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2
  const hit = host.shadowRoot!.elementFromPoint(x, y)
  const rings = [focused, focused.firstElementChild].filter((one) => one !== null)
  /** The field and its ancestors: a focus ring, or an underline, may be on either. */
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
