/** What every way through the views is given, and the steps that all of them take. */
import assert from 'node:assert/strict'
import type { Sandbox } from '../../../sandbox/start.ts'
import type { KeyboardVisit } from '../engines/keyboard-visit.ts'

export interface Walk {
  visit: KeyboardVisit
  sandbox: Sandbox
  /** Opens the page, in one of the ways that its address knows. */
  goto(query?: Record<string, string>): Promise<void>
  /** Called at each state, with its name. */
  stop(state: string): Promise<void>
}

/** With Back, to what was pressed before. */
export async function goBack(visit: KeyboardVisit, pressed: string | RegExp): Promise<void> {
  await visit.choose('Back', 'back')
  await visit.waitForFocus(pressed)
}

/**
 * In the window of the wallet, which stands above the modal and keeps the focus as long as it is there.
 * @param yes its first button in the tab order says it
 */
export async function answer(visit: KeyboardVisit, yes: string, answer = yes): Promise<void> {
  await visit.waitForFocus(yes)
  // Names of what belongs to the modal, and nothing for all else.
  assert.deepEqual(new Set(await visit.tab(4)), new Set(['']))
  await visit.choose(answer, 'back')
}
