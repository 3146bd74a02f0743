/**
 * Ten views in other languages on the narrowest phone: nothing is wider than the card, and no button cuts its text.
 * `PICTURES=1` leaves pictures in `.cache/languages/`, `LANGUAGES=all` tries every language.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it, vi } from 'vitest'
import type { Messages } from '../../src/base/catalogue.ts'
import { launchChromium } from '../../sandbox/people/launch-chromium.ts'
import { languages } from '../../ui/languages/load-texts.ts'
import { toFileName } from '../gallery-file-name.ts'
import { openGallery, sameEverywhere } from './open-gallery.ts'
import { takeCard } from './take-card.ts'

const english: Record<string, Messages> = {}
vi.mock('../../src/base/catalogue.ts', () => ({
  catalogue: (part: string, messages: Messages) => (english[part] = messages),
}))

const states = [
  'Connect',
  'Tokens',
  'Activity',
  'Send, filled in',
  'Review send',
  'Review send, lookalike address',
  'Buy',
  'Settings',
  'Sign in',
  'Smart session',
  'Networks, many',
]
/** Long words, many forms, and two from the right. */
const few = ['de', 'ru', 'ar', 'he', 'pl']
const folder = fileURLToPath(new URL('../../.cache/languages/', import.meta.url))

it('[G51] Every state fits texts that are long or right-to-left', { timeout: 1_500_000 }, async () => {
  const files = import.meta.glob(['../../ui/**/*texts.ts', '../../src/**/texts.ts', '!**/languages/**'])
  await Promise.all(Object.values(files).map((load) => load()))
  mkdirSync(folder, { recursive: true })
  const browser = await launchChromium(sameEverywhere)
  const found: string[] = []
  try {
    const { page } = await openGallery(browser, found)
    await page.setViewportSize({ width: 320, height: 640 })
    for (const language of process.env.LANGUAGES === 'all' ? Object.keys(languages) : few) {
      const { default: translation } = await languages[language]!()
      const words: Record<string, string[]> = {}
      for (const [own, name] of pair(english, translation)) (words[own] ??= []).push(name)
      for (const name of states) {
        const failure = await page
          .evaluate(
            ([state, tag, own]) => window.gallery!.show(state, 'light', { language: tag, words: own }),
            [name, language, words] as const,
          )
          .then(() => undefined, String)
        if (failure) found.push(`${language}, ${name}: ${failure.slice(0, 200)}`)
        await page.waitForTimeout(150)
        for (const fault of await page.evaluate(findFaults)) found.push(`${language}, ${name}: ${fault}`)
        if (process.env.PICTURES)
          writeFileSync(`${folder}${toFileName(name)}-${language}.png`, await takeCard(page))
      }
    }
  } finally {
    await browser.close()
  }
  expect(found).toEqual([])
})

/** Each text of the language that stands alone, with what it is in English. */
function pair(from: unknown, to: unknown): [string, string][] {
  if (typeof from === 'string') return typeof to === 'string' ? [[to, from]] : []
  return Object.entries(from as object).flatMap(([name, inner]) =>
    pair(inner, (to as Record<string, unknown>)[name]),
  )
}

/** What is wider than the card, and buttons whose text is cut. */
function findFaults(): string[] {
  const host = document.querySelector('billfold-modal')!
  const card = host.shadowRoot!.querySelector('.card')!
  const { left, right } = card.getBoundingClientRect()
  const faults: string[] = []
  for (const element of card.querySelectorAll<HTMLElement>('*')) {
    if (!element.checkVisibility() || element.closest('[aria-hidden=true], .unseen')) continue
    const box = element.getBoundingClientRect()
    const text = element.innerText?.slice(0, 40) ?? element.className
    const scrolls = element.parentElement?.closest('.scroll-x, .chips, [role=tablist]')
    if (!scrolls && box.width > 0 && (box.left < left - 1 || box.right > right + 1))
      faults.push(`beyond the card: ${element.className} ${text}`)
    const isCut = element.matches('button.button, a.button') && element.scrollWidth > element.clientWidth + 1
    if (isCut) faults.push(`cut: ${text}`)
  }
  return faults.slice(0, 5)
}
