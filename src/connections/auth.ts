/** What a page hands in as `auth`: a way to connect that is no wallet of the person's own. */
import type { Network } from '../core/networks.ts'
import type { Metadata } from '../shell/metadata.ts'
import type { Readable } from '../shell/readable.ts'
import type { Connector } from './connector.ts'

export interface Auth {
  /** The same for as long as the page has it. */
  toConnector(page: AuthPage): Connector
  stop(): void
}

export interface AuthPage {
  projectId: string
  /** Of this package. */
  version: string
  metadata: Metadata
  networks: readonly Network[]
  storage: Storage | undefined
  themeMode: Readable<'dark' | 'light'>
}
