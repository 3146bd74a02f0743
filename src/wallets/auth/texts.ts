/** Around the sign-in site's frame. */
import { catalogue } from '../../base/catalogue.ts'

export const texts = catalogue('signInSite', {
  /** Its name. */
  frame: 'Sign-in site',
})
