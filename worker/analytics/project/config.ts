/**
 * The settings of the project's dashboard: one record for all tabs. The page's options apply to each setting that the
 * dashboard does not have. Source: GET /appkit/v1/config and GET /getAnalyticsConfig. If one of the two calls fails,
 * the last known settings of that call stay.
 */
import * as v from 'valibot'
import { BillfoldError } from '../../../src/core/base/errors.ts'
import type { ProjectConfig, RemoteFeatures } from '../../../src/core/contract/project.ts'
import {
  defined,
  listOf,
  notList,
  orAbsent,
  parseOrNone,
  type Untrusted,
} from '../../../src/core/contract/schemas.ts'
import type { Cached, Source, WorkerContext } from '../../base/context.ts'
import { keepNewest } from '../../base/keep-newest.ts'
import { readCached } from '../../base/read-cached.ts'

const HOUR = 3_600_000
/** Lifetime of the record if one of the two calls failed. Milliseconds. */
const MINUTE = 60_000
const KEY = 'project'
/** Upper limit of features, and of names in the configuration of one feature. No dashboard has more. */
const MAX_NAMES = 50

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
    await keepNewest(store, record, clock.now())
    return value
  },
})

const featureName = v.pipe(v.string(), v.regex(/^[\w-]{1,40}$/))
const feature = v.object({
  id: v.string(),
  isEnabled: v.optional(v.unknown()),
  config: orAbsent(
    v.pipe(
      listOf(featureName),
      v.transform((names) => names.slice(0, MAX_NAMES)),
    ),
  ),
})
const configAnswer = v.object({ features: listOf(feature, MAX_NAMES) })
const flagAnswer = v.object({ isAnalyticsEnabled: v.boolean() })

/**
 * Reads the features. A missing or disabled feature is off. For an enabled feature without configuration, the page's
 * options apply. They also apply to smart sessions and requested payments if the dashboard does not list these, since
 * some dashboards do not know them.
 * @throws bad_envelope
 */
function readFeatures(answer: unknown): RemoteFeatures {
  const features = parseOrNone(configAnswer, answer)?.features
  if (!features) throw envelopeError()
  function read(id: string): readonly string[] | false | undefined {
    const found = features!.find((one) => one.id === id)
    return found?.isEnabled === true ? found.config : false
  }
  const logins = read('social_login')
  const activity = read('activity')
  const sessions = features.find(({ id }) => id === 'smart_sessions')
  const payments = features.find(({ id }) => id === 'pay')
  return defined({
    activity: activity === undefined ? undefined : activity !== false,
    email: logins && logins.includes('email'),
    socials: logins && logins.filter((name) => name !== 'email'),
    swaps: read('swap'),
    onramp: read('onramp'),
    smartSessions: sessions && sessions.isEnabled === true,
    pay: payments && payments.isEnabled === true,
  })
}

/** Whether the project wants reports. @throws bad_envelope */
function readFlag(answer: unknown): boolean {
  const flag = parseOrNone(flagAnswer, answer)?.isAnalyticsEnabled
  if (flag === undefined) throw envelopeError()
  return flag
}

const names = v.array(featureName)
const listOrOff = v.exactOptional(v.union([v.literal(false), names]))
const storedConfig: Untrusted<ProjectConfig> = v.pipe(
  v.object({
    features: v.exactOptional(
      v.pipe(
        notList,
        v.object({
          activity: v.exactOptional(v.boolean()),
          email: v.exactOptional(v.boolean()),
          socials: listOrOff,
          swaps: listOrOff,
          onramp: listOrOff,
          smartSessions: v.exactOptional(v.boolean()),
          pay: v.exactOptional(v.boolean()),
        }),
      ),
    ),
    analytics: v.exactOptional(v.boolean()),
  }),
  v.check(({ features, analytics }) => (features ?? analytics) !== undefined),
)

function readStored(value: unknown): Cached<ProjectConfig> | undefined {
  return readCached(value, storedConfig)
}

function envelopeError(): BillfoldError {
  return new BillfoldError('bad_envelope', 'The project’s configuration has an unexpected format.', {
    category: 'DATA_PARSING_ERROR',
  })
}
