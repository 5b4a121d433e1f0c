import { ledger, notes, shop, site } from '../projects.js'
import { breaks, choose, delegate, edit, failing, look, run, say, type Story, turn, web, write } from '../story.js'

const OPUS = 'claude-opus-5'
const SONNET = 'claude-sonnet-5'
const HAIKU = 'claude-haiku-4-5-20251001'
const GPT = 'gpt-5.6-sol'

interface PastStory extends Story {
  /** Hours between the start of the story and the start of the demo. */
  readonly hoursAgo: number
}

/** The work of the previous days, which is imported as transcripts. */
export const past: readonly PastStory[] = [
  {
    hoursAgo: 214,
    provider: 'claude',
    model: OPUS,
    project: shop,
    branch: 'basket-rounding',
    title: 'Prices in the basket are a cent off',
    turns: [
      turn(
        'The basket shows 29.98 for two items of 14.995. The shop charges 29.99. Which one is right, and where is the other one made?',
        [
          say('I look at how prices are rounded on both ways.'),
          look(6),
          failing(
            'npm test -- basket',
            'FAIL test/basket.test.ts\n  ✗ adds two items of 14.995\n    expected 29.99, received 29.98',
          ),
          edit(
            'src/prices.ts',
            'items.map((item) => round(item.price)).reduce(sum)',
            'round(items.map((item) => item.price).reduce(sum))',
          ),
          run('npm test -- basket', ' ✓ test/basket.test.ts (14 tests) 310ms'),
        ],
        'The charge is right. The basket rounded every item **before** adding; it now rounds the sum once. The test that failed holds it.',
        900,
      ),
      turn(
        'Does anything else round twice?',
        [look(5), say('Two more places, both on invoices.')],
        '`src/checkout/address.ts` and the invoice mail do. I left them: they are not on this branch.',
      ),
    ],
  },
  {
    hoursAgo: 191,
    provider: 'codex',
    model: GPT,
    project: notes,
    branch: 'main',
    title: 'Make the importer resumable',
    turns: [
      turn(
        'When the import is interrupted it starts again from zero. Let it go on where it stopped.',
        [
          look(5),
          run('go test ./internal/importer/...', 'ok  \tnotes/internal/importer\t0.41s'),
          run('gofmt -l .', ''),
        ],
        'The importer writes its position after every batch and begins there. A position that no longer fits the file is ignored.',
      ),
    ],
  },
  {
    hoursAgo: 167,
    provider: 'claude',
    model: SONNET,
    project: ledger,
    branch: 'tax-2027',
    title: 'Read the tax rates from a file',
    turns: [
      turn(
        'Tax rates are in the code. Move them to rates.toml, with the day each begins.',
        [
          look(4),
          write('ledger/rates.toml', '[[rate]]\nfrom = 2026-01-01\nstandard = 0.20\nreduced = 0.07\n'),
          failing('pytest -q tests/test_tax.py', "E   KeyError: 'reduced'\n1 failed, 22 passed in 0.8s"),
          edit('ledger/tax.py', "rates['reduced']", "rates.get('reduced', rates['standard'])"),
          run('pytest -q tests/test_tax.py', '23 passed in 0.7s'),
        ],
        'Rates come from `ledger/rates.toml` and change on the day they name. A country without a reduced rate uses its standard one.',
      ),
    ],
  },
  {
    hoursAgo: 164,
    provider: 'claude',
    model: HAIKU,
    project: site,
    branch: 'main',
    title: 'Fix the dead links of the harbour post',
    turns: [
      turn(
        'Two links in the harbour post are dead.',
        [
          web('https://example.com/harbour', 'Is this page there?', 'The page was moved to /places/harbour.'),
          edit('content/posts/harbour.md', '/harbour)', '/places/harbour)'),
        ],
        'Both point to the new address now.',
      ),
    ],
  },
  {
    hoursAgo: 143,
    provider: 'claude',
    model: OPUS,
    project: shop,
    branch: 'search-typos',
    title: 'Search forgives typing errors',
    turns: [
      turn(
        'People type "jaket". Search should find jackets, without becoming slow.',
        [
          delegate(
            {
              type: 'Explore',
              description: 'How search ranks',
              prompt: 'Find out how the search ranks what it finds.',
              steps: [look(5)],
              answer: 'It sorts by the number of words that match, then by sales.',
            },
            {
              type: 'Explore',
              description: 'What people type',
              prompt: 'Look through the log for searches without a result.',
              steps: [run("grep -c 'results=0' log/search.log", '1841'), look(3)],
              answer: '1,841 of 22,310 searches found nothing; two in three are one letter off.',
            },
          ),
          say('One letter off is enough. I build an index of three letters each.'),
          write(
            'src/search/trigrams.ts',
            'export const trigrams = (word: string): readonly string[] =>\n  Array.from({ length: word.length - 2 }, (_, at) => word.slice(at, at + 3))\n',
          ),
          look(3),
          run('npm test -- search', ' ✓ test/search.test.ts (31 tests) 880ms'),
          run('node bench/search.js', 'before 1.9 ms, after 2.3 ms per search'),
        ],
        'One wrong letter is forgiven. Measured on your log: 1,210 of the 1,841 empty searches find something now; a search takes 0.4 ms longer.',
        1500,
      ),
      turn(
        'Good. Merge it when the tests are through.',
        [run('git push', 'To git@example.com:ada/shop.git\n   4c1d9e2..b07aa31  search-typos -> search-typos')],
        'Pushed. The checks run.',
      ),
    ],
  },
  {
    hoursAgo: 121,
    provider: 'codex',
    model: GPT,
    project: ledger,
    branch: 'export-semicolon',
    title: 'CSV export that Excel opens',
    turns: [
      turn(
        'Excel shows everything in one column. Offer semicolons and a byte order mark.',
        [look(4), run('pytest -q tests/test_export.py', '9 passed in 0.4s')],
        'The export has a choice "for Excel": semicolons, a byte order mark, comma decimals.',
      ),
    ],
  },
  {
    hoursAgo: 97,
    provider: 'claude',
    model: SONNET,
    project: notes,
    branch: 'sync-conflict',
    title: 'Two phones change one note',
    turns: [
      turn(
        'When two phones change the same note offline, one change is lost. Keep both.',
        [
          look(6),
          choose('Keep both as two notes, or merge line by line?', ['Merge line by line', 'Two notes'], 240),
          edit('internal/sync/sync.go', 'return newest(a, b)', 'return mergeLines(base, a, b)'),
          failing(
            'go test ./internal/sync',
            '--- FAIL: TestBothDelete (0.00s)\n    sync_test.go:88: want deleted, got "" ',
          ),
          edit('internal/sync/sync.go', 'if a == b {', 'if a.Deleted && b.Deleted {'),
          run('go test ./internal/sync', 'ok  \tnotes/internal/sync\t0.22s'),
        ],
        'Changes on different lines are both kept. On the same line the newer one wins and the other stands below it, marked.',
      ),
    ],
  },
  {
    hoursAgo: 76,
    provider: 'claude',
    model: OPUS,
    project: shop,
    branch: 'guest-checkout',
    title: 'Plan the checkout without an account',
    turns: [
      turn(
        'Plan how guests can check out without an account. No code yet.',
        [
          delegate(
            {
              type: 'Explore',
              description: 'Where an account is needed',
              prompt: 'List every place of the checkout that needs an account.',
              steps: [look(7)],
              answer: 'Seven places; four of them only want a mail address.',
            },
            {
              type: 'Plan',
              description: 'Steps of the change',
              prompt: 'Plan the change in steps that can be shipped one by one.',
              steps: [look(4)],
              answer: 'Five steps. The address book is the only one that needs a migration.',
            },
          ),
          write(
            'docs/guest-checkout.md',
            '# Checkout without an account\n\n1. Ask for a mail address first.\n2. Keep the basket by a cookie.\n',
          ),
        ],
        'The plan is in `docs/guest-checkout.md`: five steps, the riskiest one (the address book) last.',
      ),
    ],
  },
  {
    hoursAgo: 52,
    provider: 'claude',
    model: SONNET,
    project: shop,
    branch: 'payment-sdk',
    title: 'Upgrade the payment library',
    turns: [
      turn(
        'Upgrade the payment library to its next major.',
        [
          look(4),
          run('npm install @pay/sdk@9', 'changed 3 packages in 4s'),
          failing(
            'npm run typecheck',
            "src/checkout/pay.ts(41,9): error TS2339: Property 'confirm' does not exist on type 'Payment'.",
          ),
          breaks('API Error: 529 overloaded', 'overloaded'),
        ],
        null,
        600,
      ),
    ],
  },
  {
    hoursAgo: 30,
    provider: 'codex',
    model: GPT,
    project: site,
    branch: 'dark',
    title: 'A dark theme for the website',
    turns: [
      turn(
        'Give the site a dark theme that follows the system.',
        [look(4), run('hugo --minify', 'Total in 412 ms')],
        'Colours are variables now, with a second set for dark. Contrast is at least 4.5 to 1 in both.',
      ),
    ],
  },
  {
    hoursAgo: 26,
    provider: 'claude',
    model: OPUS,
    project: ledger,
    branch: 'rounding',
    title: 'Why do two reports differ by 3 cents?',
    turns: [
      turn(
        'The monthly report and the year to date differ by 0.03. Find out why, change nothing.',
        [
          look(8),
          run("python -m ledger report --month 2026-10 --json | jq '.total'", '18204.11'),
          run("python -m ledger report --ytd --json | jq '.months[9].total'", '18204.14'),
          look(4),
        ],
        'The year adds amounts that are already rounded per day; the month rounds once. Three days of October end in .5 cents. The month is right.',
      ),
    ],
  },
  {
    hoursAgo: 7,
    provider: 'claude',
    model: SONNET,
    project: notes,
    branch: 'release-2.4',
    title: 'Write the notes of release 2.4',
    turns: [
      turn(
        'Write the release notes from the commits since 2.3.',
        [
          run(
            'git log v2.3..HEAD --oneline',
            '9c2e1aa Merge notes line by line\n3b11f07 Import goes on where it stopped\n77d0c1e Faster start',
          ),
          write('CHANGES.md', '## 2.4\n\n- Two phones may change one note.\n- An interrupted import goes on.\n'),
        ],
        'Written to `CHANGES.md`, four lines, in the tone of the ones before.',
      ),
    ],
  },
  {
    hoursAgo: 3,
    provider: 'claude',
    model: HAIKU,
    project: site,
    branch: 'main',
    title: 'Resize the pictures of the market post',
    turns: [
      turn(
        'The pictures of the market post are 6 MB each.',
        [
          run('ls -la content/posts/market/', '6.1M one.jpg\n5.8M two.jpg'),
          run('mogrify -resize 1600x -quality 82 content/posts/market/*.jpg', ''),
          run('du -h content/posts/market', '612K'),
        ],
        'Both are 1600 pixels wide now, 612 KB together.',
      ),
    ],
  },
]
