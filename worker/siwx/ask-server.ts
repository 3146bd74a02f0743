/** Sends the requests of a sign-in to the page's own server. */
import { BillfoldError, toErrorRecord } from '../../src/core/base/errors.ts'
import type { SignInQuestion } from '../../src/core/contract/protocol.ts'
import type { CommandContext } from '../base/context.ts'

/** @throws siwx_invalid if the server refuses, with its reason; siwx_unknown if the server cannot be reached */
export async function askSignIn(
  question: SignInQuestion,
  { config, http, signal }: CommandContext,
): Promise<unknown> {
  if (!config.urls.signIn) throw new BillfoldError('siwx_missing', 'SIWX is not enabled')
  const server = http.client('signIn')
  const request = { signal, credentials: 'include' } as const
  try {
    return await ('query' in question
      ? server.get(`/${question.path}`, question.query, request)
      : server.post(`/${question.path}`, question.body, request))
  } catch (error) {
    const { code, message, context } = toErrorRecord(error)
    const status = code === 'http_status' ? Number(context['status']) : 500
    const isRefused = [400, 401, 403, 409, 422].includes(status)
    throw new BillfoldError(isRefused ? 'siwx_invalid' : 'siwx_unknown', message, {
      category: 'API_ERROR',
      context: { ...context, reason: code },
      cause: error,
    })
  }
}
