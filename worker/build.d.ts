/** True in the build that is started from a blob, which cannot import its neighbours; undefined where nothing is built. */
declare const __BILLFOLD_BLOB__: boolean | undefined
