/** The version of this package; the build checks it against package.json. */
export const version = '0.1.0'
