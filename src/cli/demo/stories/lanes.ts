import type { ToolId } from '../../../domain/tools/catalog.js'
import { GPT, OPUS, SONNET } from '../models.js'
import { shop } from '../projects/shop.js'
import { edit, patch, read, run, type Story, turn } from '../story.js'

/** A lane of the demo. */
export interface LaneStory {
  readonly title: string
  readonly tool: ToolId
  /** What its branch starts from. */
  readonly base?: string
  /** What its agent does, and how long ago it started; without it, no agent is started. */
  readonly agent?: { readonly story: Story; readonly secondsAgo: number }
  /** What was committed in it. */
  readonly work?: Work
  /** What is committed on its base afterwards. */
  readonly meanwhile?: Work
  /** Whether the user has accepted its changes. */
  readonly isAccepted?: boolean
  /** The stages that it has passed. */
  readonly stages?: readonly {
    readonly stage: string
    readonly result?: 'pass'
    readonly evidence?: readonly string[]
  }[]
  /** Whether its agent has saved images of its work. */
  readonly hasProof?: boolean
}

/** A commit: texts that are replaced, by the path of their file. */
export interface Work {
  readonly subject: string
  readonly edits: readonly { readonly path: string; readonly from: string; readonly to: string }[]
}

/** The pipeline of the demo. */
export const PIPELINE = {
  id: 'ship',
  name: 'Ship a change',
  nodes: [
    { id: 'plan', label: 'Plan', icon: 'map' },
    { id: 'build', label: 'Build', icon: 'hammer' },
    { id: 'test', label: 'Test', icon: 'flask', gate: true },
    { id: 'review', label: 'Review', icon: 'eye', gate: true },
    { id: 'release', label: 'Release', icon: 'git-merge' },
  ],
}

const HOUR = 3600

const giftCards: Story = {
  provider: 'claude',
  model: OPUS,
  project: shop,
  branch: 'feat/gift-cards',
  title: 'Gift cards',
  turns: [
    turn(
      'Accept gift cards at checkout. A card may pay a part of an order. Push the branch when the tests pass.',
      [
        read(3),
        edit(
          'src/checkout/pay.ts',
          '  const payment = await payments.create({ amount: order.total, currency: order.currency })',
          `  const rest = await redeem(order.giftCard, order.total)
  const payment = await payments.create({ amount: rest, currency: order.currency })`,
        ),
        run('npm test -- checkout', ' ✓ test/checkout.test.ts (26 tests) 702ms'),
        run(
          'git push --set-upstream origin feat/gift-cards',
          'To git@example.com:ada/storefront.git\n * [new branch] feat/gift-cards -> feat/gift-cards',
          { asks: HOUR },
        ),
      ],
      'Orders can be paid with a gift card, also in part. The branch is pushed; the refund of a card is not done yet.',
      24 * HOUR,
    ),
  ],
}

const wishlist: Story = {
  provider: 'codex',
  model: GPT,
  project: shop,
  branch: 'feat/wishlist',
  title: 'Wishlist',
  turns: [
    turn(
      'Add a wishlist: customers save products and share the list by a link. Read the code of the cart first.',
      [
        read(10),
        patch('src/cart/total.ts', [], ['/** Wished products are not part of the total. */']),
        run('npm test -- cart', ' ✓ test/cart.test.ts (9 tests) 210ms'),
        read(60),
        run('npm test', ' ✓ 148 tests 6.1s'),
      ],
      'Customers can save products and share the list by a link. All tests pass.',
      24 * HOUR,
    ),
  ],
}

const shippingCosts: Story = {
  provider: 'claude',
  model: SONNET,
  project: shop,
  branch: 'feat/round-shipping-costs',
  title: 'Round shipping costs',
  turns: [
    turn(
      'Shipping costs of 4.995 are shown as 4.99. Find out why and fix it.',
      [
        read(2),
        edit(
          'src/cart/total.ts',
          'lines.map(({ price, quantity }) => round(price * quantity)).reduce((sum, cents) => sum + cents, 0)',
          'round(lines.reduce((sum, { price, quantity }) => sum + price * quantity, 0))',
        ),
        run('npm test -- cart', ' ✓ test/cart.test.ts (9 tests) 204ms'),
      ],
      'Each line was rounded on its own. The total is now rounded once; a test covers 4.995.',
      5,
    ),
  ],
}

