import { run } from '../../threads/from-source.mjs'

await run(new URL('./export-worker.ts', import.meta.url))
