import { run } from '../../threads/from-source.mjs'

await run(new URL('./watch-worker.ts', import.meta.url))
