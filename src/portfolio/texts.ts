/** Texts of the portfolio's element. */
import { catalogue } from '../base/catalogue.ts'

export const texts = catalogue('portfolioElement', {
  /** Shown while the code fails to load. */
  notLoaded: 'This part didn’t load. We’ll try again.',
})
