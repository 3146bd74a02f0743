/**
 * Matches the URLs of the scripts that run Billfold's code on the demo page: Billfold's own chunks, and the chunk with
 * React, in which its components run. The demo's own code is in `index-…`.
 */
export const ours =
  /\/(mount|create-shell|worker-client|start-worker|evm-adapter|current|transport|share|button|url|jsx-runtime)[^/]*\.js/
