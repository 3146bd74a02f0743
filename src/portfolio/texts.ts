/** Of the portfolio's element. */
import { catalogue } from '../base/catalogue.ts'

export const texts = catalogue('portfolioElement', {
  /** Of the code, while it does not come. */
  notLoaded: 'This part didn’t load. We’ll try again.',
})
