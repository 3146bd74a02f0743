import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const read = (name: string) => readFileSync(new URL(`../../../ui/${name}`, import.meta.url), 'utf8')
const tokensCss = read('base/tokens.css')
/** Of all components, whatever file it stands in. */
const stylesCss = readdirSync(new URL('../../../ui/', import.meta.url), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.css') && name !== 'base/tokens.css')
  .map(read)
  .join('\n')

/** Declarations of the block that starts with this selector. */
function block(css: string, selector: string): string {
  const start = css.indexOf(`${selector} {`)
  if (start < 0) throw new Error(`${selector} is missing`)
  return css.slice(start, css.indexOf('\n}', start))
}

function readTokens(text: string): Map<string, string> {
  return new Map(
    [...text.matchAll(/(--bf-[\w-]+):\s*([^;]+);/g)].map(([, name, value]) => [
      name!,
      value!.replace(/\s+/g, ' ').trim(),
    ]),
  )
}

const themes = {
  dark: readTokens(block(tokensCss, ":host([data-theme='dark'])")),
  light: readTokens(block(tokensCss, ":host([data-theme='light'])")),
}
const shared = readTokens(block(tokensCss, ':host'))

/** Relative luminance (WCAG 2) of `oklch(L C H)`. */
function luminance(color: string): number {
  const parts = /^oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)$/.exec(color)
  if (!parts) throw new Error(`not an opaque oklch colour: ${color}`)
  const [l, c, h] = [Number(parts[1]), Number(parts[2]), (Number(parts[3]) * Math.PI) / 180]
  const [a, b] = [c * Math.cos(h), c * Math.sin(h)]
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3
  const clip = (value: number) => Math.min(1, Math.max(0, value))
  const red = clip(4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short)
  const green = clip(-1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short)
  const blue = clip(-0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [high, low] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (high! + 0.05) / (low! + 0.05)
}

test('the contrast of black on white is 21:1', () => {
  expect(contrast('oklch(0 0 0)', 'oklch(1 0 0)')).toBeCloseTo(21, 2)
})

describe.each(Object.entries(themes))('the theme %s', (_theme, tokens) => {
  const color = (name: string) => tokens.get(`--bf-${name}`)!
  const surfaces = ['well', 'card', 'leaf', 'lift', 'lift-2']

  test.each(['text', 'text-2', 'text-3', 'accent', 'good', 'warn', 'bad'])(
    'has a readable text colour “%s” on every surface',
    (name) => {
      for (const surface of surfaces)
        expect(contrast(color(name), color(surface)), surface).toBeGreaterThanOrEqual(4.5)
    },
  )

  test('has visible outlines and a visible focus ring', () => {
    for (const surface of surfaces)
      expect(contrast(color('focus'), color(surface)), surface).toBeGreaterThanOrEqual(3)
    for (const surface of surfaces.slice(0, 3)) {
      expect(contrast(color('edge'), color(surface)), surface).toBeGreaterThanOrEqual(3)
    }
  })

  test('has readable labels on filled buttons', () => {
    expect(contrast(color('on-primary'), color('primary'))).toBeGreaterThanOrEqual(4.5)
    expect(contrast(color('on-primary'), color('primary-hover'))).toBeGreaterThanOrEqual(4.5)
    expect(contrast(color('on-bad'), color('bad-fill'))).toBeGreaterThanOrEqual(4.5)
  })
})

test('[A3] both themes define the same design tokens', () => {
  expect([...themes.dark.keys()].sort()).toEqual([...themes.light.keys()].sort())
  expect(themes.dark.size).toBeGreaterThan(30)
})

test('[A3] every design token that the styles use is defined, and every defined token is used', () => {
  const defined = new Set([...shared.keys(), ...themes.dark.keys()])
  const used = new Set(`${tokensCss}${stylesCss}`.match(/var\((--bf-[\w-]+)/g)?.map((use) => use.slice(4)))
  for (const name of used) expect(defined, name).toContain(name)
  const open = [...defined].filter((name) => !used.has(name) && !/^--bf-(\d+|t-height)$/.test(name))
  expect(open).toEqual([])
})

test('[A3] styles take colours only from design tokens', () => {
  const raw = stylesCss.match(/#[\da-f]{3,8}\b|rgba?\([^)]*\)|hsl\([^)]*\)|oklch\([^)]*\)/gi) ?? []
  // White on pictures of others, whatever the theme.
  expect([...new Set(raw)].sort()).toEqual(['oklch(1 0 0 / 0.14)', 'oklch(1 0 0)'])
})

test('[A3] no design token is !important, so that a page can override it', () => {
  expect(tokensCss).not.toMatch(/--bf-[^;]*!important/)
})

test('[A2] the card is 360 px wide', () => {
  expect(block(read('modal/modal.css'), '.card')).toMatch(/\n {2}width: 360px;/)
})

test('[A32] [A33] [A34] a view and the modal’s height change in 150 ms, the header text in 120 ms', () => {
  expect(shared.get('--bf-t-view')).toBe('150ms')
  expect(shared.get('--bf-t-height')).toBe('150ms')
  expect(shared.get('--bf-t-text')).toBe('120ms')
  expect(block(stylesCss, '.view.forward')).toContain('var(--bf-t-view)')
  expect(block(stylesCss, '.view.backward')).toContain('var(--bf-t-view)')
  expect(block(stylesCss, '.title .new')).toContain('var(--bf-t-text)')
})

test('[A32] [A33] [A34] nothing is animated if the user prefers reduced motion', () => {
  const reduced = tokensCss.slice(tokensCss.indexOf('prefers-reduced-motion'))
  for (const name of ['press', 'text', 'view', 'height', 'entry']) {
    expect(reduced).toMatch(new RegExp(`--bf-t-${name}: 0ms;`))
  }
  expect(stylesCss).toMatch(/prefers-reduced-motion: reduce\) \{[\s\S]*animation: none !important/)
})

test('styles load no fonts or other files', () => {
  expect(tokensCss + stylesCss).not.toMatch(/@font-face|@import|url\(/)
})
