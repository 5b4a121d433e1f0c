import { GPT, OPUS } from '../models.js'
import { shop } from '../projects/shop.js'
import { edit, patch, read, run, type Story, turn } from '../story.js'

const PROMPT = 'The search finds nothing for “moutain bike”. Accept small typos without slowing exact hits.'
const HOUR = 3600

const bySteps: Story = {
  provider: 'claude',
  model: OPUS,
  project: shop,
  branch: 'feat/search-finds-nothing-moutain',
  title: 'Search with typos',
  turns: [
    turn(
      PROMPT,
      [
        read(4),
        edit(
          'src/search/rank.ts',
          'b.matches - a.matches || b.sales - a.sales',
          'b.matches - a.matches || a.distance - b.distance || b.sales - a.sales',
        ),
        edit(
          'src/search/index.ts',
          '  await rebuild(await products.all())',
          '  await rebuild(await products.all(), { trigrams: true })',
        ),
        run('npm test -- search', ' ✓ test/search.test.ts (88 tests) 812ms'),
      ],
      'Titles with one wrong letter now match. Exact hits stay first; their time is unchanged.',
      24 * HOUR,
    ),
  ],
}

const byLibrary: Story = {
  provider: 'codex',
  model: GPT,
  project: shop,
  branch: 'feat/search-finds-nothing-moutain-2',
  title: 'Search with typos',
  turns: [
    turn(
      PROMPT,
      [
        read(3),
        patch(
          'src/search/rank.ts',
          ['  results.toSorted((a, b) => b.matches - a.matches || b.sales - a.sales)'],
          ['  fuzzy(results).toSorted((a, b) => b.score - a.score)'],
        ),
        run('npm install fuse.js', 'added 1 package in 1s', { asks: HOUR }),
      ],
      'The search uses fuse.js now. All tests pass.',
      24 * HOUR,
    ),
  ],
}

/** Two agents of the demo that work on the same prompt. */
export const RACE = {
  prompt: PROMPT,
  limit: 5,
  secondsAgo: 200,
  racers: [
    { tool: 'cli_a', effort: 'high', story: bySteps },
    { tool: 'cli_b', effort: 'medium', story: byLibrary },
  ],
} as const
