#!/usr/bin/env node
import { existsSync } from 'node:fs'

// A checkout installs and builds what is missing. An installed package is built, and has no sources.
if (existsSync(new URL('../src', import.meta.url))) {
  const { prepare } = await import('./prepare.mjs')
  prepare(['server', 'ui'])
}
await import('../dist/cli.js')
