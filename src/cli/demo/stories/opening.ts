import { HAIKU, OPUS, SONNET, GPT } from '../models.js'
import { ledger } from '../projects/ledger.js'
import { notes } from '../projects/notes.js'
import { shop } from '../projects/shop.js'
import { website } from '../projects/website.js'
import {
  ask,
  breaks,
  delegate,
  edit,
  failing,
  patch,
  plan,
  read,
  run,
  type Story,
  say,
  turn,
  web,
  write,
} from '../story.js'

/** A permission that was requested long before the demo starts and is granted soon after. */
export const guestCheckout: Story = {
  provider: 'claude',
  model: OPUS,
  project: shop,
  branch: 'guest-checkout',
  title: 'Guest checkout: step 1',
  turns: [
    turn(
      'Implement step 1 of docs/guest-checkout.md: ask guests for an email address before anything else. Push when the tests pass.',
      [
        plan(0, ['Find where checkout requires an account', 'Ask for an email address', 'Run the tests', 'Push']),
        read(3),
        edit(
          'src/checkout/guest.ts',
          `  const account = requireAccount(session)
  return addressForm({ email: account.email, address: account.defaultAddress })`,
          `  const email = session.account?.email ?? (await askForEmail(session))
  return addressForm({ email, address: session.account?.defaultAddress ?? null })`,
        ),
        run('npm test -- checkout', ' ✓ test/checkout.test.ts (22 tests) 640ms'),
        run(
          'git push --force-with-lease origin guest-checkout',
          'To git@example.com:ada/shop.git\n + 8f2c1d0...a91be77 guest-checkout -> guest-checkout (forced update)',
          { asks: 250 },
        ),
        plan(4, ['Find where checkout requires an account', 'Ask for an email address', 'Run the tests', 'Push']),
        read(3),
        run('npm run e2e -- guest', '3 passed (12.4s)'),
      ],
      'Step 1 is pushed. Guests enter an email address and nothing else; customers with an account see no difference. Step 2 (keep the cart in a cookie) is next.',
      150,
    ),
  ],
}

/** A choice that the user has to make. */
export const taxMigration: Story = {
  provider: 'claude',
  model: SONNET,
  project: ledger,
  branch: 'tax-2027',
  title: 'Migrate 2026 invoices',
  turns: [
    turn(
      'Migrate the 2026 invoices to the new tax table. Do a dry run first.',
      [
        read(4),
        run(
          'python -m ledger migrate --dry-run',
          'checked 412 invoices\n409 ok\n3 have two tax rates on one line: 2026-0118, 2026-0207, 2026-0391',
        ),
        ask(
          {
            header: 'Mixed lines',
            question: 'Three invoices have two tax rates on one line. How should I migrate them?',
            options: [
              ['Split the line', 'One line per rate. Totals stay the same.'],
              ['Keep the higher rate', 'One line. Totals change by up to €1.20.'],
              ['Skip these invoices', 'Leave them on the old table and list them in the report.'],
            ],
          },
          230,
        ),
        edit(
          'ledger/invoice.py',
          '    return sum((line.net * (1 + line.rate) for line in lines), Decimal(0))',
          `    parts = (part for line in lines for part in line.split())
    return sum((part.net * (1 + part.rate) for part in parts), Decimal(0))`,
        ),
        run('pytest -q', '148 passed in 3.1s'),
      ],
      'All 412 invoices use the new table. The three with mixed rates now have one line per rate; their totals are unchanged.',
      120,
    ),
  ],
}

/** Work that is split among subagents. */
export const slowSearch: Story = {
  provider: 'claude',
  model: OPUS,
  project: shop,
  branch: 'search-latency',
  title: 'Slow search on Mondays',
  turns: [
    turn(
      'p95 of search is 900 ms on Monday mornings and 40 ms otherwise. Find the cause and fix it.',
      [
        say(
          "Three things differ on Mondays: the price import, the traffic and the cache. I'll check them in parallel.",
        ),
        delegate(
          {
            type: 'Explore',
            description: 'Check the Monday import',
            prompt: 'Find out what the Monday price import does to the search index. Report file and line.',
            steps: [read(8), run('grep reindex log/import.log | tail -1', 'Mon 06:00:12 reindex full 412s'), read(9)],
            answer:
              'The import rebuilds the whole index (src/search/index.ts:6). It takes 412 s on the core that also serves search.',
          },
          {
            type: 'Explore',
            description: 'Compare traffic by weekday',
            prompt: 'Compare the number of searches on Mondays with the other weekdays.',
            steps: [read(6), run('node bench/traffic.js --by weekday', 'Mon 41/min\nTue-Sun 38/min (mean)')],
            answer: 'Traffic is not the cause: 41 searches a minute on Mondays, 38 on other days.',
          },
          {
            type: 'Explore',
            description: 'Check the rank cache',
            prompt: 'Is the rank cache cleared on Mondays? If so, how long does it take to warm up?',
            steps: [read(12)],
            answer:
              'Yes, the import clears it, but it is warm again within a minute. It explains the first minute only.',
          },
        ),
        read(4),
        edit(
          'src/search/index.ts',
          `  await rebuild(await products.all())
  cache.clear()`,
          `  await update(changed)
  cache.delete(changed)`,
        ),
        run('npm test -- search', ' ✓ test/search.test.ts (31 tests) 870ms'),
        run('node bench/search.js --during-import', 'p50 31 ms  p95 47 ms  p99 80 ms'),
      ],
      'The Monday import rebuilt the whole index. It now updates only the products that changed: p95 during an import is 47 ms, down from 900 ms.',
      100,
    ),
  ],
}

