/**
 * What the project's dashboard says of this page: one record for all tabs. What it does not say, the page decides.
 * Source: GET /appkit/v1/config and GET /getAnalyticsConfig. Each answers for itself: what the other one said holds
 * although this one failed, and what failed stays as it was known.
 */
import { BillfoldError } from '../../src/core/errors.ts'
import type { ProjectConfig, RemoteFeatures } from '../../src/core/project.ts'
import { isRecord } from '../../src/core/shapes.ts'
import type { Known, Source, WorkerContext } from '../context.ts'
import { keepNewest } from '../topics/keep-newest.ts'
import { readKnown } from '../topics/read-known.ts'

const HOUR = 3_600_000
/** Of an answer that is only half there: the next opening after it asks again. */
const MINUTE = 60_000
const KEY = 'project'
/** No dashboard has more, of anything. */
const MOST = 50

export const createProjectSource = ({ clock, http, store }: WorkerContext): Source<ProjectConfig> => ({
  staleTime: HOUR,
  load: async () => readStored((await store.get(KEY))?.value),
  async fetch({ signal }) {
    const explorer = http.client('explorer')
    const get = (path: string) => explorer.get(path, {}, { signal, retry: false })
    const [config, flag] = await Promise.allSettled([
      get('/appkit/v1/config').then(readFeatures),
      get('/getAnalyticsConfig').then(readFlag),
    ])
    if (config.status === 'rejected' && flag.status === 'rejected') throw config.reason
    const known = readStored((await store.get(KEY).catch(() => undefined))?.value)?.data
    const data: ProjectConfig = {
      ...known,
      ...(config.status === 'fulfilled' && { features: config.value }),
      ...(flag.status === 'fulfilled' && { analytics: flag.value }),
    }
    const isWhole = config.status === flag.status
    const value = { data, fetchedAt: isWhole ? clock.now() : clock.now() - HOUR + MINUTE }
    const record = { key: KEY, owner: '', value, bytes: JSON.stringify(data).length }
    await keepNewest(store, record, readStored, clock.now())
    return value
  },
})

/**
 * A feature that is not listed is off, one without a configuration is left to the page.
 * @throws bad_envelope
 */
function readFeatures(answer: unknown): RemoteFeatures {
  const listed = isRecord(answer) ? answer['features'] : undefined
  if (!Array.isArray(listed)) throw envelopeError()
  const features = (listed as unknown[]).slice(0, MOST).filter(isRecord)
  function read(id: string): readonly string[] | false | undefined {
    const feature = features.find((one) => one['id'] === id)
    if (!feature || feature['isEnabled'] !== true) return false
    const { config } = feature
    return Array.isArray(config) ? (config as unknown[]).filter(isName).slice(0, MOST) : undefined
  }
  const logins = read('social_login')
  const activity = read('activity')
  return without({
    activity: activity === undefined ? undefined : activity !== false,
    email: logins && logins.includes('email'),
    socials: logins && logins.filter((name) => name !== 'email'),
    swaps: read('swap'),
    onramp: read('onramp'),
  })
}

/** Whether reports are wanted. @throws bad_envelope */
function readFlag(answer: unknown): boolean {
  const flag = isRecord(answer) ? answer['isAnalyticsEnabled'] : undefined
  if (typeof flag !== 'boolean') throw envelopeError()
  return flag
}

/** Without what is undefined. */
function without(features: { [Name in keyof RemoteFeatures]: RemoteFeatures[Name] | undefined }) {
  return Object.fromEntries(
    Object.entries(features).filter(([, value]) => value !== undefined),
  ) as RemoteFeatures
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && /^[\w-]{1,40}$/.test(value)
}

function readStored(value: unknown): Known<ProjectConfig> | undefined {
  return readKnown(value, (data) => {
    if (!isRecord(data)) return undefined
    const { features, analytics } = data
    const isRead = (features ?? analytics) !== undefined
    const isSound =
      (features === undefined || (isRecord(features) && Object.values(features).every(isDecision))) &&
      (analytics === undefined || typeof analytics === 'boolean')
    return isRead && isSound ? (data as unknown as ProjectConfig) : undefined
  })
}

/** As `readFeatures` gives it: yes, no, or names. */
function isDecision(value: unknown): boolean {
  return typeof value === 'boolean' || (Array.isArray(value) && value.every(isName))
}

function envelopeError(): BillfoldError {
  return new BillfoldError('bad_envelope', 'The project’s configuration is not what was expected.', {
    category: 'DATA_PARSING_ERROR',
  })
}
