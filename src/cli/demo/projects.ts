import type { Project } from './story.js'

const project = (cwd: string, files: readonly [string, ...string[]]): Project => ({ cwd, files })

/** The projects of the invented user. */
export const shop = project('/home/ada/shop', [
  'src/basket.ts',
  'src/checkout/guest.ts',
  'src/checkout/address.ts',
  'src/search/index.ts',
  'src/search/rank.ts',
  'src/prices.ts',
  'test/basket.test.ts',
  'test/search.test.ts',
])

export const ledger = project('/home/ada/ledger', [
  'ledger/invoice.py',
  'ledger/tax.py',
  'ledger/export/csv.py',
  'ledger/rates.toml',
  'tests/test_tax.py',
  'tests/test_export.py',
])

export const notes = project('/home/ada/field-notes', [
  'cmd/notes/main.go',
  'internal/importer/importer.go',
  'internal/importer/stream.go',
  'internal/store/store.go',
  'internal/sync/sync.go',
  'internal/sync/sync_test.go',
])

export const site = project('/home/ada/website', [
  'content/_index.md',
  'layouts/baseof.html',
  'assets/main.css',
  'content/posts/harbour.md',
])
