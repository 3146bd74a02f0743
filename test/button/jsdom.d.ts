/** Types of two versions of jsdom, as far as the tests use them. */
declare module 'jsdom-20' {
  export class JSDOM {
    constructor(html: string, options: { url: string; pretendToBeVisual: boolean })
    readonly window: object
  }
}
declare module 'jsdom-26' {
  export { JSDOM } from 'jsdom-20'
}
