/**
 * Addresses of the scripts that work for Billfold on the demo page: its own chunks, and the one with React in it, which
 * runs all that Billfold's components do. The demo's own work, its canvases, is in `index-…`.
 */
export const ours =
  /\/(mount|create-shell|worker-client|start-worker|evm-adapter|current|transport|share|button|url|jsx-runtime)[^/]*\.js/
