#!/usr/bin/env node
import { prepare } from './prepare.mjs'

prepare(['server', 'ui'])
await import('../dist/cli.js')
