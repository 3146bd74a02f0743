/**
 * Every state of every view that the gallery shows. The page of the demo and `gallery.test.ts`, which compares and takes
 * their pictures, have them from here.
 */
import type { State } from './state.ts'
import { accountStates } from './states/account.ts'
import { connectStates } from './states/connect.ts'
import { moreStates } from './states/more.ts'
import { paymentStates } from './states/payments.ts'

export const states: Readonly<Record<string, State>> = {
  ...connectStates,
  ...accountStates,
  ...paymentStates,
  ...moreStates,
}
