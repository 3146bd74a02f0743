/** Sends one report. Reports are not stored, and not sent again after a failure. Source: POST /e. */
import { hex } from '@scure/base'
import type { Report } from '../../src/core/contract/project.ts'
import type { CommandContext } from '../base/context.ts'

export async function sendReport(
  { url, ...props }: Report,
  { clock, http, signal }: Pick<CommandContext, 'clock' | 'http' | 'signal'>,
): Promise<undefined> {
  const body = { eventId: createUuid(), url, domain: new URL(url).hostname, timestamp: clock.now(), props }
  await http.client('analytics').post('/e', body, { signal })
}

/** A UUID of version 4 (RFC 9562). `crypto.randomUUID` is missing on pages without HTTPS. */
function createUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = (bytes[6]! & 0x0f) | 0x40
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  return hex.encode(bytes).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
