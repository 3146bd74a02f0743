/** Suggests free names while a person types a name. Source: GET /v1/profile/suggestions/{name}. */
import * as v from 'valibot'
import {
  findNameFault,
  NAME_ZONE,
  type NameSuggestion,
  type NameSuggestions,
  toFullName,
} from '../../../src/core/names/account-name.ts'
import type { CommandInput } from '../../../src/core/contract/protocol.ts'
import { BillfoldError } from '../../../src/core/base/errors.ts'
import { defined, listOf, orAbsent, parseOrNone, type Untrusted } from '../../../src/core/contract/schemas.ts'
import { path } from '../../http/path.ts'
import { wrapFailure } from '../../base/wrap-failure.ts'
import { isServed, type ProfileContext, zoneName } from './lookup.ts'
import { recordServerTime } from './server-time.ts'

/** Upper limit of shown suggestions. At present the API returns 5. */
const MAX_SUGGESTIONS = 10

/**
 * Suggests names that are free now. Never cached, since a free name may be taken at any moment. @throws name_invalid,
 * name_suggestions_failed, networks_unknown
 */
export async function fetchNameSuggestions(
  { label, caipNetworkId }: CommandInput<'nameSuggestions'>,
  context: ProfileContext,
): Promise<NameSuggestions> {
  if (!(await isServed(context, caipNetworkId))) return { suggestions: [], reason: 'network_unsupported' }
  if (typeof label !== 'string' || findNameFault(label))
    throw new BillfoldError('name_invalid', 'This name is not valid.')
  const { http, signal } = context
  try {
    const answer = await http
      .client('api')
      .get(
        path`/v1/profile/suggestions/${label}`,
        { zone: NAME_ZONE },
        { signal, onHeaders: recordServerTime(context) },
      )
    return { suggestions: order(read(answer), toFullName(label)) }
  } catch (error) {
    throw wrapFailure('name_suggestions_failed', 'Error fetching name suggestions', error)
  }
}

const suggestion: Untrusted<NameSuggestion> = v.pipe(
  v.object({ name: zoneName, registered: orAbsent(v.boolean()) }),
  v.transform(defined),
)
const suggestionsAnswer = v.object({ suggestions: listOf(suggestion) })

/** Suggestions that can be shown and registered. @throws bad_envelope */
function read(answer: unknown): readonly NameSuggestion[] {
  const listed = parseOrNone(suggestionsAnswer, answer)?.suggestions
  if (!listed)
    throw new BillfoldError('bad_envelope', 'The name suggestions have an unexpected format.', {
      category: 'DATA_PARSING_ERROR',
    })
  return listed
    .filter(({ name }, at) => listed.findIndex((one) => one.name === name) === at)
    .slice(0, MAX_SUGGESTIONS)
}

function order(suggestions: readonly NameSuggestion[], asked: string): readonly NameSuggestion[] {
  const isAsked = ({ name }: NameSuggestion) => name === asked
  return [...suggestions.filter(isAsked), ...suggestions.filter((one) => !isAsked(one))]
}
