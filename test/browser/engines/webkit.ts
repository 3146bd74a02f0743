/**
 * WebKitGTK, driven by its own WebDriver on a virtual screen.
 * @see https://www.w3.org/TR/webdriver2/
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { Driver, Engine, RunningEngine } from './driver.ts'
import { createInput } from './input.ts'

const DRIVER = '/usr/bin/WebKitWebDriver'
const SCREEN = '/usr/bin/Xvfb'
const libraries = '/usr/lib/x86_64-linux-gnu'
const browser = existsSync(libraries)
  ? readdirSync(libraries)
      .filter((name) => name.startsWith('webkit2gtk-'))
      .map((name) => `${libraries}/${name}/MiniBrowser`)
      .find((path) => existsSync(path))
  : undefined

export const webkit: Engine = {
  name: 'WebKitGTK',
  missing:
    browser && existsSync(DRIVER) && existsSync(SCREEN)
      ? undefined
      : 'on Debian: apt-get install webkit2gtk-driver xvfb',
  launch,
}

/** Opens each window on a virtual screen of its own: on a shared screen, a window wouldn't get the focus. */
async function launch(): Promise<RunningEngine> {
  let end: (() => Promise<void>) | undefined
  return {
    async open() {
      await end?.()
      const opened = await openWindow()
      end = opened.end
      return drive(opened.session)
    },
    close: async () => end?.(),
  }
}

/** @returns the session's URL and a function that ends it */
async function openWindow(): Promise<{ session: string; end(): Promise<void> }> {
  const processes: ChildProcess[] = []
  const stop = () => processes.forEach((each) => each.kill())
  process.once('exit', stop)
  try {
    const screen = spawn(SCREEN, ['-displayfd', '3', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    })
    processes.push(screen)
    const display = await new Promise<string>((resolve, reject) => {
      screen.stdio[3]!.once('data', (text) => resolve(String(text).trim()))
      screen.once('exit', (code) => reject(new Error(`Xvfb ended with ${code}.`)))
    })
    const port = await findFreePort()
    const env = { ...process.env, DISPLAY: `:${display}` }
    processes.push(spawn(DRIVER, ['-p', String(port)], { env, stdio: 'ignore' }))
    const session = await startSession(`http://127.0.0.1:${port}/session`)
    return {
      session,
      async end() {
        await send(session, 'DELETE').finally(stop)
        process.off('exit', stop)
      },
    }
  } catch (error) {
    stop()
    throw error
  }
}

/** @returns the session's URL */
async function startSession(url: string): Promise<string> {
  const options = { binary: browser, args: ['--automation'] }
  const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': options } }
  const { sessionId } = (await retry(() => send(url, 'POST', { capabilities }))) as { sessionId: string }
  await send(`${url}/${sessionId}/window/rect`, 'POST', { width: 1280, height: 800 })
  return `${url}/${sessionId}`
}

function drive(session: string): Driver {
  // WebKit turns the wheel by the change of `deltaY` since the last action.
  let turned = 0
  const input = createInput(
    (source) => send(`${session}/actions`, 'POST', { actions: [source] }),
    (by) => (turned += by),
  )
  const evaluate = (expression: string) =>
    send(`${session}/execute/sync`, 'POST', { script: `return (${expression})`, args: [] })
  // Number of key events. Infinity while the page navigates away, when no script can run in it.
  const countKeys = () => evaluate(`(${countKeysInPage})()`).then(Number, () => Infinity)
  return {
    ...input,
    // Wait for the key event: on a busy machine the driver answers before the page has handled the key.
    async press(key, held, times = 1) {
      const before = await countKeys()
      await input.press(key, held, times)
      // Stop waiting after a while: keys for another window or page never arrive in this one.
      for (let looks = 0; looks < MAX_LOOKS && (await countKeys()) < before + times; looks += 1)
        await wait(LOOK_PAUSE)
    },
    goto: async (address) => void (await send(`${session}/url`, 'POST', { url: address })),
    evaluate,
  }
}

/** How often, and at which interval in milliseconds, the page is checked for the key event. */
const MAX_LOOKS = 500
const LOOK_PAUSE = 20

declare global {
  interface Window {
    keysHeard?: { count: number; last?: Event; places: unknown[] }
  }
}

/**
 * Number of keydown events in this page since the first check. Listens in the modal, because its key events don't reach
 * the page.
 */
function countKeysInPage(): number {
  const heard = (window.keysHeard ??= { count: 0, places: [] })
  const note = (event: Event) => {
    if (event === heard.last || /^(Shift|Control)/.test((event as KeyboardEvent).code)) return
    heard.last = event
    heard.count += 1
  }
  for (const place of [window, document.querySelector('billfold-modal')?.shadowRoot]) {
    if (!place || heard.places.includes(place)) continue
    heard.places.push(place)
    place.addEventListener('keydown', note, true)
  }
  return heard.count
}

/** @throws the driver's error when a command fails */
async function send(url: string, method: string, body?: object): Promise<unknown> {
  const response = await fetch(url, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const { value } = (await response.json()) as { value: unknown }
  if (!response.ok) throw new Error(`${method} ${url}: ${JSON.stringify(value)}`)
  return value
}

/** Retries, because the driver starts listening a moment after its process starts. */
async function retry<T>(act: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await act()
    } catch (error) {
      if (!(error instanceof TypeError) || tries === 50) throw error
      await wait(100)
    }
  }
}

async function findFreePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
