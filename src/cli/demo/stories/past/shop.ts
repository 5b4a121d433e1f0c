import { OPUS, SONNET } from '../../models.js'
import { shop } from '../../projects/shop.js'
import { breaks, delegate, edit, failing, type PastStory, read, run, say, turn, write } from '../../story.js'

/** Earlier sessions in the shop. */
export const pastShop: readonly PastStory[] = [
  {
    hoursAgo: 214,
    provider: 'claude',
    model: OPUS,
    project: shop,
    branch: 'cart-rounding',
    title: 'Cart total is off by one cent',
    turns: [
      turn(
        'The cart shows 29.98 for two items at 14.995, but we charge 29.99. Which one is right, and where does the other come from?',
        [
          say("I'll compare how the cart and the payment round prices."),
          read(6),
          failing(
            'npm test -- cart',
            'FAIL test/cart.test.ts\n  ✗ adds two lines of 14.995\n    expected 2999, received 2998',
          ),
          edit(
            'src/cart/total.ts',
            '  lines.map(({ price, quantity }) => round(price * quantity)).reduce((sum, cents) => sum + cents, 0)',
            '  round(lines.reduce((sum, { price, quantity }) => sum + price * quantity, 0))',
          ),
          run('npm test -- cart', ' ✓ test/cart.test.ts (14 tests) 310ms'),
        ],
        'The charge is right. The cart rounded each line **before** adding them up; it now rounds the total once. A test covers it.',
        900,
      ),
      turn(
        'Do we round twice anywhere else?',
        [read(5), say('Two more places, both on invoices.')],
        'Yes: the invoice email and the refund form. I left both unchanged because they are not part of this branch.',
      ),
    ],
  },
  {
    hoursAgo: 143,
    provider: 'claude',
    model: OPUS,
    project: shop,
    branch: 'search-typos',
    title: 'Typo-tolerant product search',
    pinned: true,
    tags: ['search', 'shipped'],
    turns: [
      turn(
        'A search for "jaket" finds nothing. Make search tolerate typos without getting noticeably slower.',
        [
          delegate(
            {
              type: 'Explore',
              description: 'Understand the ranking',
              prompt: 'How does search rank its results? Report files and lines.',
              steps: [read(6)],
              answer: 'rank() sorts by the number of matching terms, then by sales of the last 30 days.',
            },
            {
              type: 'Explore',
              description: 'Analyse failed searches',
              prompt: 'Find out from the logs which searches have no results, and why.',
              steps: [run("grep -c 'results=0' log/search.log", '1841'), read(4)],
              answer: '1,841 of 22,310 searches had no results. Two thirds are one letter off.',
            },
          ),
          say("Tolerating one wrong letter covers most cases. I'll add a trigram index."),
          write(
            'src/search/trigrams.ts',
            'export const trigrams = (term: string): readonly string[] =>\n  Array.from({ length: term.length - 2 }, (_, start) => term.slice(start, start + 3))\n',
          ),
          read(4),
          edit(
            'src/search/rank.ts',
            '  results.toSorted((a, b) => b.matches - a.matches || b.sales - a.sales)',
            '  results.toSorted((a, b) => b.matches - a.matches || a.distance - b.distance || b.sales - a.sales)',
          ),
          run('npm test -- search', ' ✓ test/search.test.ts (31 tests) 880ms'),
          run('node bench/search.js', 'before: p50 1.9 ms\nafter:  p50 2.3 ms'),
        ],
        'Search now tolerates one wrong letter. On your log, 1,210 of the 1,841 failed searches return results; the median search takes 0.4 ms longer.',
        1500,
      ),
      turn(
        'Great. Push it, and merge once the checks pass.',
        [
          run('git push', 'To git@example.com:ada/shop.git\n   4c1d9e2..b07aa31  search-typos -> search-typos'),
          run(
            'gh pr merge --auto --squash',
            '✓ Pull request #409 will be automatically merged when all requirements are met',
          ),
        ],
        'Pushed. PR #409 merges automatically once the checks pass.',
      ),
    ],
  },
  {
    hoursAgo: 76,
    provider: 'claude',
    model: OPUS,
    project: shop,
    branch: 'guest-checkout',
    title: 'Plan guest checkout',
    pinned: true,
    tags: ['checkout'],
    note: 'Ask Ben about the tax rules before this is built.',
    turns: [
      turn(
        'Plan how to support checkout without an account. Write the plan to docs, no code yet.',
        [
          delegate(
            {
              type: 'Explore',
              description: 'Find account requirements',
              prompt: 'List every place in checkout that requires an account.',
              steps: [read(9)],
              answer: 'Seven places. Four of them only need an email address.',
            },
            {
              type: 'Plan',
              description: 'Plan the steps',
              prompt: 'Split the change into steps that can be shipped one by one.',
              steps: [read(5)],
              answer: 'Five steps. Only the address book needs a migration.',
            },
          ),
          write(
            'docs/guest-checkout.md',
            '# Guest checkout\n\n1. Ask for an email address first.\n2. Keep the cart in a cookie.\n3. Send order links by email.\n4. Offer an account after the purchase.\n5. Make the address book optional.\n',
          ),
        ],
        'The plan is in `docs/guest-checkout.md`: five steps that can ship one by one. The address book is the riskiest and comes last.',
      ),
    ],
  },
  {
    hoursAgo: 52,
    provider: 'claude',
    model: SONNET,
    project: shop,
    branch: 'payment-sdk',
    title: 'Upgrade the payment SDK to v9',
    turns: [
      turn(
        'Upgrade @pay/sdk to the latest major version.',
        [
          read(5),
          run('npm install @pay/sdk@9', 'changed 3 packages in 4s'),
          failing(
            'npm run typecheck',
            "src/checkout/pay.ts(8,11): error TS2339: Property 'confirm' does not exist on type 'Payment'.",
          ),
          breaks('API Error: 529 Overloaded. Try again in a few minutes.', 'overloaded'),
        ],
        null,
        600,
      ),
    ],
  },
]
