/** A server component with the button, and a client component. */
import { BillfoldButton } from 'billfold/react'
import { Wallet } from './wallet.js'

export default function Page() {
  return (
    <main>
      <BillfoldButton label="From the server" />
      <Wallet />
    </main>
  )
}
