import { createBillfold } from 'billfold'
import 'billfold/element'
import { evm } from 'billfold/evm'
import { serverSiwx } from 'billfold/siwx'
import { mainnet } from 'viem/chains'

const billfold = createBillfold({
  projectId: import.meta.env.VITE_PROJECT_ID,
  networks: [mainnet],
  adapters: [evm()],
  metadata: { name: 'Driftwood' },
  // `plainChainId`: the messages are those of EIP-4361, which viem reads on the server.
  siwx: serverSiwx({ baseUrl: '/sign-in', plainChainId: true }),
})

const { session } = await billfold.headless()
session.subscribe(async ({ status }) => {
  const greeting = status === 'signed-in' ? await (await fetch('/greeting')).text() : ''
  document.getElementById('greeting')!.textContent = greeting
})
