import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { RouteAnswer } from '../../../../../../src/http/contract/index.js'
import { call } from '../../../../api/call.js'
import { advice } from '../../../../api/failure.js'
import { keys } from '../../../../api/queries.js'
import { exactCount } from '../../../../format/format.js'
import { useWords } from '../../../../i18n/use-words.js'
import buttons from '../../../../kit/button.module.css'
import { useKeys } from '../../../../kit/keys.js'
import { conflictQuery } from '../queries.js'
import shared from '../review.module.css'
import { type Choice, type Part, partsOf, withChoice } from './conflicts.js'
import styles from './uncommitted.module.css'
import type { UseGit } from './use-git.js'
import type { WorkFile } from './work.js'

interface ConflictFileProps {
  readonly id: string
  readonly file: WorkFile
  readonly git: UseGit['git']
  readonly onResolved: () => void
}

const CHOICES = ['ours', 'theirs', 'both'] as const

type GitFile = Extract<RouteAnswer<'GET /api/lanes/:id/git/file'>, { readonly available: true }>

/** A file with conflicts: one side is chosen for all of it, or for each conflict. */
export function ConflictFile({ id, file, git, onResolved }: ConflictFileProps) {
  const t = useWords()
  const { path } = file
  // A file that one side deleted, or that is binary, has no text to choose from.
  const { data } = useQuery(conflictQuery(id, path))
  const text = data?.available === true && !data.binary && !data.truncated ? data : undefined
  const parts = text === undefined ? [] : partsOf(text.lines)
  const count = parts.filter(({ kind }) => kind === 'conflict').length
  const resolve = (side: 'ours' | 'theirs' | 'done'): void =>
    git.mutate({ action: 'resolve', body: { path, side } }, { onSuccess: onResolved })
  return (
    <>
      <header>
        <h2 className="mono">{path}</h2>
        <span className="faint">{t('review:work.conflicts', { count })}</span>
        <button type="button" className={buttons['button']} disabled={git.isPending} onClick={() => resolve('ours')}>
          {t('review:work.side.useOurs')}
        </button>
        <button type="button" className={buttons['button']} disabled={git.isPending} onClick={() => resolve('theirs')}>
          {t('review:work.side.useTheirs')}
        </button>
        <button
          type="button"
          className={buttons['button']}
          disabled={git.isPending || count > 0}
          onClick={() => resolve('done')}
        >
          {t('review:work.side.done')}
        </button>
      </header>
      {text === undefined ? (
        <p className={shared['note']}>{t('review:work.noText')}</p>
      ) : (
        <Conflicts id={id} text={text} parts={parts} count={count} />
      )}
    </>
  )
}

interface ConflictsProps {
  readonly id: string
  readonly text: GitFile
  readonly parts: readonly Part[]
  readonly count: number
}

/** The text of a file, with buttons at each conflict. */
function Conflicts({ id, text, parts, count }: ConflictsProps) {
  const t = useWords()
  const queries = useQueryClient()
  const [picked, setPicked] = useState(0)
  const current = Math.min(picked, count - 1)
  const save = useMutation({
    mutationFn: ({ conflict, choice }: { readonly conflict: number; readonly choice: Choice }) => {
      const { path, lines, eol, finalNewline, sha } = text
      const content = withChoice(lines, conflict, choice).join(eol) + (finalNewline ? eol : '')
      return call('PUT /api/lanes/:id/git/file', { params: { id }, body: { path, content, baseSha: sha ?? '' } })
    },
    // The next choice needs the current file.
    onSuccess: (saved) => queries.setQueryData(conflictQuery(id, text.path).queryKey, saved),
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: [...keys.lanes, id] })
    },
  })
  const choose = (conflict: number, choice: Choice): void => {
    if (!save.isPending && conflict >= 0) save.mutate({ conflict, choice })
  }
  const step = (by: 1 | -1): void => setPicked(Math.min(count - 1, Math.max(0, current + by)))
  useKeys({
    j: () => step(1),
    k: () => step(-1),
    o: () => choose(current, 'ours'),
    t: () => choose(current, 'theirs'),
  })
  return (
    <div className={shared['diff']} role="group" aria-label={t('review:diff', { path: text.path })}>
      {save.error !== null && (
        <p role="alert" className={shared['note']}>
          {advice(save.error)}
        </p>
      )}
      {parts.map((part, at) => {
        if (part.kind === 'lines') return <Text key={at} from={part.from} lines={part.lines} />
        const own = part.conflict
        return (
          <section
            key={at}
            className={styles['conflict']}
            data-current={own === current || undefined}
            aria-label={t('review:work.conflictOf', { number: own + 1, count })}
            onPointerDown={() => setPicked(own)}
          >
            <header>
              <b>{t('review:work.conflictOf', { number: own + 1, count })}</b>
              {CHOICES.map((choice) => (
                <button
                  key={choice}
                  type="button"
                  className={buttons['button']}
                  disabled={save.isPending}
                  onClick={() => choose(own, choice)}
                >
                  {t(`review:work.side.${choice}`)}
                  {own === current && choice !== 'both' && <kbd>{choice === 'ours' ? 'o' : 't'}</kbd>}
                </button>
              ))}
            </header>
            <Side side="ours" lines={part.ours} words={t('review:work.side.ours')} />
            <Side side="theirs" lines={part.theirs} words={`${t('review:work.side.theirs')} ${part.name}`} />
          </section>
        )
      })}
    </div>
  )
}

/** Unchanged lines around a conflict that are shown. */
const AROUND = 4

function Text({ from, lines }: { from: number; lines: readonly string[] }) {
  const rows = lines.map((text, at) => ({ text, number: from + at }))
  const isLong = rows.length > 3 * AROUND
  return (
    <div>
      {(isLong ? rows.slice(0, AROUND) : rows).map((row) => (
        <TextLine key={row.number} {...row} />
      ))}
      {isLong && <p className={shared['header']}>⋯ {exactCount(rows.length - 2 * AROUND)}</p>}
      {isLong && rows.slice(-AROUND).map((row) => <TextLine key={row.number} {...row} />)}
    </div>
  )
}

function TextLine({ text, number }: { text: string; number?: number }) {
  return (
    <div className={shared['line']}>
      <span className={shared['number']}>{number}</span>
      <span />
      <code>{text}</code>
    </div>
  )
}

function Side({ side, lines, words }: { side: 'ours' | 'theirs'; lines: readonly string[]; words: string }) {
  return (
    <div className={styles['side-of-conflict']} data-side={side}>
      <p>{words}</p>
      {lines.map((text, at) => (
        <TextLine key={at} text={text} />
      ))}
    </div>
  )
}
