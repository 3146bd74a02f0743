'use client'
import { createBillfold } from 'billfold'
import { evm } from 'billfold/evm'
import { BillfoldButton } from 'billfold/react'
import { useEffect } from 'react'

export function Wallet() {
  useEffect(() => {
    const { api, rpc, chainId } = Object.fromEntries(new URLSearchParams(location.search))
    createBillfold({
      projectId: 'consumer',
      networks: [
        {
          id: Number(chainId),
          name: 'Local',
          nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
          rpcUrls: { default: { http: [rpc] } },
        },
      ],
      adapters: [evm()],
      metadata: { name: 'Consumer' },
      apiUrl: api,
      explorerUrl: api,
      features: { analytics: false },
    })
  }, [])
  return <BillfoldButton />
}
