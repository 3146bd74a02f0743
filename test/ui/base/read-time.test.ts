// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { readTime } from '../../../ui/base/read-time.ts'

test.each([
  ['150ms', 150],
  ['.15s', 150],
  [' 0ms', 0],
  ['0s', 0],
  ['', 0],
])('[A33] readTime reads "%s" as %d ms', (text, expected) => {
  const element = document.createElement('div')
  element.style.setProperty('--time', text)
  document.body.append(element)
  expect(readTime(element, '--time')).toBe(expected)
})
