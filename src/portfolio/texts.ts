/** Texts of the portfolio's element. */
import { catalogue } from '../base/catalogue.ts'

export const texts = catalogue('portfolioElement', {
  /** Shown after the code could not be loaded, until a retry succeeds. */
  notLoaded: 'This part didn’t load. We’ll try again.',
})
