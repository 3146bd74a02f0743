import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const root = new URL('../../ui/', import.meta.url)
const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.tsx'))

/** Function components and hooks of a file with their bodies, found by indentation as the formatter leaves it. */
function readFunctions(text: string): { name: string; body: string }[] {
  return [...text.matchAll(/^(?:export )?(?:const \w+ = memo\()?function (\w+)[\s\S]*?\n\}/gm)].map(
    (match) => ({
      name: match[1]!,
      body: match[0],
    }),
  )
}

function forgetsUseSignals(body: string): boolean {
  // A portfolio's and an amount's worth, and a form field's text, are values of their own. To write is not to read.
  const reads = /(?<!\b(head|first|field|target))\.value\b(?! = )|\bread(Clock|SecondsTo)\(/.test(
    withoutEffects(body),
  )
  return reads && !/\{\n {2}useSignals\(\)\n/.test(body)
}

/** An effect follows what it reads by itself. */
function withoutEffects(body: string): string {
  return body.replace(/\beffect\(\(\) => (?:\{[\s\S]*?\n +\}\)|[^{\n]*)/g, '')
}

test('each component that reads a signal starts with useSignals(), or it would never draw again', () => {
  expect(files.length).toBeGreaterThan(15)
  const guilty = files.flatMap((file) =>
    readFunctions(readFileSync(new URL(file, root), 'utf8'))
      .filter(({ name, body }) => /^[A-Z]/.test(name) && forgetsUseSignals(body))
      .map(({ name }) => `${file}: ${name}`),
  )
  expect(guilty).toEqual([])
})

test('the check itself finds a component that forgets', () => {
  const [bad, late, good, effects] = readFunctions(
    'function Bad() {\n  return shell.open.value\n}\nfunction Late() {\n  return readClock()\n}\nfunction Good() {\n  useSignals()\n  return shell.open.value\n}\n' +
      'function Effects() {\n  useLayoutEffect(\n    () =>\n      effect(() => {\n        void a.value\n      }),\n  )\n}',
  )
  expect(forgetsUseSignals(effects!.body)).toBe(false)
  expect(forgetsUseSignals(bad!.body)).toBe(true)
  expect(forgetsUseSignals(late!.body)).toBe(true)
  expect(forgetsUseSignals(good!.body)).toBe(false)
})
