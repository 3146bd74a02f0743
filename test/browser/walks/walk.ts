/** What a walk through views has at hand. */
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
