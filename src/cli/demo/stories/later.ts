import { GPT, HAIKU, OPUS, SONNET } from '../models.js'
import { ledger } from '../projects/ledger.js'
import { notes } from '../projects/notes.js'
import { shop } from '../projects/shop.js'
import { website } from '../projects/website.js'
import {
  ask,
  call,
  delegate,
  edit,
  failing,
  patch,
  plan,
  read,
  run,
  type Story,
  say,
  skill,
  turn,
  write,
} from '../story.js'

export const previewDeploys: Story = {
  provider: 'claude',
  model: OPUS,
  project: website,
  branch: 'preview-deploys',
  title: 'Preview deployments',
  turns: [
    turn(
      'Set up preview deployments for pull requests. Clean them up when the PR is closed.',
      [
        read(4),
        write(
          '.github/workflows/preview.yml',
          `on:
  pull_request:
    types: [opened, synchronize, closed]

jobs:
  preview:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v5
      - run: scripts/deploy --preview "\${{ github.head_ref }}"
`,
        ),
        run('scripts/deploy --preview contact', 'https://contact.preview.example.com', { asks: 75 }),
        run('scripts/check-links contact.preview.example.com', '15 pages, 0 broken links'),
      ],
      'Each pull request gets a preview at `<branch>.preview.example.com`. It is deleted when the pull request is closed.',
      120,
    ),
  ],
}

export const rateLimit: Story = {
  provider: 'codex',
  model: GPT,
  project: notes,
  branch: 'sync-rate-limit',
  title: 'Rate-limit the sync endpoint',
  turns: [
    turn(
      'A client with a broken clock sent 40,000 sync requests last night. Limit each device to 10 per minute.',
      [
        read(5),
        patch(
          'internal/sync/sync.go',
          [],
          ['// limits allows each device 10 requests a minute.', 'var limits = rate.NewLimiter(10, time.Minute)', ''],
        ),
        run('go test ./internal/sync', 'ok  \tnotes/internal/sync\t0.31s'),
        run(
          "hey -n 200 -c 4 http://127.0.0.1:8080/sync | grep -A2 'Status code'",
          '  [200]\t10 responses\n  [429]\t190 responses',
        ),
      ],
      'Each device gets 10 sync requests a minute; further ones are answered 429 with `Retry-After`. The limit is per device ID, so shared IP addresses are not affected.',
      110,
    ),
  ],
}

export const invoicePdf: Story = {
  provider: 'claude',
  model: SONNET,
  project: ledger,
  branch: 'invoice-pdf',
  title: 'Generate PDF invoices',
  turns: [
    turn(
      'Customers want invoices as PDF. Add `ledger pdf <number>`.',
      [
        read(3),
        ask(
          {
            header: 'Library',
            question: 'Which PDF library should I use?',
            options: [
              ['WeasyPrint', 'HTML and CSS templates. Needs Pango on the server.'],
              ['ReportLab', 'Pure Python. The layout is written in code.'],
            ],
          },
          100,
        ),
        run('pip install weasyprint==66.0', 'Successfully installed weasyprint-66.0'),
        write('ledger/templates/invoice.html', '<h1>Invoice {{ number }}</h1>\n<table>{{ lines }}</table>\n'),
        run('python -m ledger pdf 2026-0391 && file 2026-0391.pdf', '2026-0391.pdf: PDF document, version 1.7, 1 page'),
        run('pytest -q tests/test_pdf.py', '6 passed in 1.9s'),
      ],
      '`ledger pdf 2026-0391` writes the invoice as a PDF. The template is `ledger/templates/invoice.html`. The server needs Pango: `apt install libpango-1.0-0`.',
      120,
    ),
  ],
}

export const prReview: Story = {
  provider: 'claude',
  model: OPUS,
  project: shop,
  branch: 'main',
  title: 'Review PR #418: stock',
  turns: [
    turn(
      'Review PR #418. Focus on races between two checkouts.',
      [
        skill('code-review'),
        call(
          'mcp__github__get_pull_request_diff',
          { owner: 'ada', repo: 'shop', pull_number: 418 },
          '+ await stock.reserve(order.lines)',
        ),
        delegate(
          {
            type: 'Explore',
            description: 'Look for races',
            prompt: 'Can two checkouts reserve the last item? Trace reserve() and its callers.',
            steps: [read(7)],
            answer: 'Yes. reserve() reads the stock and writes it in two statements without a transaction.',
          },
          {
            type: 'Explore',
            description: 'Check test coverage',
            prompt: 'Which branches of the change have no test?',
            steps: [read(5), run('npm test -- stock --coverage', 'stock.ts | 78% lines | 64% branches')],
            answer: 'The timeout of a reservation and the retry after a conflict are not tested.',
          },
        ),
        call('mcp__github__create_review', { pull_number: 418, event: 'REQUEST_CHANGES' }, 'Review submitted.', {
          asks: 40,
        }),
      ],
      'I requested changes. Two checkouts can reserve the last item: `reserve()` needs a transaction or a conditional update. Two branches have no test; both are marked in the review.',
      130,
    ),
  ],
}

