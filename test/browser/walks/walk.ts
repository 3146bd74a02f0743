/** The context and the common steps of all walks. */
import assert from 'node:assert/strict'
import type { Sandbox } from '../../../sandbox/start.ts'
import type { KeyboardVisit } from '../engines/keyboard-visit.ts'

export interface Walk {
  visit: KeyboardVisit
  sandbox: Sandbox
  /** Opens the page with these query parameters. */
  goto(query?: Record<string, string>): Promise<void>
  /** Called at each state with its name. */
  stop(state: string): Promise<void>
}

/** Goes back and waits until the focus is on the control that was pressed before. */
export async function goBack(visit: KeyboardVisit, pressed: string | RegExp): Promise<void> {
  await visit.choose('Back', 'back')
  await visit.waitForFocus(pressed)
}

/**
 * Answers in the wallet's window, which is above the modal and holds the focus while it is open.
 * @param yes name of the window's first tab stop
 */
export async function answer(visit: KeyboardVisit, yes: string, answer = yes): Promise<void> {
  await visit.waitForFocus(yes)
  // The stops have no names, since none of them belongs to the modal.
  assert.deepEqual(new Set(await visit.tab(4)), new Set(['']))
  await visit.choose(answer, 'back')
}
