/**
 * Fetches the dashboard's settings at each opening of the modal, and reports events to the project. Reports wait until the
 * dashboard says whether they are enabled.
 *
 *   opened ─▶ asked ─┬─ enabled ─▶ reports are sent
 *               ▲    ├─ disabled by the page or the dashboard ─▶ nothing is sent
 *               └────┴─ no answer, and no earlier answer ─▶ reports wait for the next opening
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
  /**
   * The enabled features: at first those that the page's options enable. `followProject` adds the dashboard's settings.
   */
  features: Signal<Features>
}

/** Returns a stop function. */
export function followProject({ shell, features }: ProjectOptions): () => void {
  const local = features.peek()
  const complain = createOriginError()
  let isOriginAsked = false
  const reporter = local.analytics === false ? undefined : createReporter(shell, complain)
  const stopEvents = reporter && watchEvents(shell, reporter.report)

  /** Applies the settings of a snapshot. Returns whether the snapshot answers the current request. */
  function onSnapshot({ data, status }: Snapshot<ProjectConfig>, isNewAnswer: boolean): boolean {
    if (data?.features) features.value = { ...local, ...data.features }
    const isAnswer = status === 'fresh' || (status === 'failed' && isNewAnswer)
    // Without an answer, keep waiting: the dashboard may have turned reports off.
    if (isAnswer && data?.analytics !== undefined) reporter?.settle(data.analytics)
    if (isAnswer) askOrigin()
    return isAnswer && isNewAnswer
  }

  /**
   * If the page has email or social sign-in, asks once whether this origin is on the project's allowlist: the sign-in
   * site refuses any other origin.
   */
  function askOrigin(): void {
    const { email, socials } = features.peek()
    const hasLogin = email !== false || (socials !== false && socials?.length !== 0)
    if (isOriginAsked || !hasLogin || !shell.connectors.peek().some(({ type }) => type === 'AUTH')) return
    isOriginAsked = true
    shell.call('originAllowed', { origin: location.origin }).then(
      (isAllowed) => isAllowed || complain(),
      // If the dashboard cannot be reached, log nothing: the origin may be allowed.
      () => {},
    )
  }

  let stopAsking = () => {}
  let isAsking = false

  /**
   * Requests the settings, unless a request is running. The answer is used even if the modal has been closed meanwhile.
   */
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
