import { useQuery } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { advice } from '../../../api/failure.js'
import { useWords } from '../../../i18n/use-words.js'
import { fileQuery } from './queries.js'
import styles from './review.module.css'
import { type Block, blockKey, type Line, piecesOf, type SeenFile, type Segment, segmentsOf } from './segments.js'

interface FileDiffProps {
  readonly lane: string
  readonly file: SeenFile
  /** Identifies the state of the lane. */
  readonly diff: string
  /** The block that keys act on. */
  readonly current: string | undefined
  readonly onSelect: (key: string) => void
  readonly onMark: (blocks: readonly Block[], seen: boolean) => void
}

/** The changes of one file, with a bar at each block that was not seen. */
export function FileDiff({ lane, file, diff, current, onSelect, onMark }: FileDiffProps) {
  const t = useWords()
  const { data, error } = useQuery(fileQuery(lane, file.path, diff))
  if (error !== null) return <p className={styles['note']}>{advice(error)}</p>
  if (data === undefined || data.path !== file.path) return null
  const [only] = file.blocks
  if (data.hunks.length === 0 && only !== undefined)
    return (
      <BlockRow
        path={file.path}
        block={only}
        isCurrent={current === blockKey(file.path, only)}
        {...{ onSelect, onMark }}
      >
        <p className={styles['note']}>{t(data.binary ? 'review:binary' : 'review:noLines')}</p>
      </BlockRow>
    )
  return (
    <div className={styles['diff']} role="group" aria-label={t('review:diff', { path: file.path })}>
      {data.hunks.map((hunk) => (
        <div key={hunk.header} className={styles['hunk']}>
          <p className={styles['header']}>
            {hunk.header} {hunk.context}
          </p>
          {segmentsOf(hunk, file.blocks).map((segment, at) => (
            <Part key={at} path={file.path} segment={segment} {...{ current, onSelect, onMark }} />
          ))}
        </div>
      ))}
      {data.truncated && <p className={styles['note']}>{t('review:truncated')}</p>}
    </div>
  )
}

interface PartProps extends Pick<FileDiffProps, 'current' | 'onSelect' | 'onMark'> {
  readonly path: string
  readonly segment: Segment
}

function Part({ path, segment: { block, lines }, current, onSelect, onMark }: PartProps) {
  const rows = lines.map((line, at) => <Row key={at} line={line} />)
  if (block === undefined) return <div>{rows}</div>
  return (
    <BlockRow path={path} block={block} isCurrent={current === blockKey(path, block)} {...{ onSelect, onMark }}>
      {rows}
    </BlockRow>
  )
}

interface BlockRowProps extends Pick<FileDiffProps, 'onSelect' | 'onMark'> {
  readonly path: string
  readonly block: Block
  readonly isCurrent: boolean
  readonly children: React.ReactNode
}

/** One block, with the button that marks it. */
function BlockRow({ path, block, isCurrent, onSelect, onMark, children }: BlockRowProps) {
  const t = useWords()
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isCurrent) place.current?.scrollIntoView({ block: 'nearest' })
  }, [isCurrent])
  return (
    <div
      ref={place}
      className={styles['block']}
      data-block
      data-seen={block.seen || undefined}
      data-current={isCurrent || undefined}
      onPointerDown={() => onSelect(blockKey(path, block))}
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
    </div>
  )
}

const SIGNS = { added: '+', removed: '−', context: ' ' } as const

function Row({ line }: { line: Line }) {
  const { type, oldLine, newLine } = line
  return (
    <div className={styles['line']} data-type={type}>
      <span className={styles['number']}>{newLine ?? oldLine}</span>
      <span className={styles['sign']}>{SIGNS[type]}</span>
      <code>
        {piecesOf(line).map((piece, at) => (piece.isChanged ? <mark key={at}>{piece.text}</mark> : piece.text))}
      </code>
    </div>
  )
}
