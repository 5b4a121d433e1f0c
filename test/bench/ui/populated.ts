import { randomUUID } from 'node:crypto'
import { SECTIONS } from '../../support/browser/addresses.js'
import { call, text, transcriptOf } from '../../support/browser/transcript.js'
import { imported } from '../service.js'
import { type Backstage, type Theatre, withTheatre } from './theatre.js'
import { recordSessions } from './recorded.js'

export interface Route {
  readonly path: string
  /** A selector that appears once the page is loaded. */
  readonly shows: string
}

/** Runs `play` with a theatre that has some history, agents in every state, and all routes of the dashboard. */
export const populated = <A>(
  backstage: Backstage,
  play: (theatre: Theatre, routes: readonly Route[]) => Promise<A>,
): Promise<A> => {
  const session = randomUUID()
  const before = (places: Theatre['places']): void => {
    recordSessions(places, 26)
    const transcript = transcriptOf(places, session)
    transcript.user('Why is the basket slow?')
    transcript.assistant(
      text(`It reads prices twice, see [this](https://example.com).\n\n\`\`\`\n${'prices '.repeat(60)}\n\`\`\``),
      call('toolu_1', 'Edit', { file_path: '/home/ada/shop/basket.ts', old_string: 'twice()', new_string: 'once()' }),
    )
    transcript.result('toolu_1', 'done')
  }
  const routes: readonly Route[] = [
    { path: '/', shows: '[data-row="need"]' },
    { path: '/sessions', shows: 'a[data-session]' },
    { path: `/sessions/${session}`, shows: '[data-prose] pre' },
    { path: `/sessions/${session}?tab=agents`, shows: '[data-agent]' },
    { path: `/sessions/${session}?tab=timeline`, shows: '[data-lane]' },
    { path: `/sessions/${session}?tab=cost`, shows: 'main table' },
    { path: `/sessions/${session}?tab=events`, shows: '[data-call]' },
    { path: '/activity', shows: '[data-call]' },
    { path: '/insights/cost?period=all', shows: '[data-bar]' },
    { path: '/insights/activity?period=all', shows: '[data-bar]' },
    { path: '/insights/tools?period=all', shows: 'main tbody tr' },
    { path: '/insights/agents?period=all', shows: 'main h2' },
    { path: '/insights/errors?period=all', shows: 'main h2' },
    { path: '/search?q=basket', shows: '[data-hit]' },
    ...SECTIONS.map(([path, shows]) => ({ path, shows })),
  ]
  return withTheatre(backstage, { before }, async (theatre) => {
    await imported(theatre.service)
    const { agents } = theatre
    await agents.working('Paint the shop')
    await agents.asking('Publish the shop', 'npm publish')
    const failed = await agents.working('Fail')
    await agents.hook('StopFailure', failed, { error: 'rate limit', error_type: 'rate_limit' })
    return play(theatre, routes)
  })
}
