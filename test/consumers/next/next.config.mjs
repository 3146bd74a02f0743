export default {
  // Each way to build has a folder of its own.
  distDir: process.env.DIST_DIR,
  turbopack: { root: import.meta.dirname },
  outputFileTracingRoot: import.meta.dirname,
  devIndicators: false,
}
