/** The server of the lists, which knows how much of a history was sent. */
import { GENERATED_PAGE } from '../../sandbox/history/generate.ts'
import { createListsServer } from '../../sandbox/services/lists-server.ts'
import { startLocalServer } from '../../sandbox/services/local-server.ts'

export interface ListsServer {
  url: string
  /** Before a visit. */
  forget(): void
  /** Rows that were sent, whole pages. */
  countRows(): number
  /** The last page was sent. */
  isWhole(): boolean
  close(): Promise<void>
}

/** @param folder of the built page. */
export async function startListsServer(folder: string): Promise<ListsServer> {
  let furthest = -1
  let isWhole = false
  const server = await startLocalServer(
    createListsServer(folder, ({ index, isLast }) => {
      furthest = Math.max(furthest, index)
      isWhole ||= isLast
    }),
  )
  return {
    url: server.url,
    forget() {
      furthest = -1
      isWhole = false
    },
    countRows: () => (furthest + 1) * GENERATED_PAGE,
    isWhole: () => isWhole,
    close: () => server.close(),
  }
}
