/**
 * Loads the sign-in code with the shell, if the page has sign-in enabled. After a failed download, each use tries
 * again.
 */
import type { CaipAddress } from '../core/chains/caip.ts'
import { lazy } from '../core/base/lazy.ts'
import type { Options } from '../shell/options.ts'
import type { SignInContext } from './create-sign-in.ts'
import type { LazySignIn, SignIn } from './sign-in.ts'

export function startSignIn({ siwx, siweConfig }: Options, getContext: () => SignInContext): LazySignIn {
  const signIn = lazy(
    () => import('./create-sign-in.ts'),
    ({ createSignIn }) => {
      const created = createSignIn(getContext())
      if (isStopped) created.stop()
      // Sign out disconnected accounts before the connected account is checked.
      created.leave()
      return created
    },
  )
  const left: CaipAddress[] = []
  let isStopped = false

  async function load(): Promise<SignIn | undefined> {
    if (!siwx && !siweConfig) return undefined
    const loaded = await signIn.load()
    loaded.leave()
    return loaded
  }
  load().catch(() => {})

  return {
    get current() {
      return signIn.current
    },
    load,
    left,
    stop() {
      isStopped = true
      signIn.current?.stop()
    },
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
