import { run } from '../threads/from-source.mjs'

await run(new URL('./checkpoint-worker.ts', import.meta.url))
