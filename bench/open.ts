/**
 * `open-hanging-network` and `offline-open`: from `open()` to the painted dialog while the API answers nothing, with
 * an empty cache and with a known account after a reload. `painted_ms` has the modal's code loaded, as after a hover
 * over the button; `first_painted_ms` loads it first.
 */
import type { Browser, Page } from 'playwright-core'
import type { Billfold } from '../src/shell/billfold.ts'
import { type Journey, startJourney } from '../sandbox/journey.ts'
import type { Sandbox } from '../sandbox/start.ts'
import { type Result, toResults } from './result.ts'

const units = { painted_ms: 'ms', first_painted_ms: 'ms' } as const

export async function benchOpen(
  browser: Browser,
  sandbox: Sandbox,
  { runs }: { runs: number },
): Promise<Result[]> {
  const hanging = []
  const offline = []
  for (let run = 0; run < runs; run++) {
    hanging.push(await visit(browser, sandbox, 'hang', async () => {}))
    offline.push(
      await visit(browser, sandbox, 'refuse', async (journey) => {
        await journey.connect('Harbor')
        await journey.open()
        await journey.modal.getByText(/^Updated /).waitFor()
      }),
    )
  }
  return [
    ...toResults({ scenario: 'open-hanging-network' }, units, hanging),
    ...toResults({ scenario: 'offline-open' }, units, offline),
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

/** The frame after the one in which the dialog stands open has it on screen. */
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
