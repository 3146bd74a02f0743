/**
 * The address of the bundled file that contains this line; undefined where a bundler removes it. webpack would write the
 * build machine's path for a bare `import.meta.url`; it removes the whole line in this form.
 */
export const ownUrl: string | undefined =
  typeof __webpack_require__ === 'undefined' ? import.meta.url : undefined

declare const __webpack_require__: unknown
