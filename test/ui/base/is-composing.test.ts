// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { isComposing } from '../../../ui/base/is-composing.ts'

test.each([
  ['during a composition', { isComposing: true }, true],
  ['that ends a composition, in Safari', { keyCode: 229 }, true],
  ['without an input method', { keyCode: 13 }, false],
])('isComposing() for a key %s (%j) is %s', (_, how, expected) => {
  const event = new KeyboardEvent('keydown', { key: 'Enter' })
  for (const [name, value] of Object.entries(how)) Object.defineProperty(event, name, { value })
  expect(isComposing(event)).toBe(expected)
  expect(isComposing({ nativeEvent: event } as never)).toBe(expected)
})
