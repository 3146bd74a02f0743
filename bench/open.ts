/**
 * `open-hanging-network` and `offline-open`: time from `open()` to the painted dialog while the API doesn't answer,
 * with an empty cache, and with a known account after a reload. For `painted_ms` the modal's code is already loaded, as
 * after hovering over the button; `first_painted_ms` includes loading it. `open-after-hover`: time from a click,
 * shortly after a hover, until the wallets are painted.
 */
import type { Browser, Page } from 'playwright-core'
import type { Billfold } from '../src/shell/billfold.ts'
import { type Journey, startJourney } from '../sandbox/people/journey.ts'
import type { Sandbox } from '../sandbox/start.ts'
import { type Result, toResult, toResults } from './result.ts'

const units = { painted_ms: 'ms', first_painted_ms: 'ms' } as const
/** Milliseconds between hover and click. */
const HOVER = 400

export async function benchOpen(
  browser: Browser,
  sandbox: Sandbox,
  { runs }: { runs: number },
): Promise<Result[]> {
  const hanging = []
  const offline = []
  const hovered = { 1: [] as number[], 4: [] as number[] }
  for (let run = 0; run < runs; run++) {
    hanging.push(await visit(browser, sandbox, 'hang', async () => {}))
    offline.push(
      await visit(browser, sandbox, 'refuse', async (journey) => {
        await journey.connect('Harbor')
        await journey.open()
        await journey.modal.getByText(/^Updated /).waitFor()
      }),
    )
    for (const throttle of [1, 4] as const)
      hovered[throttle].push(await openAfterHover(browser, sandbox, throttle))
  }
  return [
    ...toResults({ scenario: 'open-hanging-network' }, units, hanging),
    ...toResults({ scenario: 'offline-open' }, units, offline),
    ...([1, 4] as const).map((throttle) =>
      toResult(
        { scenario: 'open-after-hover', throttle, metric: 'content_ms', unit: 'ms' },
        hovered[throttle],
      ),
    ),
  ]
}

async function visit(
  browser: Browser,
  sandbox: Sandbox,
  mode: 'hang' | 'refuse',
  prepare: (journey: Journey) => Promise<void>,
): Promise<Record<keyof typeof units, number>> {
  const journey = await startJourney(browser, sandbox)
  try {
    await journey.goto()
    await prepare(journey)
    await sandbox.control.stop({ mode })
    await journey.goto()
    const first_painted_ms = await open(journey.page)
    await journey.close()
    return { first_painted_ms, painted_ms: await open(journey.page) }
  } finally {
    await sandbox.control.start()
    await journey.end()
  }
}

async function openAfterHover(browser: Browser, sandbox: Sandbox, throttle: number): Promise<number> {
  const journey = await startJourney(browser, sandbox)
  const { page, context, button } = journey
  try {
    await journey.goto()
    const cdp = await context.newCDPSession(page)
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: throttle })
    await button.hover()
    await page.waitForTimeout(HOVER)
    return await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const started = performance.now()
          document.querySelector('billfold-button')!.shadowRoot!.querySelector('button')!.click()
          const look = () => {
            const dialog = document.querySelector('billfold-modal')?.shadowRoot?.querySelector('dialog')
            if (!dialog?.open || !dialog.querySelector('[part=wallet]')) return requestAnimationFrame(look)
            // The frame is painted before the next task, so measure in that task.
            const { port1, port2 } = new MessageChannel()
            port1.onmessage = () => resolve(performance.now() - started)
            return port2.postMessage(undefined)
          }
          requestAnimationFrame(look)
        }),
    )
  } finally {
    await journey.end()
  }
}

/** Milliseconds until the frame with the open dialog is painted. */
async function open(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const started = performance.now()
        void (window as unknown as { billfold: Billfold }).billfold.open()
        const look = () => {
          const dialog = document.querySelector('billfold-modal')?.shadowRoot?.querySelector('dialog')
          if (!dialog?.open) return requestAnimationFrame(look)
          return requestAnimationFrame(() => resolve(performance.now() - started))
        }
        look()
      }),
  )
}
