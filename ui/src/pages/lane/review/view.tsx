import { useSyncExternalStore } from 'react'
import { useWords } from '../../../i18n/use-words.js'
import { SegmentedControl } from '../../../kit/segmented-control.js'
import { createStoredSignal } from '../../../store/stored-signal.js'
import { DiffLine } from './diff-line.js'
import styles from './review.module.css'
import type { Line } from './segments.js'

const VIEWS = ['unified', 'split'] as const
type View = (typeof VIEWS)[number]

const chosen = createStoredSignal<View>('switchyard-diff-view', (stored) => (stored === 'split' ? 'split' : 'unified'))

/** Two sides do not fit into a narrower window. */
const wide = matchMedia('(min-width: 1100px)')
const onWidth = (listen: () => void): (() => void) => {
  wide.addEventListener('change', listen)
  return () => wide.removeEventListener('change', listen)
}
const useIsWide = (): boolean => useSyncExternalStore(onWidth, () => wide.matches)

/** Whether both sides of a diff are shown beside each other. */
export function useIsSplit(): boolean {
  const view = useSyncExternalStore(chosen.subscribe, chosen.get)
  return useIsWide() && view === 'split'
}

/** Chooses how diffs are shown. */
export function ViewChoice() {
  const t = useWords()
  const view = useSyncExternalStore(chosen.subscribe, chosen.get)
  if (!useIsWide()) return null
  return (
    <SegmentedControl
      label={t('review:view.label')}
      hidesLabel
      name="diff-view"
      value={view}
      options={VIEWS.map((one) => [one, t(`review:view.${one}`)] as const)}
      onChange={chosen.set}
    />
  )
}

/** Lines of a diff, below each other or as two sides. */
export function DiffLines({ lines }: { lines: readonly Line[] }) {
  const isSplit = useIsSplit()
  if (!isSplit) return lines.map((line, at) => <DiffLine key={at} line={line} />)
  return pairsOf(lines).map(({ before, after }, at) => (
    <div key={at} className={styles['pair']}>
      {before === undefined ? <div className={styles['blank']} /> : <DiffLine line={before} side="before" />}
      {after === undefined ? <div className={styles['blank']} /> : <DiffLine line={after} side="after" />}
    </div>
  ))
}

interface Pair {
  readonly before: Line | undefined
  readonly after: Line | undefined
}

/** Removed and added lines that follow each other stand beside each other. */
export function pairsOf(lines: readonly Line[]): readonly Pair[] {
  const pairs: Pair[] = []
  let removed: Line[] = []
  let added: Line[] = []
  const flush = (): void => {
    for (let at = 0; at < Math.max(removed.length, added.length); at++)
      pairs.push({ before: removed[at], after: added[at] })
    removed = []
    added = []
  }
  for (const line of lines) {
    if (line.type === 'added') added.push(line)
    else if (line.type === 'removed') {
      if (added.length > 0) flush()
      removed.push(line)
    } else {
      flush()
      pairs.push({ before: line, after: line })
    }
  }
  flush()
  return pairs
}
