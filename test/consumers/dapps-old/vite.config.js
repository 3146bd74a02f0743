/** Builds one of the apps, with wagmi 2 and React 18. */
export default { base: './', build: { outDir: 'out', rolldownOptions: { input: 'wagmi.html' } } }
