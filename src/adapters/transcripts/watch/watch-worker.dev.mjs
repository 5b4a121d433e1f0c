// From source (a test, the development server) the worker is TypeScript, which a thread of Node 20 cannot load by itself.
import { register } from 'tsx/esm/api'

register()
await import('./watch-worker.ts')
