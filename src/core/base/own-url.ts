/**
 * The address of the bundled file that contains this line; undefined in webpack bundles. In place of a bare
 * `import.meta.url`, webpack would write the path on the build machine. In this form, webpack removes the expression.
 */
export const ownUrl: string | undefined =
  typeof __webpack_require__ === 'undefined' ? import.meta.url : undefined

declare const __webpack_require__: unknown
