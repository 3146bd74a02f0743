/** The page with the portfolio alone. */
export default {
  base: './',
  build: { outDir: 'out', rolldownOptions: { input: 'portfolio.html' } },
}