export const attachmentLoss: Story = {
  provider: 'claude',
  model: SONNET,
  project: notes,
  branch: 'attachment-loss',
  title: 'Attachments lost on merge',
  turns: [
    turn(
      'Bug report: after a sync conflict the merged note has no attachments. Reproduce it with a test, then fix it.',
      [
        plan(0, ['Reproduce with a failing test', 'Fix the merge', 'Run the whole suite']),
        read(4),
        edit(
          'internal/sync/sync_test.go',
          'func TestSyncTwice(t *testing.T) {',
          `func TestMergeKeepsAttachments(t *testing.T) {
	base := Note{Attachments: []string{"map.png"}}
	if got := merge(base, base.With("a"), base.With("b")); len(got.Attachments) != 1 {
		t.Errorf("want 1 attachment, got %d", len(got.Attachments))
	}
}

func TestSyncTwice(t *testing.T) {`,
        ),
        failing(
          'go test -run TestMergeKeepsAttachments ./internal/sync',
          '--- FAIL: TestMergeKeepsAttachments (0.00s)\n    sync_test.go:4: want 1 attachment, got 0\nFAIL',
        ),
        plan(1, ['Reproduce with a failing test', 'Fix the merge', 'Run the whole suite']),
        edit(
          'internal/sync/sync.go',
          '\treturn newest(a, b)',
          '\tmerged := newest(a, b)\n\tmerged.Attachments = union(a.Attachments, b.Attachments)\n\treturn merged',
        ),
        run('go test ./...', 'ok  \tnotes/internal/sync\t0.24s\nok  \tnotes/internal/store\t0.18s'),
        plan(3, ['Reproduce with a failing test', 'Fix the merge', 'Run the whole suite']),
      ],
      '`merge` copied the newer note but dropped its attachments. Merged notes now keep the attachments of both sides, and a test covers it.',
      120,
    ),
  ],
}

export const lighthouse: Story = {
  provider: 'claude',
  model: HAIKU,
  project: website,
  branch: 'lighthouse',
  title: 'Lighthouse audit to 100',
  turns: [
    turn(
      'Lighthouse says 91 for accessibility. Get it to 100.',
      [
        run(
          'npx lighthouse http://localhost:1313 --only-categories=accessibility --quiet',
          '91\n- color-contrast: 3 elements\n- image-alt: 2 images',
        ),
        read(3),
        edit('assets/main.css', '  --accent: #0a66c2;', '  --accent: #0a5aab;'),
        edit('layouts/baseof.html', '<html lang="en">', '<html lang="{{ site.Language.Lang }}">'),
        run('npx lighthouse http://localhost:1313 --only-categories=accessibility --quiet', '100'),
      ],
      'The score is 100. I darkened the accent colour to meet 4.5:1 and added alt text to two images.',
      100,
    ),
  ],
}

export const monthClose: Story = {
  provider: 'codex',
  model: GPT,
  project: ledger,
  branch: 'month-close',
  title: 'Speed up the month-end report',
  turns: [
    turn(
      'The month-end report takes 40 seconds. Profile it and fix the worst part.',
      [
        run(
          'python -m cProfile -s cumtime -m ledger report --month 2026-10 | head -3',
          '38.2s  report.py:5(year_to_date)\n36.9s  invoice.py:8(total)',
        ),
        read(5),
        say("year_to_date loads every invoice once per day of the year. I'll group them by month instead."),
        patch(
          'ledger/report.py',
          ['    return [sum(cents(day.total) for day in days(invoices, year, m)) for m in range(1, 13)]'],
          [
            '    months = group_by_month(invoices, year)',
            '    return [cents(sum(i.total for i in months[m])) for m in range(1, 13)]',
          ],
        ),
        run('pytest -q tests/test_report.py', '19 passed in 0.9s'),
        run('time python -m ledger report --month 2026-10 > /dev/null', 'real 1.4s'),
      ],
      'The report takes 1.4 s instead of 40 s. It loaded all invoices once per day; it now groups them by month in one pass.',
      120,
    ),
  ],
}
