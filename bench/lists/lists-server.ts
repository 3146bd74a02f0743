/** The lists' server, which records how much of a history was sent. */
import { GENERATED_PAGE } from '../../sandbox/history/generate.ts'
import { createListsServer } from '../../sandbox/services/lists-server.ts'
import { startLocalServer } from '../../sandbox/services/local-server.ts'

export interface ListsServer {
  url: string
  /** Resets the record before a visit. */
  forget(): void
  /** Number of sent rows, in whole pages. */
  countRows(): number
  /** Whether the last page was sent. */
  isWhole(): boolean
  close(): Promise<void>
}

/** @param folder folder of the built pages */
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
