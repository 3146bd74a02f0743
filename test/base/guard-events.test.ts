// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { guardEvents } from '../../src/base/guard-events.ts'

let host: HTMLElement
let field: HTMLElement
let opener: HTMLElement
let stop: () => void
/** By handlers of the page. */
const heard: string[] = []
/** By those in the guarded part. */
const kept: string[] = []
const presses = ['keydown', 'keyup', 'pointerdown', 'pointerup', 'pointercancel', 'mousedown', 'mouseup']
const others = ['textInput', 'pointerenter', 'mouseleave', 'DOMMouseScroll', 'gesturestart']
const types = [...presses, ...others]
const hear = ({ type }: Event) => void heard.push(type)

beforeEach(() => {
  document.body.innerHTML = '<button></button>'
  opener = document.querySelector('button')!
  host = document.createElement('div')
  field = document.createElement('input')
  host.attachShadow({ mode: 'open' }).append(field)
  document.body.append(host)
  heard.length = 0
  kept.length = 0
  stop = guardEvents(host)
  for (const type of types) {
    document.addEventListener(type, hear, true)
    field.addEventListener(type, () => kept.push(type))
  }
})
afterEach(() => {
  stop()
  for (const type of types) document.removeEventListener(type, hear, true)
})

const all = { bubbles: true, composed: true }
const key = (type: string, code: string, repeat = false) => new KeyboardEvent(type, { ...all, code, repeat })
const pointer = (type: string, pointerId: number) => new PointerEvent(type, { ...all, pointerId })
const mouse = (type: string, button = 0) => new MouseEvent(type, { ...all, button })

describe('The event guard', () => {
  test('[D40] keeps from the page all keys and pointers that are pressed and released in the modal', () => {
    for (const event of [
      key('keydown', 'KeyA'),
      key('keydown', 'KeyA', true),
      key('keyup', 'KeyA'),
      pointer('pointerdown', 1),
      mouse('mousedown'),
      pointer('pointerup', 1),
      mouse('mouseup'),
      pointer('pointerdown', 2),
      pointer('pointercancel', 2),
    ])
      field.dispatchEvent(event)
    expect(heard).toEqual([])
    expect(kept).toHaveLength(9)
  })

  test.each([
    ['a key', () => [key('keydown', 'KeyO'), key('keyup', 'KeyO')]],
    ['a pointer', () => [pointer('pointerdown', 1), pointer('pointerup', 1)]],
    ['a cancelled pointer', () => [pointer('pointerdown', 1), pointer('pointercancel', 1)]],
    ['a mouse button', () => [mouse('mousedown', 2), mouse('mouseup', 2)]],
  ])(
    '[D40] passes a release to both the page and the modal if its press was in the page and opened the modal: %s',
    (_, events) => {
      const [down, up] = events()
      opener.dispatchEvent(down!)
      field.dispatchEvent(up!)
      expect(heard).toEqual([down!.type, up!.type])
      expect(kept).toEqual([up!.type])
    },
  )

  test('[D40] passes to the page the release of a key or pointer that was held for long or pressed before the event guard existed', () => {
    opener.dispatchEvent(key('keydown', 'KeyO'))
    field.dispatchEvent(key('keydown', 'KeyO', true))
    field.dispatchEvent(key('keyup', 'KeyO'))
    field.dispatchEvent(pointer('pointerup', 7))
    expect(heard).toEqual(['keydown', 'keyup', 'pointerup'])
  })

  test('[D40] hides the release of a key from the page if the press closed the modal', () => {
    field.dispatchEvent(key('keydown', 'Escape'))
    opener.dispatchEvent(key('keyup', 'Escape'))
    expect(heard).toEqual([])
    // The next one is the page's own.
    opener.dispatchEvent(key('keydown', 'Escape'))
    opener.dispatchEvent(key('keyup', 'Escape'))
    expect(heard).toEqual(['keydown', 'keyup'])
  })

  test('[D40] passes a new key press in the page to the page, even if the modal missed the release of the previous press', () => {
    field.dispatchEvent(key('keydown', 'KeyA'))
    opener.dispatchEvent(key('keydown', 'KeyA'))
    opener.dispatchEvent(key('keyup', 'KeyA'))
    expect(heard).toEqual(['keydown', 'keyup'])
  })
})

test.each(others)(
  '[D40] The page does not receive the event %s from inside the modal or from the modal’s host element',
  (type) => {
    field.dispatchEvent(new Event(type, { composed: true }))
    host.dispatchEvent(new Event(type))
    expect(heard).toEqual([])
    expect(kept).toEqual([type])
    opener.dispatchEvent(new Event(type))
    expect(heard).toEqual([type])
  },
)
