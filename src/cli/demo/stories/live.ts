import { ledger, notes, shop, site } from '../projects.js'
import { breaks, choose, delegate, edit, failing, look, run, say, type Story, turn, web, write } from '../story.js'

const OPUS = 'claude-opus-5'
const SONNET = 'claude-sonnet-5'

/** A permission that was requested long before the demo starts and is granted soon after. */
export const guestCheckout: Story = {
  provider: 'claude',
  model: OPUS,
  project: shop,
  branch: 'guest-checkout',
  title: 'Let guests check out without an account',
  turns: [
    turn(
      'Build step 1 of docs/guest-checkout.md: ask for a mail address first.',
      [
        look(5),
        edit('src/checkout/guest.ts', 'requireAccount(session)', "const mail = await askFor('mail')"),
        run('npm test -- checkout', ' ✓ test/checkout.test.ts (22 tests) 640ms'),
        run(
          'git push --force-with-lease origin guest-checkout',
          'To git@example.com:ada/shop.git\n + 8f2c1d0...a91be77 guest-checkout -> guest-checkout (forced update)',
          { asks: 265 },
        ),
        look(4),
        run('npm run e2e -- guest', '3 passed (12.4s)'),
      ],
      'Step 1 is pushed: a guest is asked for a mail address and nothing else. Step 2, keeping the basket, can begin.',
      150,
    ),
  ],
}

/** A choice that the user has to make. */
export const taxTable: Story = {
  provider: 'claude',
  model: SONNET,
  project: ledger,
  branch: 'tax-2027',
  title: 'Move old invoices to the new tax table',
  turns: [
    turn(
      'Move the invoices of 2026 to the new tax table.',
      [
        look(5),
        run('python -m ledger migrate --dry-run', '412 invoices, 3 of them with two rates on one line'),
        choose(
          'Three invoices have two rates on one line. Split the line, or keep the higher rate?',
          ['Split the line', 'Keep the higher rate'],
          230,
        ),
        edit('ledger/invoice.py', 'line.rate', 'for rate, part in line.parts()'),
        run('pytest -q', '148 passed in 3.1s'),
      ],
      'All 412 invoices use the new table. The three with two rates on one line have two lines now; their totals did not change.',
      120,
    ),
  ],
}

/** Work that is split among subagents. */
export const slowSearch: Story = {
  provider: 'claude',
  model: OPUS,
  project: shop,
  branch: 'search-speed',
  title: 'Why is the search slow on Mondays?',
  turns: [
    turn(
      'Search takes 900 ms on Monday mornings and 40 ms otherwise. Find the cause.',
      [
        say('Three things change on Mondays. I have each looked at on its own.'),
        delegate(
          {
            type: 'Explore',
            description: 'What the Monday import does',
            prompt: 'Find out what the price import of Monday does to the search index.',
            steps: [look(10), run("grep 'reindex' log/import.log | tail -3", 'Mon 06:00 reindex full 412 s'), look(10)],
            answer: 'It rebuilds the whole index, which takes seven minutes on the one core that search runs on.',
          },
          {
            type: 'Explore',
            description: 'Searches per minute',
            prompt: 'Compare the number of searches of Mondays with other days.',
            steps: [look(7), run('node bench/load.js --day monday', 'Monday 41/min, other days 38/min')],
            answer: 'Hardly more than on other days.',
          },
          {
            type: 'Explore',
            description: 'Cold caches',
            prompt: 'Is the cache of ranks emptied on Mondays?',
            steps: [look(14)],
            answer: 'Yes: the import empties it, and it fills again within a minute.',
          },
        ),
        look(5),
        edit('src/search/index.ts', 'await rebuild(all)', 'await rebuild(changed)'),
        run('npm test -- search', ' ✓ test/search.test.ts (31 tests) 870ms'),
        run('node bench/search.js --during-import', 'p95 47 ms'),
      ],
      'The import rebuilt the whole index. It now updates only what changed: 47 ms while it runs.',
      100,
    ),
  ],
}

