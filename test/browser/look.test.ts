/** How it looks and moves, on whatever page it stands. */
import type { Locator } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { Billfold } from '../../src/shell/billfold.ts'
import type { Journey, JourneyOptions } from '../../sandbox/people/journey.ts'
import { allowAnyOrigin, sendJson, startLocalServer } from '../../sandbox/services/local-server.ts'
import { useWorld } from './use-world.ts'

const world = useWorld()

async function visit(options?: JourneyOptions): Promise<Journey> {
  const journey = await world.visit(options)
  await journey.goto()
  return journey
}

describe('The modal', () => {
  it('[A1] [A2] is dark by default, and 360 px wide', { tags: 'quick' }, async () => {
    const journey = await visit({ viewport: { width: 1280, height: 800 } })
    expect(await journey.page.evaluate(() => matchMedia('(prefers-color-scheme: light)').matches)).toBe(true)
    await journey.open()
    const card = await readStyle(journey, '.card', ['width', 'backgroundColor', 'colorScheme'])
    expect(card['width']).toBe('360px')
    expect(card['colorScheme']).toBe('dark')
    expect(lightness(card['backgroundColor']!)).toBeLessThan(0.3)
  })

  it('[A3] uses the CSS custom properties that the page sets, and so does the button', async () => {
    const journey = await visit()
    const { page } = journey
    await page.addStyleTag({
      content: `billfold-modal, billfold-button {
        --bf-primary: rgb(4, 120, 87); --bf-primary-hover: rgb(4, 120, 88); --bf-on-primary: rgb(255, 254, 253);
        --bf-card: rgb(1, 2, 3); --bf-lift: rgb(20, 21, 22); --bf-text: rgb(240, 241, 242); --bf-focus: rgb(255, 0, 0);
        --bf-r-card: 3px; --bf-font: 'Courier New' }`,
    })
    const button = page.locator('billfold-button button')
    const styleOf = (element: Element) => {
      const { backgroundColor, color, fontFamily, outlineColor } = getComputedStyle(element)
      return { backgroundColor, color, fontFamily, outlineColor }
    }
    await page.mouse.move(0, 0)
    expect(await button.evaluate(styleOf)).toMatchObject({
      backgroundColor: 'rgb(4, 120, 87)',
      color: 'rgb(255, 254, 253)',
      fontFamily: '"Courier New"',
    })
    await button.hover()
    expect((await button.evaluate(styleOf)).backgroundColor).toBe('rgb(4, 120, 88)')
    await journey.connect('Harbor')
    await page.mouse.move(0, 0)
    await button.locator('svg').first().waitFor()
    expect(await button.evaluate(styleOf)).toMatchObject({
      backgroundColor: 'rgb(1, 2, 3)',
      color: 'rgb(240, 241, 242)',
    })
    const name = await button.locator('.name').evaluate(styleOf)
    expect(name.backgroundColor).toBe('rgb(20, 21, 22)')
    await button.focus()
    await page.keyboard.press('Shift')
    expect((await button.evaluate(styleOf)).outlineColor).toBe('rgb(255, 0, 0)')
    await button.click()
    await journey.modal.locator('.card').waitFor()
    const card = await readStyle(journey, '.card', [
      'backgroundColor',
      'borderTopLeftRadius',
      'color',
      'fontFamily',
    ])
    expect(card).toEqual({
      backgroundColor: 'rgb(1, 2, 3)',
      borderTopLeftRadius: '3px',
      color: 'rgb(240, 241, 242)',
      fontFamily: '"Courier New"',
    })
  })

  it('is a sheet on a phone and a centred card on wider screens', { tags: 'quick' }, async () => {
    const [phone, tablet] = await Promise.all([
      visit({ viewport: { width: 430, height: 850 } }),
      visit({ viewport: { width: 431, height: 850 } }),
    ])
    await Promise.all([phone.open(), tablet.open()])
    await Promise.all([settle(phone), settle(tablet)])
    const box = (journey: Journey) => journey.modal.locator('.card').boundingBox()
    expect(await box(phone)).toMatchObject({ x: 0, width: 430 })
    const sheet = (await box(phone))!
    expect(Math.round(sheet.y + sheet.height)).toBe(850)
    const card = (await box(tablet))!
    expect(card.width).toBe(360)
    expect(card.y + card.height).toBeLessThan(840)
  })

  it('[F2] fits the largest amounts on the narrowest phone without horizontal scrolling', async () => {
    const most = (2n ** 256n - 1n).toString()
    const { sandbox } = world
    const api = await startLocalServer(async (request, response, url) => {
      if (allowAnyOrigin(request, response)) return
      const upstream = await fetch(`${sandbox.urls.api}${url.pathname}${url.search}`)
      const body = (await upstream.json()) as { balances?: { quantity: object }[] }
      for (const balance of body.balances ?? [])
        balance.quantity = { decimals: '1', numeric: `${most.slice(0, -1)}.5` }
      sendJson(response, 200, body)
    })
    try {
      const journey = await visit({ viewport: { width: 360, height: 740 }, query: { api: api.url } })
      await journey.connect('Harbor')
      await journey.open()
      await journey.modal
        .getByTitle(new RegExp(most.slice(0, 20)))
        .first()
        .waitFor()
      await settle(journey)
      const wide = await journey.page.evaluate(() => {
        const shadow = document.querySelector('billfold-modal')!.shadowRoot!
        const isWide = (element: Element) => {
          const { left, right } = element.getBoundingClientRect()
          const scrolls = /auto|scroll/.test(getComputedStyle(element).overflowX)
          return left < -1 || right > 361 || (scrolls && element.scrollWidth > element.clientWidth)
        }
        return [...shadow.querySelectorAll('*:not(svg *)')].filter(isWide).map(({ className }) => className)
      })
      expect(wide).toEqual([])
      expect(await journey.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
    } finally {
      await api.close()
    }
  })

  it('[G42] shortens the "on …" text in a narrow activity row first, then the date, and never an address', async () => {
    const journey = await visit({ viewport: { width: 440, height: 740 } })
    await journey.connect('Harbor')
    await journey.open()
    await journey.showTab('Activity')
    const deposit = journey.modal.locator('[data-row] button', { hasText: 'Deposited' }).first()
    const receipt = journey.modal.locator('[data-row] button', { hasText: '0x' }).first()
    await deposit.waitFor()
    /** Texts of a row that are shown; those of them that are cut have a mark behind them. */
    const readRow = async (row: Locator) => {
      await settle(journey)
      return row.evaluate((button) =>
        [...button.querySelectorAll('.row-title, .row-detail')]
          .filter((text) => {
            const { bottom, width } = text.getBoundingClientRect()
            return width > 0 && bottom <= text.parentElement!.getBoundingClientRect().bottom + 1
          })
          .map((text) => `${text.textContent}${text.scrollWidth > text.clientWidth ? ' …' : ''}`),
      )
    }
    // A wide font cuts it even on the widest card.
    const widest = (await readRow(deposit)).map((text) => text.replace(' …', ''))
    expect(widest).toEqual([
      'Deposited',
      expect.stringMatching(/sHUSD$/),
      'on Harbor Savings',
      expect.stringMatching(/^\d+ [A-Z][a-z]{2}$/),
      expect.stringMatching(/HUSD$/),
    ])
    const [title, amount, on, date, second] = widest
    const [, , address] = await readRow(receipt)
    expect(address).toMatch(/^0x[0-9a-f]{4}…[0-9a-f]{4}$/i)
    /** What a row shows as it gets narrower, in this order; which width has which depends on the font. */
    const steps = [
      widest,
      [title, amount, `${on} …`, date, second],
      [title, amount, date, second],
      [title, amount, `${date} …`, second],
      [title, amount, second],
    ].map(String)
    const seen = new Set<number>()
    let step = 0
    for (let width = 390; step < 2; width -= 10) {
      expect(width).toBeGreaterThan(150)
      await journey.page.setViewportSize({ width, height: 740 })
      const found = steps.indexOf(String(await readRow(deposit)))
      expect(found).toBeGreaterThanOrEqual(step)
      step = found
      seen.add(found)
      expect(await deposit.evaluate((row) => row.querySelector('.upper')!.scrollWidth)).toBe(
        await deposit.evaluate((row) => row.querySelector('.upper')!.clientWidth),
      )
      expect(await readRow(receipt)).toContain(address)
    }
    // "on …" was cut first, and the date still stood whole when it left.
    expect(seen).toContain(1)
    expect(step).toBe(2)
    for (let count = 5, width = 250; count > 4; width -= 10) {
      expect(width).toBeGreaterThan(100)
      await journey.page.setViewportSize({ width, height: 740 })
      const texts = await readRow(receipt)
      expect(texts).toContain(address)
      count = texts.length
    }
  })

  for (const [width, height, reducedMotion] of [
    [1280, 800, 'reduce'],
    [390, 844, 'no-preference'],
  ] as const) {
    it(`[G40] [V14] scrolls newly opened details fully into view, in a window ${width} px wide, motion: ${reducedMotion}`, async () => {
      const journey = await visit({ viewport: { width, height }, reducedMotion })
      const { modal } = journey
      await journey.connect('Harbor')
      await journey.open()
      await journey.showTab('Activity')
      for (const row of [4, 5, 6]) {
        const button = modal.locator(`[data-row="${row}"] > button`)
        // A row whose data has not come is hidden, and a click on it does nothing.
        await button.waitFor()
        // Where it stands: to bring it into view first would not be what a person does.
        const atOnce = await button.evaluate(async (element: HTMLElement) => {
          const list = element.closest('.scroll')!
          list.scrollTop = 0
          await new Promise(requestAnimationFrame)
          element.click()
          // Nothing is painted between two microtasks.
          for (let task = 0; task < 20; task++) await Promise.resolve()
          return list.scrollTop
        })
        // What the network's node says makes them longer, and the list moves once more.
        await modal.locator('.facts[aria-busy=false]').waitFor()
        const readHidden = () =>
          modal.locator('.facts').evaluate((facts) => {
            const { bottom } = facts.getBoundingClientRect()
            const { top } = facts.closest('[data-row]')!.getBoundingClientRect()
            const list = facts.closest('.scroll')!
            const view = list.getBoundingClientRect()
            const fade = Number.parseFloat(getComputedStyle(facts.closest('.pocket')!, '::after').height)
            return {
              above: Math.max(0, view.top - top),
              // Its title stays; what has no room below it is scrolled to.
              below: Math.abs(top - view.top) < 8 ? 0 : Math.max(0, bottom - (view.bottom - fade)),
              isAtTop: list.scrollTop <= 0,
            }
          })
        await expect.poll(readHidden).toEqual({ above: 0, below: 0, isAtTop: false })
        if (reducedMotion === 'reduce') expect(atOnce).toBeGreaterThan(0)
        else expect(atOnce).toBe(0)
        await button.evaluate((element: HTMLElement) => element.click())
        await modal.locator('.facts').waitFor({ state: 'detached' })
        await settle(journey)
      }
    })
  }

  for (const viewport of [
    { width: 1280, height: 800 },
    { width: 390, height: 844 },
    { width: 320, height: 568 },
  ])
    it(`[V7] shows an error message without covering any part of the view, in a window ${viewport.width} px wide`, async () => {
      const journey = await visit({ viewport })
      const { modal, page } = journey
      await journey.connect('Harbor')
      await page.evaluate(() => {
        navigator.clipboard.writeText = () => Promise.reject(new Error('refused'))
        document.execCommand = () => false
        return (window as unknown as { billfold: Billfold }).billfold.open({ view: 'WalletReceive' })
      })
      await modal.getByRole('button', { name: 'Copy address' }).click()
      const snack = modal.locator('.snack.error')
      await snack.waitFor()
      await settle(journey)
      const { bottom, top, viewTop, cardTop } = await snack.evaluate((element) => {
        const card = element.closest('.card')!
        const { bottom, top } = element.getBoundingClientRect()
        const viewTop = card.querySelector('.view')!.getBoundingClientRect().top
        return { bottom, top, viewTop, cardTop: card.getBoundingClientRect().top }
      })
      expect(top).toBeGreaterThan(cardTop)
      expect(bottom).toBeLessThanOrEqual(viewTop)
      // All of the view can still be reached.
      await modal.getByText('can be lost permanently').scrollIntoViewIfNeeded()
      await modal.getByRole('button', { name: 'Dismiss' }).click()
      await snack.waitFor({ state: 'detached' })
    })

  for (const tab of ['NFTs', 'Activity'] as const)
    it(`[G51] keeps the focused row of ${tab} in view, even if Tab is pressed before the list has handled a scroll`, async () => {
      const journey = await visit()
      const { modal, page } = journey
      await journey.connect('Harbor')
      await journey.open()
      await journey.showTab(tab)
      await modal.locator('[data-row="0"] > button').first().waitFor()
      await modal.getByRole('tab', { name: tab }).focus()
      const row = modal.locator('[data-row] > button:focus-visible')
      // The search stands before the rows of the activity.
      while ((await row.count()) === 0) await page.keyboard.press('Tab')
      const expectInView = async () => {
        await settle(journey)
        const isInView = await row.evaluate((button) => {
          const { top, bottom } = button.getBoundingClientRect()
          const view = button.closest('.scroll')!.getBoundingClientRect()
          return top >= view.top && bottom <= view.bottom
        })
        expect(isInView).toBe(true)
      }
      // Both in one task, as the browser scrolls to what lies below the list and Tab goes on before the next frame.
      await row.evaluate((button: HTMLElement) => {
        const list = button.closest('.scroll')!
        button.blur()
        list.scrollTop = list.scrollHeight
        button.focus()
      })
      await expectInView()
      await page.keyboard.press('ArrowDown')
      await expectInView()
    })

  for (const viewport of [
    { width: 1280, height: 800 },
    { width: 390, height: 844 },
    { width: 1280, height: 420 },
  ]) {
    it(`[G53] stays in view on a zoomed page, in a window of ${viewport.width} × ${viewport.height} px`, async () => {
      const journey = await visit({ viewport })
      await journey.connect('Harbor')
      await journey.page.evaluate(() => document.documentElement.style.setProperty('zoom', '1.3'))
      await journey.page.evaluate(() => (window as unknown as { billfold: Billfold }).billfold.open())
      await journey.modal.waitFor()
      await settle(journey)
      const { x, y, width, height } = (await journey.modal.locator('.card').boundingBox())!
      expect(x).toBeGreaterThanOrEqual(0)
      expect(y).toBeGreaterThanOrEqual(0)
      expect(x + width).toBeLessThanOrEqual(viewport.width)
      expect(y + height).toBeLessThanOrEqual(viewport.height + 0.5)
    })
  }

  it('looks the same whatever style rules the page has', async () => {
    const journey = await visit()
    await journey.connect('Harbor')
    await journey.open()
    await journey.modal.getByText(/^Updated /).waitFor()
    // How long ago that was would change by the second, and with it the width of the line.
    await journey.page.evaluate(() => {
      const now = Date.now()
      Date.now = () => now
    })
    const before = await readLayoutAtRest(journey)
    await journey.page.addStyleTag({
      content: `
        * { display: none !important; font-size: 99px !important; letter-spacing: 9px !important; color: lime !important;
            box-sizing: content-box !important; transform: rotate(3deg) !important;
            visibility: hidden !important; line-height: 3 !important; text-transform: uppercase !important }
        dialog, button, div, h2 { all: unset; width: 7px !important; margin: 31px !important }
        billfold-modal, billfold-modal * { display: none !important; opacity: 0.1 !important; font: 9px serif !important;
            filter: blur(3px) !important; contain: strict !important; zoom: 2 !important }
        html:root, html:root > body { display: block !important; visibility: visible !important; transform: none !important }
        html:root { font-size: 3px !important }
        ::backdrop { background: red !important }`,
    })
    const after = await readLayout(journey)
    expect(after.filter((each) => !before.includes(each))).toEqual([])
    expect(after).toHaveLength(before.length)
    expect(await journey.modal.isVisible()).toBe(true)
  })
})

describe('The motion of the modal', () => {
  for (const [reducedMotion, times] of [
    ['no-preference', { view: 150, height: 150, text: 120 }],
    ['reduce', { view: 0, height: 0, text: 0 }],
  ] as const) {
    it(`[A32] [A33] [A34] takes ${Object.values(times).join(', ')} ms for the view, the height and the title with the motion preference "${reducedMotion}"`, async () => {
      const journey = await visit({ reducedMotion })
      await journey.open()
      // The next view is fetched while people look at the wallets.
      await expect.poll(() => journey.page.evaluate(isNextFetched)).toBe(true)
      await settle(journey)
      const seen = await journey.page.evaluate(async () => {
        const shadow = document.querySelector('billfold-modal')!.shadowRoot!
        const found: Record<string, number> = { view: 0, height: 0, text: 0 }
        const look = () => {
          for (const { effect } of shadow.getAnimations()) {
            const { target } = effect as KeyframeEffect
            const moves = (effect as KeyframeEffect).getKeyframes().some((frame) => 'height' in frame)
            const name = moves
              ? 'height'
              : target?.matches('.view')
                ? 'view'
                : target?.closest('.title') && 'text'
            if (name) found[name] = Number(effect!.getTiming().duration)
          }
        }
        const wallets = Array.from(shadow.querySelectorAll<HTMLElement>('[part=wallet]'))
        wallets.find(({ innerText }) => innerText.startsWith('Harbor'))!.click()
        // Three frames from the first on in which the next view is there.
        for (let frame = 0, drawn = 0; drawn < 3 && frame < 600; frame += 1) {
          await new Promise((resolve) => requestAnimationFrame(resolve))
          look()
          if (shadow.textContent!.includes('Approve in')) drawn += 1
        }
        return found
      })
      expect(seen).toEqual(times)
    })
  }
})

describe('The account tabs', () => {
  it('[V11] do not jump when the user presses a tab, but slide to their new position', async () => {
    const journey = await visit({ reducedMotion: 'no-preference' })
    await journey.connect('Harbor')
    await journey.open()
    await settle(journey)
    for (const name of ['Activity', 'Tokens']) {
      const { before, after, end } = await journey.modal
        .getByRole('tab', { name })
        .evaluate(async (tab: HTMLElement) => {
          const readTop = () => tab.getBoundingClientRect().top
          const pocket = tab.closest('.pocket')!
          const before = readTop()
          tab.click()
          // Nothing is painted between two microtasks.
          for (let task = 0; task < 20; task++) await Promise.resolve()
          const after = readTop()
          await Promise.all(pocket.getAnimations().map(({ finished }) => finished))
          return { before, after, end: readTop() }
        })
      expect(Math.abs(after - before)).toBeLessThan(2)
      expect(Math.abs(end - before)).toBeGreaterThan(100)
    }
  })
})

describe('Closing the modal', () => {
  it.each([
    ['no-preference', 150],
    ['reduce', 0],
  ] as const)(
    '[G50] removes, with prefers-reduced-motion “%s”, the dialog at once and the fading copy of the dialog after %i ms',
    async (motion, time) => {
      const journey = await visit({ reducedMotion: motion })
      await journey.open()
      await settle(journey)
      const seen = await journey.page.evaluate(() => {
        const shadow = document.querySelector('billfold-modal')!.shadowRoot!
        shadow.querySelector<HTMLElement>('.header [aria-label="Close"]')!.click()
        return new Promise<{ dialogs: number; times: number[] }>((resolve) =>
          setTimeout(() =>
            resolve({
              dialogs: shadow.querySelectorAll('dialog').length,
              // What waits goes round until it is there.
              times: shadow
                .getAnimations()
                .map(({ effect }) => effect!.getTiming())
                .filter(({ iterations }) => iterations !== Infinity)
                .map(({ duration }) => Number(duration)),
            }),
          ),
        )
      })
      expect(seen.dialogs).toBe(0)
      expect(seen.times.every((each) => each === time)).toBe(true)
      expect(seen.times.length > 0).toBe(time > 0)
      await expect.poll(() => journey.page.locator('billfold-modal .leaving').count()).toBe(0)
    },
  )
})

async function readStyle<K extends string>(
  { page }: Journey,
  selector: string,
  names: readonly K[],
): Promise<Record<string, string>> {
  return page.evaluate(
    ([selector, names]) => {
      const element = document.querySelector('billfold-modal')!.shadowRoot!.querySelector(selector)!
      const style = getComputedStyle(element) as unknown as Record<string, string>
      return Object.fromEntries(names.map((name) => [name, style[name]!]))
    },
    [selector, names as readonly string[]] as const,
  )
}

/** Waits for every animation that ends. */
async function settle({ page }: Journey): Promise<void> {
  await page.evaluate(async () => {
    // What was just drawn begins to move with the next frame.
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame)
    const shadow = document.querySelector('billfold-modal')?.shadowRoot
    const finite = [...document.getAnimations(), ...(shadow?.getAnimations() ?? [])].filter(
      ({ effect }) => effect?.getTiming().iterations !== Infinity,
    )
    await Promise.allSettled(finite.map(({ finished }) => finished))
  })
}

