/** The states of the gallery, as data. `gallery.test.ts` of the browser tests shows each of them. */
import { expect, test } from 'vitest'
import { toFileName } from '../../sandbox/demo/gallery/file-name.ts'
import { states } from '../../sandbox/demo/gallery/states.ts'
import { viewFiles } from '../../ui/modal/view-files.ts'

const views = Object.keys(viewFiles).sort()

test('each view is shown in some state', () => {
  expect([...new Set(states.map(({ view }) => view))].sort()).toEqual(views)
})

test('each state has a name, and a picture, of its own', () => {
  const names = states.map(({ name }) => name)
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
  expect(new Set(names.map(toFileName)).size).toBe(names.length)
})
