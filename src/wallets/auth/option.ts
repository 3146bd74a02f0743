/** What a page hands in as `auth`: a way to connect that is no wallet of the person's own. */
import type { Network } from '../../core/chains/networks.ts'
import type { Metadata } from '../../base/metadata.ts'
import type { Readable } from '../../base/readable.ts'
import type { Connector } from '../connector.ts'

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
