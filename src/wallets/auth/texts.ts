/** Texts around the sign-in site's frame. */
import { catalogue } from '../../base/catalogue.ts'

export const texts = catalogue('signInSite', {
  /** Title of the frame, for screen readers. */
  frame: 'Sign-in site',
})
