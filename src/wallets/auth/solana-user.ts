/** The signed-in person's account on Solana. The site is asked once for each person. */
import { hasCode } from '../../core/base/errors.ts'
import type { AuthUser } from './messages.ts'
import type { Site } from './site.ts'

export interface SolanaUser {
  /**
   * The person on Solana. Undefined if the site has no Solana account for them.
   * @param of the person's address
   * @param goBack switches the site back to its earlier network
   * @throws the errors of `AuthFrame.ask`
   */
  find(of: string, goBack: () => Promise<unknown>): Promise<AuthUser | undefined>
  /** The last known person, without asking the site. */
  peek(): AuthUser | undefined
  isAsked(): boolean
  /** Forgets the answer. Returns false if there was none. */
  drop(): boolean
}

export function createSolanaUser(
  ask: () => Promise<AuthUser | undefined>,
  inTurn: Site['inTurn'],
): SolanaUser {
  let known: { of: string; asked: Promise<AuthUser | undefined>; found?: AuthUser | undefined } | undefined

  function askSite(goBack: () => Promise<unknown>): Promise<AuthUser | undefined> {
    return inTurn(async () => {
      try {
        return await ask()
      } catch (error) {
        if (hasCode(error, 'auth_refused')) return undefined
        throw error
      } finally {
        await goBack().catch(() => {})
      }
    })
  }

  return {
    async find(of, goBack) {
      if (known?.of === of) return known.asked
      const mine: typeof known = { of, asked: askSite(goBack) }
      known = mine
      try {
        return (mine.found = await mine.asked)
      } catch (error) {
        if (known === mine) known = undefined
        throw error
      }
    },
    peek: () => known?.found,
    isAsked: () => known !== undefined,
    drop() {
      const wasThere = known !== undefined
      known = undefined
      return wasThere
    },
  }
}
