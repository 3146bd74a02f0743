/** Walks from the form to the outcome of a payment, and past obstacles on the way. */
import { ACCOUNT } from '../button-words.ts'
import { answer, goBack, type Walk } from './walk.ts'

const TOKEN = /Select token|Choose another token$/

export async function send({ visit, sandbox, goto, stop }: Walk): Promise<void> {
  const { control } = sandbox
  const theo = sandbox.accounts.theo.toLowerCase()
  await goto()
  await visit.choose(ACCOUNT)
  await visit.choose('Send')
  await visit.waitFor('Add amount')
  await stop('Send, nothing yet')
  await visit.choose(TOKEN)
  await visit.waitFor('Harbor Dollar')
  await stop('Send, which token')
  await visit.tabTo('Search tokens')
  await visit.type('zzq')
  await visit.waitFor('No token found')
  await stop('Send, no such token')
  await goBack(visit, TOKEN)
  await visit.press('Enter')
  await visit.choose('Harbor Dollar')
  await visit.waitForFocus(TOKEN)
  await visit.tabTo('Amount', 'back')
  await visit.type('5')
  await visit.tabTo('Receiver')
  await visit.type(theo.slice(0, 30))
  await visit.waitFor('characters are missing')
  await stop('Send, half an address')
  await visit.choose('Clear receiver')
  await visit.waitForFocus('Receiver')
  await visit.type(theo)
  await visit.waitFor('Review send')
  await stop('Send, all of it')

  await visit.choose('Review send')
  await visit.waitFor('Transfers can’t be undone.')
  await visit.choose('What you will sign')
  await visit.waitFor('transfer(address,uint256)')
  await stop('Send, to be checked')
  await visit.choose(/^Send 5/)
  await answer(visit, 'Send', 'Decline')
  await visit.waitFor('You declined in Harbor')
  await stop('Send, declined')
  await control.withhold({ on: true })
  await visit.choose(/^Send 5/)
  await answer(visit, 'Send')
  await visit.waitFor('On its way')
  await stop('Sent, on its way')
  await visit.choose('Done')
  await visit.waitFor('Sending 5')
  await stop('Tokens, a payment on its way')
  await visit.choose(/^Sending 5/)
  await visit.waitFor('Hash')
  await stop('A payment, on its way')
  // The button appears once a node has returned the payment's nonce.
  await visit.choose('Cancel payment')
  await visit.waitFor('New fee, at most')
  await stop('Cancel payment')
  await goBack(visit, 'Cancel payment')
  await control.withhold({ on: false })
  await visit.waitFor('The network confirmed it.')
  await stop('A payment, confirmed')
  await visit.choose('Done')

  await visit.choose('Send')
  await visit.waitFor('Recent')
  await stop('Send, who was paid lately')
  await visit.choose(TOKEN)
  await visit.choose('Ether')
  await visit.waitForFocus(TOKEN)
  await visit.tabTo('Amount', 'back')
  await visit.type('1')
  await visit.tabTo('Receiver')
  await visit.type(imitate(theo))
  await visit.waitFor(/This is not|This isn’t the address/)
  await stop('Send, a look-alike')
  await visit.choose('Review send')
  await visit.waitFor('Stop and compare')
  await stop('Send, compared')
  await control.refuseTrials({ on: true })
  await visit.choose(/known address$/)
  await visit.choose('Review send')
  await visit.waitFor('Simulation failed')
  await stop('Send, a failed trial')
  await control.refuseTrials({ on: false })
  await visit.choose('Check again')
  await visit.waitFor(/passed/i)
  await visit.evaluate(() => window.harbor!.setCondition('silent'))
  await visit.choose(/^Send 1/)
  await visit.waitFor('Approve in Harbor')
  await stop('Send, in the wallet')
  // Wait for the stored request: the view appears before it is stored.
  await visit.evaluate(async () => {
    const until = Date.now() + 30_000
    while (!localStorage.getItem('billfold/sent')?.includes('"askedAt"')) {
      if (Date.now() > until) throw new Error('The request to the wallet was not stored.')
      await new Promise((resolve) => setTimeout(resolve, 40))
    }
  })

  // Reload the page while the wallet has an open request.
  await goto()
  await visit.choose(ACCOUNT)
  await visit.waitFor('No answer from your wallet')
  await visit.choose(/^Sending 1/)
  await visit.waitFor('We don’t know if it was sent')
  await stop('A payment, nobody knows')
  await visit.choose('I checked, it wasn’t sent')
  await visit.waitFor('No answer from your wallet', 'gone')

  await visit.evaluate(() => {
    const billfold = window.billfold!
    const [{ caipNetworkId }] = billfold.networks as unknown as [{ caipNetworkId: `${string}:${string}` }]
    const recipient = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
    void billfold.pay({
      caipNetworkId,
      asset: 'native',
      amount: 25n * 10n ** 16n,
      recipient,
      memo: 'Order 1042',
    })
  })
  await visit.waitFor('Transfers can’t be undone.')
  await stop('Payment request')
}

/** Returns an address with the same start and end. */
function imitate(address: string): string {
  const middle = address.slice(6, -4).replace(/./g, (digit) => (digit === 'a' ? 'b' : 'a'))
  return address.slice(0, 6) + middle + address.slice(-4)
}
