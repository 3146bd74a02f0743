/** What a pointer changes over a control, in every stylesheet. */
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const sheets = ['src', 'ui'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.css'))
    .map((name) => [`${folder}/${name}`, readFileSync(`${folder}/${name}`, 'utf8')] as const),
)

/** A rule may itself be for what is disabled, and take the change back. */
const isOfEnabled = (selector: string) =>
  /:not\(:disabled|:enabled|\[aria-disabled\]:is\(:hover/.test(selector)

test('[V2] hover styles do not apply to disabled controls', () => {
  const rules = sheets.flatMap(([name, css]) =>
    [...css.matchAll(/([^{}]*:hover[^{}]*)\{/g)].flatMap(([, selectors = '']) =>
      // Commas within brackets do not end a selector.
      selectors.split(/,(?![^(]*\))/).map((one) => `${name}: ${one.trim()}`),
    ),
  )
  expect(rules.length).toBeGreaterThan(20)
  expect(rules.filter((rule) => rule.includes(':hover') && !isOfEnabled(rule))).toEqual([])
})

test('[V2] the style of disabled buttons overrides the style of every kind of button', () => {
  const [, css = ''] = sheets.find(([name]) => name === 'ui/components/button.css')!
  const kinds = [...css.matchAll(/^\.button\.(primary|secondary|quiet|quiet-danger) \{/gm)]
  const disabled = css.indexOf('.button:is(:disabled, .paused) {')
  expect(kinds).toHaveLength(4)
  // Of rules that weigh the same the last one holds.
  for (const { index } of kinds) expect(index).toBeLessThan(disabled)
})
