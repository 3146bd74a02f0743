/** Native behaviour for presses in the modal, while the page's handlers receive no events. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type LocalServer, startLocalServer } from '../../../sandbox/services/local-server.ts'
import { buildPage } from '../build-page.ts'
import type { Driver } from './driver.ts'
import { createPointerVisit, type PointerVisit } from './pointer-visit.ts'
import type { EngineRun } from './run-in.ts'

export function tryGuard(run: EngineRun): void {
  let server: LocalServer
  let host: PointerVisit
  const asked: string[] = []
  beforeAll(async () => {
    const script = await buildPage('engines/guard-page.ts')
    server = await startLocalServer(async (_, response, { pathname }) => {
      asked.push(pathname)
      const isScript = pathname === '/page.js'
      response.writeHead(200, { 'content-type': isScript ? 'text/javascript' : 'text/html' })
      response.end(isScript ? script : '<!doctype html><body><script src="/page.js" defer></script>')
    })
    host = createPointerVisit(run.driver)
  })
  beforeEach(() => run.driver.goto(`${server.url}/`))
  afterAll(() => server?.close())

  const act = (id: string, method: 'click' | 'focus') =>
    host.evaluate(([name, how]) => window.guard!.find(name)[how](), [id, method] as const)
  const press: Driver['press'] = (...key) => run.driver.press(...key)
  const type: Driver['type'] = (text) => run.driver.type(text)
  const expectUnheard = async () => expect(await host.evaluate(() => window.guard!.heard)).toEqual([])

  it('[D40] each control of the modal acts once for a pointer press, a key and a scripted click', async () => {
    const submitted = ['click submit', 'submit']
    const steps: [act: () => Promise<void>, done: string[]][] = [
      [() => host.click('#button'), ['click button']],
      [() => press('Enter'), ['click button']],
      [() => press('Space'), ['click button']],
      [() => act('button', 'click'), ['click button']],
      [() => host.click('#label'), ['box true']],
      [() => host.click('#box'), ['box false']],
      [() => press('Space'), ['box true']],
      [() => act('box', 'click'), ['box false']],
      [() => act('label', 'click'), ['box true']],
      [() => host.click('#kept'), ['kept refused: true']],
      [() => press('Space'), ['kept refused: true']],
      [() => act('kept', 'click'), ['kept refused: true']],
      [() => host.click('#one'), ['one true']],
      [() => host.click('#two'), ['two true']],
      [() => host.click('#submit'), submitted],
      [() => press('Enter'), submitted],
      [() => act('submit', 'click'), submitted],
      [() => host.click('#summary'), ['open true']],
      [() => press('Enter'), ['open false']],
      [() => act('summary', 'click'), ['open true']],
      [() => host.click('#refused'), ['refused refused: true']],
      [() => press('Enter'), ['refused refused: true']],
      [() => act('refused', 'click'), ['refused refused: true']],
      [() => host.click('#field'), []],
      // Enter submits the form through its button.
      [() => press('Enter'), submitted],
    ]
    for (const [at, [step, done]] of steps.entries()) {
      await step()
      expect(await host.evaluate(takeDone, done.length), `step ${at}: ${step}`).toEqual(done)
    }
    expect(await host.evaluate(() => window.guard!.find('kept').checked)).toBe(false)
    expect(asked).not.toContain('/left')
    await host.click('#link')
    await host.expectSoon(() => window.followed, 1)
    await press('Enter')
    await host.expectSoon(() => window.followed, 2)
    await expectUnheard()
  })

  it('[D40] text fields of the modal take typed letters and pasted text', async () => {
    await host.click('#name')
    await type('one/two')
    const read = () => {
      const texts = ['field', 'area', 'editable'].map((id) => {
        const element = window.guard!.find(id)
        return (element.value ?? element.textContent).replace('\u00A0', ' ')
      })
      return [...texts, ...window.guard!.pasted]
    }
    await host.expectSoon(read, ['one/two', '', 'word'])
    for (const key of ['a', 'c'] as const) await press(key, 'Control')
    for (const id of ['area', 'editable']) {
      await host.click(`#${id}`)
      await press('a', 'Control')
      await press('v', 'Control')
      await press('Space')
      await type('3')
    }
    await host.expectSoon(read, ['one/two', 'one/two 3', 'one/two 3', 'one/two', 'one/two'])
    await expectUnheard()
  })

  it('[D40] handlers in the modal read every property of their events', async () => {
    expect(await host.evaluate(readCopies)).toEqual([
      'keydown Enter 229 true true',
      'compositionstart に',
      'beforeinput insertCompositionText に true',
      'input insertCompositionText に true',
      'compositionend 日',
      'wheel 30 7',
      'pointerdown touch 5',
    ])
    await expectUnheard()
  })

  // Keep this last: the new tab takes the focus.
  it('[D40] a link in the modal opens one new tab', async () => {
    const countTabs = () => asked.filter((path) => path === '/opened').length
    await act('tab', 'focus')
    await press('Enter')
    await expect.poll(countTabs).toBe(1)
    // Wait for a possible second tab.
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(countTabs()).toBe(1)
  })
}

/** Runs in the page: waits for the expected number of actions, then for possible further ones, and returns all. */
async function takeDone(expected: number): Promise<string[]> {
  const { done } = window.guard!
  for (let tries = 0; done.length < expected && tries < 250; tries += 1)
    await new Promise((resolve) => setTimeout(resolve, 20))
  await new Promise((resolve) => setTimeout(resolve, 50))
  return done.splice(0)
}

/** Runs in the page: dispatches events of an input method, a wheel and a finger, and returns what our handlers read. */
function readCopies(): string[] {
  const { root } = window.guard!
  const field = root.querySelector('#field')!
  const read: string[] = []
  const hear = (type: string, describe: (event: never) => unknown[]) =>
    root.addEventListener(type, (event) => read.push([type, ...describe(event as never)].join(' ')))
  hear('keydown', (event: KeyboardEvent) => [
    event.key,
    event.keyCode,
    event.isComposing,
    event.getModifierState('Shift'),
  ])
  for (const type of ['compositionstart', 'compositionend'])
    hear(type, ({ data }: CompositionEvent) => [data])
  for (const type of ['beforeinput', 'input'])
    hear(type, ({ inputType, data, isComposing }: InputEvent) => [inputType, data, isComposing])
  hear('wheel', ({ deltaY, clientX }: WheelEvent) => [deltaY, clientX])
  hear('pointerdown', ({ pointerType, pointerId }: PointerEvent) => [pointerType, pointerId])

  const all = { bubbles: true, composed: true, cancelable: true }
  const composing = { ...all, data: 'に', isComposing: true, inputType: 'insertCompositionText' }
  for (const event of [
    new KeyboardEvent('keydown', { ...all, key: 'Enter', keyCode: 229, isComposing: true, shiftKey: true }),
    new CompositionEvent('compositionstart', { ...all, data: 'に' }),
    new InputEvent('beforeinput', composing),
    new InputEvent('input', composing),
    new CompositionEvent('compositionend', { ...all, data: '日' }),
    new WheelEvent('wheel', { ...all, deltaY: 30, clientX: 7 }),
    new PointerEvent('pointerdown', { ...all, pointerType: 'touch', pointerId: 5 }),
  ])
    field.dispatchEvent(event)
  return read
}
