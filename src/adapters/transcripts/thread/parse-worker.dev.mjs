import { run } from '../../threads/from-source.mjs'

await run(new URL('./parse-worker.ts', import.meta.url))
