/** The page with the portfolio alone. */
export default {
  base: './',
  build: { outDir: 'out/portfolio', rolldownOptions: { input: 'portfolio.html' } },
}
