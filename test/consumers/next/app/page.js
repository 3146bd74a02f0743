/** A server component that shows the button by itself, and beside it a client component. */
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
