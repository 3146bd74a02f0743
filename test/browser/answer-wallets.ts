/** Answers wallets and logs in by email, for tests in which a dapp sends the requests. */
import type { Frame, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Journey } from '../../sandbox/people/journey.ts'
import type { Sandbox } from '../../sandbox/start.ts'

export type Answer = 'approve' | 'reject'

declare global {
  interface Window {
    answering?: Answer
  }
}

/** Script for each wallet's page, with `answer` as the method to call. */
const answerIn = {
  harbor: 'if (window.harbor.getPending()) window.harbor[answer]()',
  reef: 'if (window.reef.getPending()) window.reef[answer]()',
  phone: 'document.querySelector(`[data-testid="${answer}"]`)?.click()',
  login: `[...document.querySelectorAll('button')].find(({ textContent }) => textContent.trim() === (answer === 'approve' ? 'Approve' : 'Cancel'))?.click()`,
}

/** Approves all questions of a wallet. Resolves to a function that changes the answer to later questions. */
export async function startAnswering(
  where: Page | Frame,
  wallet: keyof typeof answerIn,
): Promise<(answer: Answer) => Promise<void>> {
  await where.evaluate((text) => {
    window.answering = 'approve'
    const answer = new Function('answer', text)
    setInterval(() => answer(window.answering), 50)
  }, answerIn[wallet])
  return (answer) => where.evaluate((value) => void (window.answering = value), answer)
}

/** Logs in by email in the open modal. Resolves to the sign-in site's frame once the account is connected. */
export async function loginByEmail(
  { page, modal }: Journey,
  sandbox: Sandbox,
  email: string,
): Promise<Frame> {
  await modal.getByLabel('Email address').fill(email)
  await modal.getByRole('button', { name: 'Continue with email' }).click()
  await modal.getByLabel('Six-digit code').waitFor({ timeout: 30_000 })
  await expect.poll(() => sandbox.readMails(email).length).toBeGreaterThan(0)
  const code = /\b(\d{6})\b/.exec(sandbox.readMails(email).at(-1)!.text)![1]!
  await modal.getByLabel('Six-digit code').fill(code)
  await page.waitForFunction(() => window.billfold!.account.peek().status === 'connected')
  return (await (await page.locator('billfold-auth iframe').elementHandle())!.contentFrame())!
}
