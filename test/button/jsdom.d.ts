/** Two versions of one package, as dapps have them; only what the tests use of it. */
declare module 'jsdom-20' {
  export class JSDOM {
    constructor(html: string, options: { url: string; pretendToBeVisual: boolean })
    readonly window: object
  }
}
declare module 'jsdom-26' {
  export { JSDOM } from 'jsdom-20'
}
