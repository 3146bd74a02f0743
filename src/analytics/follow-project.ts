/**
 * Fetches the dashboard's settings at each opening of the modal, and reports events to the project. Reports wait until the
 * dashboard says whether they are enabled.
 *
 *   opened ─▶ asked ─┬─ enabled ─▶ reports are sent
 *               ▲    ├─ disabled by the page or the dashboard ─▶ nothing is sent
 *               └────┴─ no answer, now or before ─▶ reports wait for the next opening
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
  /** The enabled features, at first the page's own. `followProject` adds the dashboard's decisions. */
  features: Signal<Features>
}

/** Returns a stop function. */
export function followProject({ shell, features }: ProjectOptions): () => void {
  const local = features.peek()
  const complain = createOriginError()
  let isOriginAsked = false
  const reporter = local.analytics === false ? undefined : createReporter(shell, complain)
  const stopEvents = reporter && watchEvents(shell, reporter.report)

  /** Returns whether this snapshot answers the current request. */
  function onSnapshot({ data, status }: Snapshot<ProjectConfig>, isNewAnswer: boolean): boolean {
    if (data?.features) features.value = { ...local, ...data.features }
    const isAnswer = status === 'fresh' || (status === 'failed' && isNewAnswer)
    // Without an answer, keep waiting: the dashboard may have turned reports off.
    if (isAnswer && data?.analytics !== undefined) reporter?.settle(data.analytics)
    if (isAnswer) askOrigin()
    return isAnswer && isNewAnswer
  }

  /** Checks the allowlist if the page has email or social sign-in: the sign-in site refuses other origins. */
  function askOrigin(): void {
    const { email, socials } = features.peek()
    const hasLogin = email !== false || (socials !== false && socials?.length !== 0)
    if (isOriginAsked || !hasLogin || !shell.connectors.peek().some(({ type }) => type === 'AUTH')) return
    isOriginAsked = true
    shell.call('originAllowed', { origin: location.origin }).then(
      (isAllowed) => isAllowed || complain(),
      // An unreachable dashboard is no refusal.
      () => {},
    )
  }

  let stopAsking = () => {}
  let isAsking = false

  /** Requests the settings, unless a request is running. A late answer counts, even if the modal was closed before. */
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
