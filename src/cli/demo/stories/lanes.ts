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

/** The lanes of the demo. The last one changes first. */
export const LANES: readonly LaneStory[] = [
  { title: 'Export orders as CSV', tool: 'cli_a' },
  { title: 'Backport the rounding fix', tool: 'cli_a', base: 'release/2.4' },
  { title: 'Round shipping costs', tool: 'cli_a', agent: { story: shippingCosts, secondsAgo: 300 } },
  { title: 'Wishlist', tool: 'cli_b', agent: { story: wishlist, secondsAgo: 90 } },
  { title: 'Gift cards', tool: 'cli_a', agent: { story: giftCards, secondsAgo: 150 } },
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
