/**
 * Builds the package and the demo page as `npm run build` and `npm run build:demo` do, without output unless a build
 * fails.
 */
import { spawn } from 'node:child_process'

/** @throws with the build's whole output when a build fails */
export async function build(): Promise<void> {
  await run('build')
  await run('build:demo')
}

async function run(script: string): Promise<void> {
  // A process group, so that npm and its child processes end together.
  const isGroup = process.platform !== 'win32'
  const child = spawn('npm', ['run', '--silent', script], { detached: isGroup, shell: !isGroup })
  const kill = () => {
    if (isGroup && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
    else child.kill('SIGKILL')
  }
  process.once('exit', kill)
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (printed += String(data)))
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  process.off('exit', kill)
  if (code !== 0) throw new Error(`${printed}\nnpm run ${script} failed.`)
}
