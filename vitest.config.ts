import { defineConfig } from 'vitest/config'
import { ByProject } from './test/support/build/by-project.js'

const project = (name: string, include: string[], options: object = {}) => ({
  test: { name, include, pool: 'forks' as const, ...options },
})
// A worker keeps its modules from file to file: loading them again took a tenth of the time. No test mocks a module.
const KEEPS_MODULES = { isolate: false }
// These tests start programs, terminals, browsers and the real agent CLIs, and a busy machine stops any of them for seconds: one
// second chance where nobody is there to run them again. A test that needs it says so in the report.
const SECOND_CHANCE = process.env['CI'] ? 1 : 0

// The suffix tells the cost: unit (no I/O), int (SQLite, files, processes), e2e (the whole service).
export default defineConfig({
  test: {
    reporters: ['default'],
    // One more than a small machine has cores: tests wait for programs, browsers and the disk.
    maxWorkers: 3,
    sequence: { sequencer: ByProject },
    projects: [
      project('unit', ['test/{unit,arch}/**/*.unit.test.ts'], {
        ...KEEPS_MODULES,
        // Those of generated cases take long on a busy machine.
        testTimeout: 30_000,
        setupFiles: ['test/support/ui/speak.ts'],
      }),
      // Components in a simulated page; everything that a real browser decides belongs to e2e.
      project('component', ['test/unit/ui/**/*.unit.test.tsx'], {
        ...KEEPS_MODULES,
        environment: 'happy-dom',
        setupFiles: ['test/support/ui/speak.ts'],
      }),
      project('int', ['test/int/**/*.int.test.ts'], {
        ...KEEPS_MODULES,
        testTimeout: 180_000,
        hookTimeout: 180_000,
        globalSetup: ['test/support/suite/traces.ts', 'test/support/build/programs.ts'],
        retry: SECOND_CHANCE,
      }),
      project('e2e', ['test/e2e/**/*.e2e.test.ts'], {
        ...KEEPS_MODULES,
        testTimeout: 120_000,
        hookTimeout: 120_000,
        globalSetup: ['test/support/suite/traces.ts'],
        retry: SECOND_CHANCE,
        // The default of one second would let a test fail because the machine is busy.
        expect: { poll: { timeout: 40_000 } },
      }),
    ],
  },
})