const boldHits: Work = {
  subject: 'search: show the words that match in bold',
  edits: [
    {
      path: 'src/search/rank.ts',
      from: '  results.toSorted(',
      to: '  results.map((result) => ({ ...result, title: inBold(result) })).toSorted(',
    },
  ],
}

const dutchPostcodes: Work = {
  subject: 'checkout: accept Dutch postcodes with any space',
  edits: [
    { path: 'src/checkout/address.ts', from: String.raw`/^\d{4} ?[A-Z]{2}$/`, to: String.raw`/^\d{4}\s*[A-Z]{2}$/` },
  ],
}
const dutchLetters: Work = {
  subject: 'checkout: refuse Dutch postcodes that do not exist',
  edits: [
    {
      path: 'src/checkout/address.ts',
      from: String.raw`/^\d{4} ?[A-Z]{2}$/`,
      to: String.raw`/^[1-9]\d{3} ?(?!SA|SD|SS)[A-Z]{2}$/`,
    },
  ],
}

/** An agent that has made a commit and has ended. */
const committing = (
  { subject, edits }: Work,
  { prompt, reply, test }: { readonly prompt: string; readonly reply: string; readonly test: string },
  agent: Pick<Story, 'provider' | 'model' | 'branch' | 'title'>,
): Story => ({
  ...agent,
  project: shop,
  turns: [
    turn(
      prompt,
      [
        read(3),
        ...edits.map(({ path, from, to }) =>
          agent.provider === 'codex' ? patch(path, [from], [to]) : edit(path, from, to),
        ),
        run(`npm test -- ${test}`, ` ✓ test/${test}.test.ts (12 tests) 302ms`),
        run(`git commit --all --message '${subject}'`, ` 1 file changed`),
      ],
      reply,
      5,
    ),
  ],
})

const bold = committing(
  boldHits,
  {
    prompt: 'Show which words of a title match the search.',
    reply: 'The words that match are bold now, in the list and in the suggestions.',
    test: 'search',
  },
  { provider: 'claude', model: SONNET, branch: 'feat/search-hits-in-bold', title: 'Search hits in bold' },
)
const dutch = committing(
  dutchPostcodes,
  {
    prompt: 'Customers in the Netherlands paste postcodes with two spaces or none. Accept them.',
    reply: 'Dutch postcodes are accepted with any space between digits and letters.',
    test: 'checkout',
  },
  { provider: 'codex', model: GPT, branch: 'feat/dutch-postcodes', title: 'Dutch postcodes' },
)

/** The lanes of the demo. The last one changes first. */
export const LANES: readonly LaneStory[] = [
  { title: 'Export orders as CSV', tool: 'cli_a' },
  { title: 'Backport the rounding fix', tool: 'cli_a', base: 'release/2.4' },
  { title: 'Round shipping costs', tool: 'cli_a', agent: { story: shippingCosts, secondsAgo: 300 } },
  { title: 'Wishlist', tool: 'cli_b', agent: { story: wishlist, secondsAgo: 90 } },
  {
    title: 'Gift cards',
    tool: 'cli_a',
    agent: { story: giftCards, secondsAgo: 150 },
    stages: [
      { stage: 'plan', result: 'pass', evidence: ['docs/gift-cards.md'] },
      { stage: 'build', result: 'pass' },
      { stage: 'test' },
    ],
    hasProof: true,
  },
  {
    title: 'Search hits in bold',
    tool: 'cli_a',
    agent: { story: bold, secondsAgo: 260 },
    work: boldHits,
    isAccepted: true,
  },
  {
    title: 'Dutch postcodes',
    tool: 'cli_b',
    agent: { story: dutch, secondsAgo: 220 },
    work: dutchPostcodes,
    meanwhile: dutchLetters,
  },
]

/** What an agent does if the user of the demo starts it. */
export const requested = ({
  provider,
  prompt,
}: {
  readonly provider: Story['provider']
  readonly prompt: string
}): Story => ({
  provider,
  model: provider === 'codex' ? GPT : SONNET,
  project: shop,
  branch: 'main',
  title: prompt.split('\n')[0]?.slice(0, 60) ?? '',
  turns: [
    turn(
      prompt,
      [read(4), run('git status --short', '')],
      'This agent is simulated: it has read some files and changed nothing. Start Switchyard without --demo to run real agents.',
      24 * HOUR,
    ),
  ],
})
