/** Signing in, of a page that has it: loaded with the shell, and again with each use while that has failed. */
import { throwMissing } from '../core/missing-error.ts'
import type { CaipAddress } from '../core/caip.ts'
import type { SignInContext } from '../siwx/create-sign-in.ts'
import type { LazySignIn, SignIn } from '../siwx/sign-in.ts'
import type { Options } from './options.ts'

export function createLazySignIn({ siwx, siweConfig }: Options, getContext: () => SignInContext): LazySignIn {
  let current: SignIn | undefined
  const left: CaipAddress[] = []

  async function load(): Promise<SignIn | undefined> {
    if (!siwx && !siweConfig) return undefined
    const { createSignIn } = await import('../siwx/create-sign-in.ts').catch(throwMissing)
    current ??= createSignIn(getContext())
    // Before anybody is asked whether they are signed in.
    current.leave()
    return current
  }
  load().catch(() => {})

  return {
    get current() {
      return current
    },
    load,
    left,
    settle(close) {
      const onMissing = () => getContext().openByItself('SIWXSignMessage')
      load().then((loaded) => (loaded ? loaded.settle() : close()), onMissing)
    },
    leave(caipAddress) {
      left.push(caipAddress)
      load().catch(() => {})
    },
  }
}
