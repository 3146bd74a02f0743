/** Walks through a swap. */
import { driftwood, skerry } from '../../../sandbox/chains/evm-networks.ts'
import type { KeyboardVisit } from '../engines/keyboard-visit.ts'
import { ACCOUNT } from '../button-words.ts'
import type { Walk } from './walk.ts'

export async function swap({ visit, sandbox, goto, stop }: Walk): Promise<void> {
  // Bypass the proxy of `startApiWithSpam` for requests with a body.
  await goto({ api: sandbox.urls.api })
  await visit.choose(ACCOUNT)
  await visit.choose('Swap')
  await visit.waitFor('Select token')
  await stop('Swap')
  await visit.choose('Select token you receive')
  await visit.waitFor('Other tokens')
  await stop('Tokens to swap')
  await visit.tabTo('Search tokens')
  await visit.type('zzq')
  await visit.waitFor('No token found')
  await stop('Tokens to swap, none found')
  await visit.choose('Back', 'back')
  await visit.waitForFocus('Select token you receive')
  await choose(visit, 'Select token you receive', 'HUSD', /^Harbor Dollar/)
  await visit.waitForFocus('You receive HUSD. Choose another token')

  await visit.tabTo('Amount you pay', 'back')
  await visit.type('999999')
  await visit.waitFor('Insufficient balance')
  await stop('Swap, too much')
  await visit.evaluate(selectAmount)
  await visit.type('0.01')
  await visit.waitFor('Review swap')
  await stop('Swap, with its price')
  await visit.choose('Reverse swap')
  await visit.waitForFocus('Reverse swap')
  await visit.waitFor('You get at least')
  await visit.choose('Review swap')
  await visit.waitFor('2 signatures in Harbor')
  await stop('Review of a swap, two signatures')
  await visit.choose('Cancel')
  await visit.waitForFocus('Review swap')

  await visit.choose('Reverse swap', 'back')
  await visit.waitFor('You get at least')
  await visit.tabTo('Amount you pay', 'back')
  await visit.evaluate(selectAmount)
  await visit.type('0.01')
  await visit.choose('Review swap')
  await visit.waitFor('1 signature in Harbor')
  await sign(visit)
  await visit.waitFor('Approve in Harbor')
  await visit.evaluate(() => window.harbor!.reject())
  await visit.waitFor('You declined in Harbor. Nothing was sent.')
  await stop('Review of a swap, declined')
  await sign(visit)
  await visit.evaluate(() => window.harbor!.approve())
  await visit.waitFor('The network confirmed it.')
  await stop('Swapped')
  await visit.choose('Done')
  await visit.waitFor('Swap')

  await visit.choose('Swap')
  await choose(visit, 'You receive HUSD. Choose another token', 'KELP', /^Kelp/)
  await visit.tabTo('Amount you pay', 'back')
  await visit.type('0.1')
  await visit.choose('Review swap')
  await visit.waitFor('I want to swap anyway')
  await stop('Review of a swap, much is lost')
  await visit.tabTo('I want to swap anyway')
  await visit.press('Space')
  await sign(visit)
  await visit.evaluate(() => window.harbor!.reject())
  await visit.waitFor('You declined in Harbor. Nothing was sent.')
  await visit.press('Escape')
  await visit.waitForFocus(ACCOUNT)

  await visit.evaluate((chain) => window.harbor!.goTo(chain), skerry.id)
  await visit.press('Enter')
  await visit.choose('Swap')
  await visit.waitFor('Choose another network to swap')
  await stop('Swap, on a network without swaps')
  await visit.press('Escape')
  await visit.evaluate((chain) => window.harbor!.goTo(chain), driftwood.id)
  await visit.waitForFocus(ACCOUNT)
}

/** Chooses the first token with this name. */
async function choose(visit: KeyboardVisit, button: string, words: string, row: RegExp): Promise<void> {
  await visit.choose(button)
  await visit.tabTo('Search tokens')
  await visit.type(words)
  await visit.waitFor('Other tokens', 'gone')
  await visit.choose(row)
}

/** Presses "Sign swap" until the wallet asks: a price older than 30 s is refreshed first. */
async function sign(visit: KeyboardVisit): Promise<void> {
  for (;;) {
    await visit.choose('Sign swap')
    const isAsked = await visit.evaluate(async () => {
      const { shadowRoot } = document.querySelector('billfold-modal')!
      const isSaid = () => shadowRoot!.textContent!.includes('Approve in Harbor')
      for (let at = 0; !window.harbor!.getPending() && (at < 50 || isSaid()); at += 1)
        await new Promise((resolve) => setTimeout(resolve, 100))
      return window.harbor!.getPending() !== undefined
    })
    if (isAsked) return
  }
}

/** Selects the amount, so that typing replaces it. */
function selectAmount(): void {
  const { shadowRoot } = document.querySelector('billfold-modal')!
  shadowRoot!.querySelector<HTMLInputElement>('.swap-panel input')!.select()
}
