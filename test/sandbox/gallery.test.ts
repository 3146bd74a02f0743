/** The states of the gallery, as data. `gallery.test.ts` of the browser tests shows each of them. */
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { toFileName } from '../gallery-file-name.ts'
import { states } from '../../sandbox/demo/gallery/states.ts'
import { viewFiles } from '../../ui/modal/view-files.ts'

const views = Object.keys(viewFiles).sort()

test('every view of the modal has a state in the gallery', () => {
  expect([...new Set(states.map(({ view }) => view))].sort()).toEqual(views)
})

test('every state of the gallery has a unique name and a unique picture file', () => {
  const names = states.map(({ name }) => name)
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
  expect(new Set(names.map(toFileName)).size).toBe(names.length)
})

test('docs/views.md lists every state of the gallery; `npm run views` writes the file', async () => {
  await expect(toDocument()).toMatchFileSnapshot(
    fileURLToPath(new URL('../../docs/views.md', import.meta.url)),
  )
})

function toDocument(): string {
  const toPath = (name: string) => `images/gallery/${toFileName(name)}-desktop.png`
  const sections = views.map((view) => {
    const own = states.filter((state) => state.view === view)
    const [first] = own.map(({ name }) => `![${name}](${toPath(name)})`)
    const lines = own.map(({ name, when }) => `- [${name}](${toPath(name)}): ${when}`)
    return `## ${view}\n\n${first}\n\n${lines.join('\n')}\n`
  })
  return `# Every view

\`npm run views\` writes this file from the gallery's states (\`sandbox/demo/gallery/states/\`). Each link leads to a dark picture on
desktop. \`images/gallery/\` also has one of each state on a phone, light and right to left. \`npm run demo\` serves the live gallery at
\`gallery.html\`. [look.md](look.md) explains where the views differ from the reference pictures.

${sections.join('\n')}`
}