export const streamImport: Story = {
  provider: 'codex',
  model: GPT,
  project: notes,
  branch: 'stream-import',
  title: 'Stream archive imports',
  turns: [
    turn(
      'The importer unpacks the whole archive to disk first. Make it read the entries as a stream.',
      [
        read(6),
        patch(
          'internal/importer/importer.go',
          ['\tif err := unzip(path, dir); err != nil {'],
          ['\tif err := zipstream.Walk(ctx, path, i.importEntry); err != nil {'],
        ),
        failing(
          'go test ./internal/importer/...',
          '--- FAIL: TestNestedArchive (0.02s)\n    importer_test.go:140: unexpected EOF\nFAIL',
        ),
        read(5),
        patch('internal/importer/importer.go', ['\treturn i.importDir(ctx, dir)'], ['\treturn i.flush(ctx)']),
        run('go test ./internal/importer/...', 'ok  \tnotes/internal/importer\t0.52s'),
        run('go test -bench=Import -run=^$ ./internal/importer', 'BenchmarkImport-8   12   91 ms/op   3 MB/op'),
        read(3),
      ],
      'Archives are now read as a stream. Peak memory is 3 MB regardless of archive size, and nothing is written to the temp directory.',
      120,
    ),
  ],
}

/** Stopped by an API error; the user retries later. */
export const paymentSdk: Story = {
  provider: 'claude',
  model: SONNET,
  project: shop,
  branch: 'payment-sdk',
  title: 'Finish the SDK upgrade',
  turns: [
    turn(
      'Continue the payment SDK upgrade. The type errors in pay.ts are next.',
      [
        read(4),
        failing(
          'npm run typecheck',
          "src/checkout/pay.ts(8,11): error TS2339: Property 'confirm' does not exist on type 'Payment'.",
        ),
        breaks('API Error: 529 Overloaded. Try again in a few minutes.', 'overloaded'),
      ],
      null,
      420,
    ),
    turn(
      'Try again.',
      [
        edit('src/checkout/pay.ts', '  payment.confirm()', '  await payment.capture()'),
        run('npm run typecheck', ''),
        run('npm test -- pay', ' ✓ test/pay.test.ts (17 tests) 410ms'),
      ],
      'The upgrade to version 9 is complete. `confirm` is now called `capture` and must be awaited; that was the only breaking change we hit.',
      90,
    ),
  ],
}

export const flakySync: Story = {
  provider: 'claude',
  model: SONNET,
  project: notes,
  branch: 'flaky-sync',
  title: 'Fix flaky TestSyncTwice',
  turns: [
    turn(
      'TestSyncTwice fails about once in 20 runs on CI. Fix it without a sleep.',
      [
        failing(
          'go test -count=20 -run TestSyncTwice ./internal/sync',
          '--- FAIL: TestSyncTwice (0.11s)\n    sync_test.go:9: want 2 notes, got 1\nFAIL',
        ),
        read(7),
        edit('internal/sync/sync_test.go', '\ttime.Sleep(50 * time.Millisecond)', '\t<-server.Idle()'),
        run('go test -count=200 -run TestSyncTwice ./internal/sync', 'ok  \tnotes/internal/sync\t4.80s'),
        read(3),
        run('go vet ./...', ''),
      ],
      'The test slept 50 ms and hoped that the server was done. It now waits until the server reports that it is idle. 200 runs, no failures.',
      140,
    ),
  ],
}

export const contactPage: Story = {
  provider: 'claude',
  model: HAIKU,
  project: website,
  branch: 'contact',
  title: 'Add a contact page',
  turns: [
    turn(
      'Add a contact page with the content of the one on the old site.',
      [
        web(
          'https://example.com/contact',
          'Extract the contact details.',
          'Email: ada@example.com\nHours: Mon-Thu, 9-16\nA map',
        ),
        read(3),
        write(
          'content/contact.md',
          '---\ntitle: Contact\n---\n\nEmail: ada@example.com\n\nMonday to Thursday, 9:00 to 16:00\n',
        ),
        run('hugo --minify', 'Pages │ 15\nTotal in 398 ms'),
      ],
      'The page is at `/contact`, with the email address and the hours. I left out the map because it loads scripts from another site.',
      160,
    ),
  ],
}
