/** Whether this page runs inside of a wallet that it brings itself. */
import type { PageConnector } from './page-connectors.ts'

const answers = new WeakMap<PageConnector, Promise<boolean>>()

/** Asks once for each page load. A wallet that cannot say it is not there. */
export function isInside(connector: PageConnector): Promise<boolean> {
  const known = answers.get(connector) ?? ask(connector)
  answers.set(connector, known)
  return known
}

async function ask({ autoConnect }: PageConnector): Promise<boolean> {
  try {
    return (await autoConnect?.()) === true
  } catch {
    return false
  }
}