function isNextFetched(): boolean {
  const fetched = performance.getEntriesByType('resource').map(({ name }) => name)
  return fetched.some((name) => name.includes('/connect-'))
}

/** Place, size, colour and type of each element. */
function readLayout({ page }: Journey): Promise<string[]> {
  return page.evaluate(() => {
    const shadow = document.querySelector('billfold-modal')!.shadowRoot!
    return [...shadow.querySelectorAll('dialog, dialog *')].map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect()
      const { color, fontSize, letterSpacing, lineHeight, direction, opacity, visibility } =
        getComputedStyle(element)
      const style = [color, fontSize, letterSpacing, lineHeight, direction, opacity, visibility]
      return [element.localName, element.className, x, y, width, height, ...style].map(String).join(' ')
    })
  })
}

/** Once it stays as it is: what comes late moves what is below it. */
async function readLayoutAtRest(journey: Journey): Promise<string[]> {
  let last: string[] = []
  await expect
    .poll(
      async () => {
        await settle(journey)
        const before = last
        last = await readLayout(journey)
        return last.join('\n') === before.join('\n')
      },
      { timeout: 30_000, interval: 500 },
    )
    .toBe(true)
  return last
}

/** Of an `oklch(…)` colour. */
function lightness(color: string): number {
  return Number(/oklch\(([\d.]+)/.exec(color)?.[1])
}
