/**
 * Keys, mouse and wheel as WebDriver actions, for Firefox and WebKit. Related keys share one request, because each
 * request waits for a frame.
 * @see https://www.w3.org/TR/webdriver2/#actions
 */
import type { Driver, Held, Key, Letter, Point } from './driver.ts'

/** Keys without a character. */
const codes: Record<Exclude<Key, Letter> | Held, string> = {
  Tab: '\uE004',
  Enter: '\uE007',
  Shift: '\uE008',
  Control: '\uE009',
  Escape: '\uE00C',
  Space: '\uE00D',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
}

/**
 * @param perform sends the actions of one input source
 * @param toDelta converts a turn of the wheel to the engine's `deltaY`
 */
export function createInput(
  perform: (source: object) => Promise<unknown>,
  toDelta = (by: number) => by,
): Pick<Driver, 'press' | 'type' | 'click' | 'wheel'> {
  const sendKeys = async (actions: object[]) => void (await perform({ type: 'key', id: 'keyboard', actions }))
  const sendMouse = (at: Point, actions: object[]) =>
    perform({
      type: 'pointer',
      id: 'mouse',
      parameters: { pointerType: 'mouse' },
      actions: [{ type: 'pointerMove', duration: 0, ...toWhole(at) }, ...actions],
    })
  return {
    press(key, held, times = 1) {
      const keys = Array.from({ length: times }, () => stroke(isLetter(key) ? key : codes[key])).flat()
      const [hold, release] = held ? stroke(codes[held]) : []
      return sendKeys(hold && release ? [hold, ...keys, release] : keys)
    },
    type: (text) => sendKeys(Array.from(text).flatMap(stroke)),
    async click(at) {
      const press = [{ type: 'pointerDown' }, { type: 'pointerUp' }].map((one) => ({ ...one, button: 0 }))
      await sendMouse(at, press)
    },
    async wheel(at, by) {
      await sendMouse(at, [])
      const scroll = { type: 'scroll', duration: 0, deltaX: 0, deltaY: toDelta(by), ...toWhole(at) }
      await perform({ type: 'wheel', id: 'wheel', actions: [scroll] })
    },
  }
}

const toWhole = ({ x, y }: Point): Point => ({ x: Math.round(x), y: Math.round(y) })

const isLetter = (key: Key): key is Letter => key.length === 1

function stroke(value: string): [object, object] {
  return [
    { type: 'keyDown', value },
    { type: 'keyUp', value },
  ]
}
