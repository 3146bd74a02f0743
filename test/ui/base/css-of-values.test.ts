/**
 * [F20] A page styles Billfold by custom properties in its own stylesheet. No option takes CSS (`themeVariables` is refused in
 * `test/shell/options.test.ts`), and no value of a page, an API or a wallet becomes CSS.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const files = ['src', 'ui'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => ({ name: `${folder}/${name}`, text: readFileSync(`${folder}/${name}`, 'utf8') })),
)
/** Each place in the code that matches, with its file. */
const find = (pattern: RegExp) =>
  files.flatMap(({ name, text }) => [...text.matchAll(pattern)].map(([found]) => `${name}: ${found}`))

test('[F20] all CSS comes from stylesheet files, and no code writes HTML or CSS rules', () => {
  expect(files.length).toBeGreaterThan(300)
  expect(
    find(/\b(?:innerHTML|outerHTML|insertAdjacentHTML|dangerouslySetInnerHTML|insertRule|cssText)\b/g),
  ).toEqual([])
  expect(find(/setAttribute\(\s*['"]style/g)).toEqual([])
  const sheets = find(/\b(?:addSheet|addStyles)\([^)]*\)/g).filter(
    (found) => !/: (?:addSheet|addStyles)\((?:[\w.]+!?, )?\w*[cC]ss\)$/.test(found),
  )
  expect(sheets.sort()).toEqual([
    'src/base/add-styles.ts: addStyles(root: ShadowRoot, css: string)',
    'ui/base/sheets.ts: addSheet(css: string)',
    "ui/base/sheets.ts: addStyles(root, sheets.join('\\n')",
    // For the page's scroll bar: its width is a number of pixels.
    'ui/modal/lock-scroll.ts: addSheet(css, root)',
    'ui/modal/lock-scroll.ts: addSheet(css: string, root: HTMLElement)',
  ])
  const texts = find(/import \w+ from '[^']*\.css[^']*'/g)
  expect(texts.filter((found) => !found.endsWith(".css?inline'"))).toEqual([])
})

test('[F20] inline styles contain only numbers with a unit', () => {
  const written = find(
    /\bstyle(?:\.\w+ = [^\n]*|=\{\{[^\n]*?(?:\}\}|\} as CSSProperties\})|\.setProperty\([^\n]*)/g,
  ).filter((found) => found.includes('${'))
  expect(written.length).toBeGreaterThan(8)
  const isNumber = (found: string) =>
    /\$\{[^`]*\}(?:px|ch|%)\)?`/.test(found) || found.includes('${hueOf(name)})`')
  expect(written.filter((found) => !isNumber(found))).toEqual([])
})
