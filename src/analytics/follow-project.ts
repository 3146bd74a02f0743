/**
 * What the project's dashboard decides, asked for at each opening of the modal, and what the page reports to it. What is
 * to be reported waits until it is known whether reports are wanted.
 *
 *   opened ─▶ asked ─┬─ wanted ─▶ reports go out
 *               ▲    ├─ not wanted, here or there ─▶ nothing does
 *               └────┴─ no answer, and none was ever there ─▶ they wait for the next opening
 */
import { effect, type Signal } from '@preact/signals-core'
import type { ProjectConfig } from '../core/contract/project.ts'
import type { Snapshot } from '../core/contract/protocol.ts'
import type { Features } from '../shell/options.ts'
import type { Shell } from '../shell/shell.ts'
import { createOriginError } from './origin-error.ts'
import { createReporter } from './reporter.ts'
import { watchEvents } from './watch-events.ts'

export interface ProjectOptions {
  shell: Shell
  /** What holds, and at first what the page decides: written here. */
  features: Signal<Features>
}

/** Returns a stop function. */
export function followProject({ shell, features }: ProjectOptions): () => void {
  const local = features.peek()
  const complain = createOriginError()
  let isOriginAsked = false
  const reporter = local.analytics === false ? undefined : createReporter(shell, complain)
  const stopEvents = reporter && watchEvents(shell, reporter.report)

  /** Returns whether this is a current answer; an earlier failure is no answer. */
  function onSnapshot({ data, status }: Snapshot<ProjectConfig>, isNewAnswer: boolean): boolean {
    if (data?.features) features.value = { ...local, ...data.features }
    const isAnswer = status === 'fresh' || (status === 'failed' && isNewAnswer)
    // Without an answer, reporting may have been turned off: keep waiting.
    if (isAnswer && data?.analytics !== undefined) reporter?.settle(data.analytics)
    if (isAnswer) askOrigin()
    return isAnswer && isNewAnswer
  }

  /** Where people sign in by email or a social account, their site refuses pages that the project does not name. */
  function askOrigin(): void {
    const { email, socials } = features.peek()
    const hasLogin = email !== false || (socials !== false && socials?.length !== 0)
    if (isOriginAsked || !hasLogin || !shell.connectors.peek().some(({ type }) => type === 'AUTH')) return
    isOriginAsked = true
    shell.call('originAllowed', { origin: location.origin }).then(
      (isAllowed) => isAllowed || complain(),
      // A dashboard that cannot be reached has refused nothing.
      () => {},
    )
  }

  let stopAsking = () => {}
  let isAsking = false

  /** Asks once, without waiting. A late answer counts, even if the modal was closed before. */
  function ask(): void {
    if (isAsking) return
    isAsking = true
    const topic = shell.topic('project', {})
    const known = topic.peek()
    let stop = () => {}
    stopAsking = () => {
      isAsking = false
      stop()
    }
    stop = topic.subscribe((snapshot) => {
      if (onSnapshot(snapshot, snapshot !== known)) stopAsking()
    })
    if (!isAsking) stop()
  }

  const stopWatching = effect(() => {
    if (shell.open.value) ask()
  })
  return () => {
    stopWatching()
    stopAsking()
    stopEvents?.()
  }
}
