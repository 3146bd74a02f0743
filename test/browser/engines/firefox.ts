/**
 * An installed Firefox, driven by WebDriver BiDi. Playwright can drive it too, but sends two requests per key, each of
 * which waits for a frame.
 * @see https://www.w3.org/TR/webdriver-bidi/
 */
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { WebSocket } from 'ws'
import type { Driver, Engine, RunningEngine } from './driver.ts'
import { createInput } from './input.ts'

export const firefoxPath = [
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
].find((path) => existsSync(path))

export const firefox: Engine = {
  name: 'Firefox',
  missing: firefoxPath ? undefined : 'on Debian: apt-get install firefox-esr',
  launch,
}

async function launch(): Promise<RunningEngine> {
  const profile = mkdtempSync(join(tmpdir(), 'billfold-firefox-'))
  const options = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0']
  const browser = spawn(firefoxPath!, options, { stdio: ['ignore', 'ignore', 'pipe'] })
  const stop = () => browser.kill()
  process.once('exit', stop)
  const ended = new Promise<void>((resolve) => browser.once('exit', () => resolve()))
  async function close(): Promise<void> {
    stop()
    await ended
    process.off('exit', stop)
    rmSync(profile, { recursive: true, force: true })
  }
  try {
    const address = await new Promise<string>((resolve, reject) => {
      let said = ''
      browser.stderr.on('data', (text) => {
        said += text
        const url = /ws:\/\/\S+/.exec(said)?.[0]
        if (url) resolve(url)
      })
      browser.once('exit', (code) => reject(new Error(`Firefox ended with ${code}: ${said}`)))
    })
    const send = await connect(`${address}/session`)
    await send('session.new', { capabilities: {} })
    let userContext: string | undefined
    return {
      close,
      async open() {
        if (userContext) await send('browser.removeUserContext', { userContext })
        userContext = (await send('browser.createUserContext', {}))['userContext'] as string
        const { context } = await send('browsingContext.create', { type: 'tab', userContext })
        await send('browsingContext.setViewport', { context, viewport: { width: 1280, height: 800 } })
        return drive(send, context)
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}

type Send = (method: string, params: object) => Promise<Record<string, unknown>>

/** Connects to Firefox. The returned function sends a command, and throws Firefox's error when the command fails. */
async function connect(url: string): Promise<Send> {
  const socket = new WebSocket(url)
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  const waiting = new Map<number, (answer: Answer) => void>()
  socket.on('message', (text) => {
    const answer = JSON.parse(String(text)) as Answer
    waiting.get(answer.id)?.(answer)
    waiting.delete(answer.id)
  })
  socket.once('close', () => {
    for (const [id, settle] of waiting) settle({ id, type: 'error', message: 'Firefox has ended.' })
  })
  let sent = 0
  return async (method, params) => {
    const id = (sent += 1)
    const answer = await new Promise<Answer>((resolve) => {
      waiting.set(id, resolve)
      socket.send(JSON.stringify({ id, method, params }))
    })
    if (answer.type === 'error') throw new Error(`${method}: ${answer.message}`)
    return answer.result
  }
}

type Answer =
  | { id: number; type: 'success'; result: Record<string, unknown> }
  | { id: number; type: 'error'; message: string }

function drive(send: Send, context: unknown): Driver {
  return {
    ...createInput((source) => send('input.performActions', { context, actions: [source] })),
    goto: async (url) => void (await send('browsingContext.navigate', { context, url, wait: 'complete' })),
    async evaluate(expression) {
      const { type, result, exceptionDetails } = (await send('script.evaluate', {
        expression: `Promise.resolve((${expression})).then((value) => JSON.stringify(value))`,
        target: { context },
        awaitPromise: true,
      })) as { type: string; result?: { value?: string }; exceptionDetails?: { text: string } }
      if (type === 'exception') throw new Error(exceptionDetails!.text)
      return result?.value === undefined ? undefined : JSON.parse(result.value)
    },
  }
}
