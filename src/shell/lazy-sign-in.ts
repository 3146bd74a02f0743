/** Signing in, of a page that has it: loaded with the shell, and again with each use while that has failed. */
import { throwMissing } from '../core/missing-error.ts'
import type { Sessions } from '../connections/session.ts'
import type { CaipAddress } from '../core/caip.ts'
import type { SignInContext } from '../siwx/create-sign-in.ts'
import type { LazySignIn, SignIn } from '../siwx/sign-in.ts'
import type { Options } from './options.ts'

export function createLazySignIn(
  options: Options,
  sessions: Pick<Sessions, 'list'>,
  getContext: () => Omit<SignInContext, 'options'>,
): LazySignIn {
  let current: SignIn | undefined
  /** Those who left, until they are signed out. */
  let left: CaipAddress[] = []

  async function load(): Promise<SignIn | undefined> {
    if (!options.siwx && !options.siweConfig) return undefined
    if (!current) {
      const { createSignIn } = await import('../siwx/create-sign-in.ts').catch(throwMissing)
      current ??= createSignIn({ ...getContext(), options })
    }
    // Before anybody is asked whether they are signed in.
    if (left.length > 0) current.leave(left, sessions.list().length === 0)
    left = []
    return current
  }
  load().catch(() => {})

  return {
    get current() {
      return current
    },
    load,
    settle(close, onMissing) {
      load().then((loaded) => (loaded ? loaded.settle() : close()), onMissing)
    },
    leave(caipAddress) {
      left.push(caipAddress)
      // Those that leave together are one.
      queueMicrotask(() => load().catch(() => {}))
    },
  }
}
