/** Chooses whether the page asks people to sign in. Each change reloads the page. */
import type { ReactElement } from 'react'
import type { SigningIn } from './config.ts'
import { Segment } from './segment.tsx'

export function SignInChoice({ signsIn }: { signsIn: SigningIn }): ReactElement {
  function change(next: SigningIn): void {
    const url = new URL(location.href)
    url.searchParams.set('sign-in', next)
    location.assign(url)
  }
  return (
    <section className="part" aria-labelledby="signing-in">
      <h3 id="signing-in">Sign in with wallet</h3>
      <Segment
        label="Sign in with wallet"
        options={[
          ['off', 'Off'],
          ['optional', 'Optional'],
          ['required', 'Required'],
        ]}
        value={signsIn}
        onChange={change}
      />
    </section>
  )
}