export const streamImporter: Story = {
  provider: 'codex',
  model: 'gpt-5.6-sol',
  project: notes,
  branch: 'stream-import',
  title: 'Import archives without unpacking them',
  turns: [
    turn(
      'The importer unpacks the whole archive first. Read it as a stream.',
      [
        look(8),
        failing(
          'go test ./internal/importer/...',
          '--- FAIL: TestNestedArchive (0.02s)\n    importer_test.go:140: unexpected EOF',
        ),
        look(6),
        run('go test ./internal/importer/...', 'ok  \tnotes/internal/importer\t0.52s'),
        run('go test -bench=Import -run=^$ ./internal/importer', 'BenchmarkImport-8   12   91 ms/op   3 MB/op'),
        look(4),
      ],
      'Archives are read as they come: 3 MB of memory in place of the size of the archive.',
      120,
    ),
  ],
}

/** Interrupted by an API error; the user retries later. */
export const paymentSdk: Story = {
  provider: 'claude',
  model: SONNET,
  project: shop,
  branch: 'payment-sdk',
  title: 'Try the payment library again',
  turns: [
    turn(
      'Go on with the upgrade of the payment library.',
      [
        look(5),
        failing(
          'npm run typecheck',
          "src/checkout/pay.ts(41,9): error TS2339: Property 'confirm' does not exist on type 'Payment'.",
        ),
        breaks('API Error: 529 overloaded. The service is busy, try again in some minutes.', 'overloaded'),
      ],
      null,
      420,
    ),
    turn(
      'Once more, please.',
      [
        edit('src/checkout/pay.ts', 'payment.confirm()', 'await payment.capture()'),
        run('npm run typecheck', ''),
        run('npm test -- pay', ' ✓ test/pay.test.ts (17 tests) 410ms'),
      ],
      'It is on version 9: `confirm` is called `capture` there and has to be waited for.',
      90,
    ),
  ],
}

export const flakyTest: Story = {
  provider: 'claude',
  model: SONNET,
  project: notes,
  branch: 'flaky-sync',
  title: 'The sync test fails once in twenty runs',
  turns: [
    turn(
      'TestSyncTwice fails about once in twenty runs. Make it reliable without a sleep.',
      [
        failing(
          'go test -count=20 -run TestSyncTwice ./internal/sync',
          '--- FAIL: TestSyncTwice (0.11s)\n    sync_test.go:131: want 2 notes, got 1',
        ),
        look(9),
        edit('internal/sync/sync_test.go', 'time.Sleep(50 * time.Millisecond)', '<-server.Idle()'),
        run('go test -count=200 -run TestSyncTwice ./internal/sync', 'ok  \tnotes/internal/sync\t4.80s'),
        look(5),
        run('go vet ./...', ''),
      ],
      'It waited 50 ms for the server; it now waits for the server to say that it is idle. 200 runs, no failure.',
      140,
    ),
  ],
}

export const contactPage: Story = {
  provider: 'claude',
  model: 'claude-haiku-4-5-20251001',
  project: site,
  branch: 'contact',
  title: 'A contact page',
  turns: [
    turn(
      'Add a contact page like the one of the old site.',
      [
        web('https://example.com/contact', 'What stands on this page?', 'A mail address, opening hours, a map.'),
        look(4),
        write('content/contact.md', '---\ntitle: Contact\n---\n\nada@example.com\n'),
        run('hugo --minify', 'Total in 398 ms'),
      ],
      'The page is at `/contact`, with the mail address and the hours. The map is left out: it would load from another host.',
      160,
    ),
  ],
}

export const deployPreview: Story = {
  provider: 'claude',
  model: OPUS,
  project: site,
  branch: 'preview',
  title: 'Deploy a preview of each branch',
  turns: [
    turn(
      'Every branch should get a preview address.',
      [
        look(6),
        write('.github/workflows/preview.yml', 'on: pull_request\njobs:\n  preview:\n    runs-on: ubuntu-latest\n'),
        run('scripts/deploy --preview contact', 'https://contact.preview.example.com', { asks: 75 }),
        run('scripts/smoke contact.preview.example.com', '14 pages, no dead link'),
      ],
      'Branches get a preview at `<branch>.preview.example.com`, removed when the branch is.',
      120,
    ),
  ],
}
