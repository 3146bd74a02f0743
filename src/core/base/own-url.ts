/**
 * The address of the file in which this line ends up; undefined where a bundler leaves none. webpack would write the
 * build machine's path for a bare `import.meta.url`: in this form it folds the whole line away.
 */
export const ownUrl: string | undefined =
  typeof __webpack_require__ === 'undefined' ? import.meta.url : undefined

declare const __webpack_require__: unknown
