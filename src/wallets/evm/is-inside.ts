/** Whether the page is embedded in a wallet for which it brings a connector. */
import type { PageConnector } from './page-connectors.ts'

const answers = new WeakMap<PageConnector, Promise<boolean>>()

/** Whether the page is embedded in the connector's wallet. Asks the page once per page load; an error means no. */
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
