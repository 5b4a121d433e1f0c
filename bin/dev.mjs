// Development: the service from source, restarted on change, and the dashboard with hot reload on one address.
import { spawn } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { prepare } from './prepare.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
prepare([])

const start = (command, args, env = {}) =>
  spawn(join(root, 'node_modules', '.bin', command), args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  })

const children = [start('tsx', ['watch', 'src/cli.ts', 'start'], { SVC_CHECK_ANSWERS: '1' }), start('vite', ['ui'])]
const stop = () => {
  for (const child of children) child.kill('SIGTERM')
}
process.on('SIGINT', stop).on('SIGTERM', stop)
for (const child of children) child.on('exit', stop)
