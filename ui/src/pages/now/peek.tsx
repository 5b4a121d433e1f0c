import { Link } from '@tanstack/react-router'
import { modelName, usd } from '../../format/format.js'
import { Tokens } from '../../kit/amount.js'
import { titleOf } from '../../kit/session-label.js'
import { Moment } from '../../kit/time.js'
import { useContextShare } from '../../kit/use-context-share.js'
import { useSession } from '../../live/rows.js'
import { useSessionStats } from '../../live/use-session-stats.js'
import { Ask } from './ask.js'
import { LastTurn } from './last-turn.js'

/** The selected session beside the list: its question, why we say so, and the words that led there. */
export function Peek({ id }: { id: string }) {
  const session = useSession(id)
  const stats = useSessionStats(id)
  const context = useContextShare(id)
  if (session === undefined) return <aside className="peek" aria-label="Selected session" />
  const { tokens } = stats ?? {}
  return (
    <aside className="peek" aria-label="Selected session">
      <header>
        <h2>{titleOf(session)}</h2>
        <div className="meta">
          {session.cwd !== null && <span className="mono">{session.cwd}</span>}
          {session.model !== null && <span>{modelName(session.model)}</span>}
          {session.cost !== null && <span className="num">{usd(session.cost)}</span>}
          {tokens !== undefined && (
            <span>
              <Tokens
                value={
                  tokens.input_tokens + tokens.output_tokens + tokens.cache_read_tokens + tokens.cache_write_tokens
                }
              />{' '}
              tokens
            </span>
          )}
          {context !== undefined && (
            <span className="num" title={`${context.words} ${context.title}`}>
              context {context.words}
            </span>
          )}
          <span>
            started <Moment at={session.started_at} />
          </span>
        </div>
      </header>
      <Ask session={session} />
      <LastTurn session={session} />
      <footer>
        <Link to="/sessions/$id" params={{ id }} className="btn">
          Open <kbd>Enter</kbd>
        </Link>
        <span>
          <kbd>j</kbd> <kbd>k</kbd> move
        </span>
        <span>
          <kbd>Esc</kbd> hide
        </span>
      </footer>
    </aside>
  )
}
