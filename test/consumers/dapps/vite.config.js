/** Builds three apps, one page each. */
export default {
  base: './',
  build: { outDir: 'out', rolldownOptions: { input: ['wagmi.html', 'ethers.html', 'web3.html'] } },
}
