import { run } from '../../threads/from-source.mjs'

await run(new URL('./side-worker.ts', import.meta.url))
