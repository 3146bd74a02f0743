/**
 * WebKitGTK, by its own WebDriver, on a screen that nobody sees.
 * @see https://www.w3.org/TR/webdriver2/
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { Driver, Engine, Key } from './driver.ts'

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

/** Keys that have no character of their own. */
const codes: Record<Key | 'Shift', string> = {
  Tab: '\uE004',
  Enter: '\uE007',
  Shift: '\uE008',
  Escape: '\uE00C',
  Space: '\uE00D',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
}

async function launch(): Promise<Driver> {
  const processes: ChildProcess[] = []
  const stop = () => processes.forEach((each) => each.kill())
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
    const driver = await startSession(`http://127.0.0.1:${port}/session`)
    return {
      ...driver,
      async close() {
        await driver.close()
        stop()
      },
    }
  } catch (error) {
    stop()
    throw error
  }
}

async function startSession(url: string): Promise<Driver> {
  const options = { binary: browser, args: ['--automation'] }
  const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': options } }
  const { sessionId } = (await retry(() => send(url, 'POST', { capabilities }))) as { sessionId: string }
  const session = `${url}/${sessionId}`
  await send(`${session}/window/rect`, 'POST', { width: 1280, height: 800 })

  const sendKeys = (actions: KeyAction[]) =>
    send(`${session}/actions`, 'POST', { actions: [{ type: 'key', id: 'keyboard', actions }] })

  return {
    goto: async (address) => void (await send(`${session}/url`, 'POST', { url: address })),
    async press(key, shift = false) {
      const [hold, release] = stroke(codes.Shift)
      await sendKeys(shift ? [hold, ...stroke(codes[key]), release] : stroke(codes[key]))
    },
    type: async (text) => void (await sendKeys(Array.from(text).flatMap(stroke))),
    evaluate: (expression) =>
      send(`${session}/execute/sync`, 'POST', { script: `return (${expression})`, args: [] }),
    close: async () => void (await send(session, 'DELETE')),
  }
}

interface KeyAction {
  type: 'keyDown' | 'keyUp'
  value: string
}

function stroke(value: string): [KeyAction, KeyAction] {
  return [
    { type: 'keyDown', value },
    { type: 'keyUp', value },
  ]
}

/** @throws what the driver says when it does not do it. */
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

/** The driver listens a moment after it was started. */
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
