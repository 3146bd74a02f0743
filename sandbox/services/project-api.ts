/**
 * The dashboard's settings for the project, and the host of usage reports, with the response types of the public
 * services. By default every feature is enabled and the page's own options apply.
 */
import { allowAnyOrigin, type Handler, readBody, sendJson } from './local-server.ts'

export interface ProjectState {
  /** Response of GET /appkit/v1/config. */
  features: readonly ProjectFeature[]
  /** Answers reports with status 403, as for a site that isn't in the project's list. */
  refusesReports: boolean
  /** Received reports, oldest first. */
  reports: { query: Record<string, string>; body: unknown }[]
}

export interface ProjectFeature {
  id: 'social_login' | 'swap' | 'onramp' | 'activity' | 'reown_branding'
  isEnabled: boolean
  /** null: the page's own options apply. */
  config: readonly string[] | null
}

const ids = ['social_login', 'swap', 'onramp', 'activity', 'reown_branding'] as const
const features: readonly ProjectFeature[] = ids.map((id) => ({ id, isEnabled: true, config: null }))

export function createProjectState(): ProjectState {
  return { features, refusesReports: false, reports: [] }
}

/** @param directory answers the host's other calls */
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
