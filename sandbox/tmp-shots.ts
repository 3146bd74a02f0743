import { createServer } from 'vite'
import { launchChromium } from './launch-chromium.ts'
const server = await createServer({ configFile: 'test/ui/gallery/vite.config.ts', server: { port: 0 } })
await server.listen()
const url = server.resolvedUrls!.local[0]
const browser = await launchChromium()
try {
  for (const view of process.argv.slice(2))
    for (const theme of ['dark', 'light'])
      for (const [name, viewport, touch] of [['desk', { width: 1280, height: 800 }, false], ['phone', { width: 390, height: 844 }, true]] as const) {
        const context = await browser.newContext({ viewport, hasTouch: touch, isMobile: touch, reducedMotion: 'reduce' })
        const page = await context.newPage()
        await page.goto(`${url}?view=${view}&theme=${theme}`)
        await page.waitForTimeout(2500)
        await page.screenshot({ path: `/tmp/shots-list/${view}-${name}-${theme}.png` })
        await context.close()
      }
} finally { await browser.close(); await server.close() }
