import { useQuery } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { advice } from '../../../api/failure.js'
import { useWords } from '../../../i18n/use-words.js'
import { type Comment, CommentNote, NewComment } from './comments.js'
import { ImagePair, isImage } from './image-pair.js'
import { fileQuery } from './queries.js'
import styles from './review.module.css'
import { Syntax } from './syntax.js'
import { useBlockInView } from './use-block-in-view.js'
import { DiffLines, useIsSplit } from './view.js'
import { Why } from './why.js'
import { type Block, blockKey, type Line, type SeenFile, type Segment, segmentsOf } from './segments.js'

interface FileDiffProps {
  readonly lane: string
  readonly file: SeenFile
  /** Identifies the state of the lane. */
  readonly diff: string
  /** The block that keys act on. */
  readonly current: string | undefined
  readonly onSelect: (key: string) => void
  readonly onMark: (blocks: readonly Block[], seen: boolean) => void
  readonly comments: readonly Comment[]
  /** The block that a comment is written on. */
  readonly commented: string | undefined
  readonly onComment: (key: string | undefined) => void
  /** The block whose origin is shown. */
  readonly asked: string | undefined
}

/** The changes of one file, with a bar at each block that was not seen. */
export function FileDiff({ file, ...shared }: FileDiffProps) {
  const { lane, diff } = shared
  const t = useWords()
  const isSplit = useIsSplit()
  const { data, error } = useQuery(fileQuery(lane, file.path, diff))
  if (error !== null) return <p className={styles['note']}>{advice(error)}</p>
  if (data === undefined || data.path !== file.path) return null
  // What a comment was about may be changed since.
  const gone = shared.comments.filter(
    ({ path, block }) => path === file.path && !file.blocks.some(({ hash }) => hash === block),
  )
  const [only] = file.blocks
  if (data.hunks.length === 0 && only !== undefined)
    return (
      <BlockRow path={file.path} block={only} quote="" {...shared}>
        {isImage(file.path) ? (
          <ImagePair lane={lane} file={file} diff={diff} />
        ) : (
          <p className={styles['note']}>{t(data.binary ? 'review:binary' : 'review:noLines')}</p>
        )}
      </BlockRow>
    )
  return (
    <div
      className={styles['diff']}
      data-split={isSplit || undefined}
      role="group"
      aria-label={t('review:diff', { path: file.path })}
    >
      <Syntax path={file.path} hunks={data.hunks}>
        {data.hunks.map((hunk) => (
          <div key={hunk.header} className={styles['hunk']}>
            <p className={styles['header']}>
              {hunk.header} {hunk.context}
            </p>
            {segmentsOf(hunk, file.blocks).map((segment, at) => (
              <Part key={at} path={file.path} segment={segment} {...shared} />
            ))}
          </div>
        ))}
      </Syntax>
      {gone.map((comment) => (
        <CommentNote key={comment.id} id={lane} comment={comment} isChanged />
      ))}
      {data.truncated && <p className={styles['note']}>{t('review:truncated')}</p>}
    </div>
  )
}

type Shared = Omit<FileDiffProps, 'file'>

interface PartProps extends Shared {
  readonly path: string
  readonly segment: Segment
}

function Part({ path, segment: { block, lines }, ...shared }: PartProps) {
  const rows = <DiffLines lines={lines} />
  if (block === undefined) return <div>{rows}</div>
  return (
    <BlockRow path={path} block={block} quote={quoteOf(lines)} {...shared}>
      {rows}
    </BlockRow>
  )
}

const MOST_QUOTED = 20

/** The lines that a comment quotes: what is there now, else what was removed. */
function quoteOf(lines: readonly Line[]): string {
  const added = lines.filter(({ type }) => type === 'added')
  return (added.length > 0 ? added : lines)
    .slice(0, MOST_QUOTED)
    .map(({ text }) => text)
    .join('\n')
}

interface BlockRowProps extends Shared {
  readonly path: string
  readonly block: Block
  readonly quote: string
  readonly children: ReactNode
}

/** One block, with the button that marks it. */
function BlockRow({ lane, path, block, quote, children, ...shared }: BlockRowProps) {
  const { current, onSelect, onMark, comments, commented, onComment, asked, diff } = shared
  const t = useWords()
  const key = blockKey(path, block)
  const isCurrent = current === key
  const place = useBlockInView(isCurrent)
  return (
    <div
      ref={place}
      className={styles['block']}
      data-block
      data-seen={block.seen || undefined}
      data-current={isCurrent || undefined}
      onPointerDown={() => onSelect(key)}
    >
      <button
        type="button"
        className={styles['mark']}
        aria-pressed={block.seen}
        aria-label={t('review:seen.block')}
        title={t(block.seen ? 'review:seen.undo' : 'review:seen.do')}
        onClick={() => onMark([block], !block.seen)}
      >
        <Check size={12} aria-hidden />
      </button>
      {children}
      {asked === key && <Why lane={lane} path={path} block={block} diff={diff} />}
      {comments
        .filter((comment) => comment.path === path && comment.block === block.hash)
        .map((comment) => (
          <CommentNote key={comment.id} id={lane} comment={comment} isChanged={false} />
        ))}
      {commented === key && (
        <NewComment id={lane} place={{ path, block, quote }} onClose={() => onComment(undefined)} />
      )}
    </div>
  )
}
