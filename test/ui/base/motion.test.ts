import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const root = new URL('../../../ui/', import.meta.url)
const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.tsx'))

/** Handlers of events that `mount.tsx` keeps from React: they would never be called. */
const deaf = /\bon(Scroll|ScrollEnd|Wheel|TouchMove|(Mouse|Pointer)(Move|Enter|Leave|Over|Out))(Capture)?=/

test('no component uses a React event that the modal does not listen for', () => {
  expect(files.length).toBeGreaterThan(15)
  const guilty = files.filter((file) => deaf.test(readFileSync(new URL(file, root), 'utf8')))
  expect(guilty).toEqual([])
  expect(deaf.test('<div onMouseEnter={show} />')).toBe(true)
})
