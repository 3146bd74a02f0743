/** `node build.js <way>`: bundles the app into `out/<way>`. */
import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import commonjs from '@rollup/plugin-commonjs'
import { nodeResolve } from '@rollup/plugin-node-resolve'
import replace from '@rollup/plugin-replace'
import * as esbuild from 'esbuild'
import { rollup } from 'rollup'
import webpack from 'webpack'

const require = createRequire(import.meta.url)
const define = { 'process.env.NODE_ENV': '"production"' }

const ways = {
  async webpack(out) {
    const stats = await new Promise((resolve, reject) =>
      webpack(
        {
          mode: 'production',
          context: import.meta.dirname,
          entry: './app.js',
          output: { path: out, filename: 'app.js' },
          performance: false,
        },
        (error, result) => (error ? reject(error) : resolve(result)),
      ),
    )
    // Treat warnings as errors: they report, for example, imports that webpack can't resolve statically.
    if (stats.compilation.errors.length + stats.compilation.warnings.length > 0)
      throw new Error(stats.toString({ all: false, errors: true, warnings: true }))
    writePage(out, '<script defer src="./app.js"></script>')
  },

  async 'esbuild-split'(out) {
    await esbuild.build({ ...bundled(out), format: 'esm', splitting: true })
    writePage(out, '<script type="module" src="./app.js"></script>')
  },

  async 'esbuild-one-file'(out) {
    await esbuild.build({ ...bundled(out), format: 'esm' })
    writePage(out, '<script type="module" src="./app.js"></script>')
  },

  async 'esbuild-iife'(out) {
    await esbuild.build({ ...bundled(out), format: 'iife', logOverride: { 'empty-import-meta': 'silent' } })
    writePage(out, '<script defer src="./app.js"></script>')
  },

  async rollup(out) {
    const bundle = await rollup({
      input: 'app.js',
      plugins: [
        replace({ values: define, preventAssignment: true }),
        nodeResolve({ browser: true }),
        commonjs(),
      ],
      onwarn: (warning, warn) => warning.code === 'MODULE_LEVEL_DIRECTIVE' || warn(warning),
    })
    await bundle.write({ dir: out, format: 'es' })
    writePage(out, '<script type="module" src="./app.js"></script>')
  },

  /** No bundling: the package as it is, and React converted to modules. */
  async 'import-map'(out) {
    const names = ['react', 'react-dom', 'react-dom/client', 'react/jsx-runtime']
    const toFile = (name) => `${name.replace('/', '-')}.js`
    mkdirSync('out/react', { recursive: true })
    for (const name of names) {
      const exported = Object.keys(require(name)).filter((key) => key !== 'default')
      writeFileSync(
        `out/react/${toFile(name)}`,
        `export { ${exported.join(', ')} } from '${name}'\nexport { default } from '${name}'`,
      )
    }
    await esbuild.build({
      ...bundled(`${out}/react`),
      entryPoints: names.map((name) => `out/react/${toFile(name)}`),
      format: 'esm',
      splitting: true,
    })
    cpSync('node_modules/billfold/dist', `${out}/billfold`, { recursive: true })
    cpSync('app.js', `${out}/app.js`)
    const imports = {
      ...Object.fromEntries(names.map((name) => [name, `./react/${toFile(name)}`])),
      billfold: './billfold/index.js',
      'billfold/': './billfold/',
      'billfold/evm': './billfold/evm.js',
      'billfold/react': './billfold/react.js',
    }
    writePage(
      out,
      `<script type="importmap">${JSON.stringify({ imports })}</script><script type="module" src="./app.js"></script>`,
    )
  },
}

function bundled(outdir) {
  return { entryPoints: ['app.js'], bundle: true, minify: true, outdir, define, logLevel: 'warning' }
}

function writePage(out, scripts) {
  mkdirSync(out, { recursive: true })
  writeFileSync(
    `${out}/index.html`,
    `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><div id="root"></div>${scripts}`,
  )
}

const [way] = process.argv.slice(2)
await ways[way](`${import.meta.dirname}/out/${way}`)
