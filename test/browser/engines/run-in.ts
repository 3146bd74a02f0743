/**
 * Runs all cases in one engine. The engine and the sandbox are started once; each suite starts with an empty profile.
 */
import { afterAll, beforeAll, describe } from 'vitest'
import type { Sandbox } from '../../../sandbox/start.ts'
import { getSandbox } from '../shared.ts'
import type { Driver, Engine, RunningEngine } from './driver.ts'
import { createKeyboardVisit, type KeyboardVisit } from './keyboard-visit.ts'

/** The running engine and sandbox. */
export interface EngineRun {
  readonly engine: Engine
  readonly sandbox: Sandbox
  readonly driver: Driver
  readonly visit: KeyboardVisit
  /** Opens a new window with an empty profile, and closes the previous window. */
  begin(): Promise<void>
}

/** @param suites test suites by title */
export function runIn(engine: Engine, suites: Readonly<Record<string, (run: EngineRun) => void>>): void {
  const { name, missing } = engine
  describe.skipIf(missing)(missing ? `${name}, which is not installed here (${missing})` : name, () => {
    let sandbox: Sandbox
    let running: RunningEngine
    let driver: Driver
    let visit: KeyboardVisit
    beforeAll(async () => {
      ;[sandbox, running] = await Promise.all([getSandbox(), engine.launch()])
    })
    afterAll(() => running?.close())
    const run: EngineRun = {
      engine,
      get sandbox() {
        return sandbox
      },
      get driver() {
        return driver
      },
      get visit() {
        return visit
      },
      async begin() {
        driver = await running.open()
        visit = createKeyboardVisit(driver)
      },
    }
    for (const [about, suite] of Object.entries(suites))
      describe(about, () => {
        beforeAll(() => run.begin())
        suite(run)
      })
  })
}
