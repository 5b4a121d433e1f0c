import { run } from '../threads/from-source.mjs'

await run(new URL('./stage-worker.ts', import.meta.url))
