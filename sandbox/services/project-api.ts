/**
 * What the project's dashboard decides, and the host that takes reports: shapes as the public ones have them. Until
 * something is set it leaves all to the page.
 */
import { allowAnyOrigin, type Handler, readBody, sendJson } from './local-server.ts'

export interface ProjectState {
  /** Of GET /appkit/v1/config. */
  features: readonly ProjectFeature[]
  /** As for a site that the project does not know. */
  refusesReports: boolean
  /** What has come, oldest first. */
  reports: { query: Record<string, string>; body: unknown }[]
}

export interface ProjectFeature {
  id: 'social_login' | 'swap' | 'onramp' | 'activity' | 'reown_branding'
  isEnabled: boolean
  /** null: as the page has it. */
  config: readonly string[] | null
}

const ids = ['social_login', 'swap', 'onramp', 'activity', 'reown_branding'] as const
const features: readonly ProjectFeature[] = ids.map((id) => ({ id, isEnabled: true, config: null }))

export function createProjectState(): ProjectState {
  return { features, refusesReports: false, reports: [] }
}

/** @param directory the same host's other calls */
export function createProjectApi(state: ProjectState, directory: Handler): Handler {
  return async (request, response, url) => {
    if (allowAnyOrigin(request, response)) return
    switch (`${request.method} ${url.pathname}`) {
      case 'GET /appkit/v1/config':
        return sendJson(response, 200, { features: state.features })
      case 'GET /projects/v1/origins':
        return sendJson(response, 200, { allowedOrigins: [] })
      case 'GET /getAnalyticsConfig':
        return sendJson(response, 200, { isAnalyticsEnabled: true })
      case 'POST /e': {
        const body: unknown = JSON.parse(await readBody(request))
        state.reports.push({ query: Object.fromEntries(url.searchParams), body })
        return sendJson(response, state.refusesReports ? 403 : 202, {})
      }
      default:
        return directory(request, response, url)
    }
  }
}
