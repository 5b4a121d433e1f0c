import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { RouteAnswer } from '../../../../src/http/contract/index.js'
import type { SpokenHit } from '../../api/types.js'
import { instant } from '../../format/format.js'
import { useWords } from '../../i18n/use-words.js'
import { Glyph } from '../../kit/glyph.js'
import { ProjectLink } from '../../kit/project-link.js'
import { placeOf, restOfPlace, titleOf } from '../../kit/session-label.js'
import { HitRow } from './hit-row.js'
import { morePages } from './query.js'
import styles from './results.module.css'

export type FoundSession = RouteAnswer<'GET /api/search/sessions'>['sessions'][number]

interface GroupProps {
  readonly found: FoundSession
  readonly text: string
  /** Without operators. */
  readonly words: string
  readonly onSelect: (hit: SpokenHit) => void
  readonly onOpen: () => void
}

/** A session with its hits. */
export function Group({ found: { session, matches, hits, next }, text, words, onSelect, onOpen }: GroupProps) {
  const t = useWords()
  const [isOpen, setOpen] = useState(false)
  const { data, hasNextPage, isFetching, fetchNextPage } = useInfiniteQuery({
    ...morePages(text, session.id, next ?? 0),
    enabled: isOpen && next !== null,
  })
  const shown = [...hits, ...(data?.pages.flatMap((page) => page.hits) ?? [])]
  const left = matches - shown.length
  const hasMore = next !== null && left > 0 && (data === undefined || hasNextPage)
  return (
    // No landmark: two sessions may have the same title.
    <div role="group" className={styles['group']} aria-label={titleOf(session)}>
      <header>
        <Glyph situation={session.situation} />
        <h2>{titleOf(session)}</h2>
        <span className={styles['place']} title={instant(session.started_at)}>
          {session.project === null ? (
            placeOf(session)
          ) : (
            <>
              <ProjectLink cwd={session.project} className={styles['project']} tabIndex={-1} />
              {restOfPlace(session).map((part) => ` · ${part}`)}
            </>
          )}
        </span>
        <span className={`num ${styles['count']}`}>{t('search:matches', { count: matches })}</span>
      </header>
      {shown.map((hit, index) => (
        <HitRow
          key={`${hit.agent_id ?? ''} ${hit.line}`}
          hit={hit}
          words={words}
          isFirst={index === 0}
          onSelect={onSelect}
          onOpen={onOpen}
        />
      ))}
      {hasMore && (
        <button
          type="button"
          className={styles['more']}
          disabled={isFetching}
          onClick={() => (isOpen ? void fetchNextPage() : setOpen(true))}
        >
          {t('search:more', { count: left })}
        </button>
      )}
    </div>
  )
}
