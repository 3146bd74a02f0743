'use client'
import { createBillfold } from 'billfold'
import { evm } from 'billfold/evm'
import { BillfoldButton, useBillfoldAccount } from 'billfold/react'
import { mainnet } from 'viem/chains'

createBillfold({
  projectId: process.env.NEXT_PUBLIC_PROJECT_ID,
  networks: [mainnet],
  adapters: [evm()],
  metadata: { name: 'Driftwood' },
})

export function Wallet() {
  const account = useBillfoldAccount()
  return (
    <>
      <BillfoldButton />
      {account.status === 'connected' && <p>{account.address}</p>}
    </>
  )
}
