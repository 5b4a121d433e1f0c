import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { advice } from '../../../../api/failure.js'
import { lastPart } from '../../../../format/format.js'
import { useWords } from '../../../../i18n/use-words.js'
import buttons from '../../../../kit/button.module.css'
import { Confirm } from '../../../../kit/confirm.js'
import { useKeys } from '../../../../kit/keys.js'
import { LineCounts } from '../line-counts.js'
import { workFileQuery } from '../queries.js'
import shared from '../review.module.css'
import { Syntax } from '../syntax.js'
import { useBlockInView } from '../use-block-in-view.js'
import { DiffLines, useIsSplit } from '../view.js'
import styles from './uncommitted.module.css'
import type { UseGit } from './use-git.js'
import { type Run, runKey, runsOf, stagedOf, type WorkFile } from './work.js'

interface WorkDiffProps {
  readonly id: string
  readonly file: WorkFile
  /** Parts of a file cannot be staged during a merge. */
  readonly isMerging: boolean
  readonly git: UseGit['git']
  readonly onDiscard: UseGit['discard']
}

const NO_HUNKS: WorkFile['hunks'] = []

/** The changes of a file that are not committed, block by block. */
export function WorkDiff({ id, file, isMerging, git, onDiscard }: WorkDiffProps) {
  const t = useWords()
  const { path, added, deleted } = file
  const isSplit = useIsSplit()
  const { data, error } = useQuery(workFileQuery(id, path))
  const [picked, setPicked] = useState<string>()
  // It belongs to this file: another one that takes its place must not get the answer.
  const [asks, setAsks] = useState(false)
  const found = data?.available === true ? data.files[0] : undefined
  const hunks = (found?.hunks ?? []).map((hunk) => ({ hunk, runs: runsOf(hunk) }))
  const blocks = isMerging
    ? []
    : hunks.flatMap(({ hunk, runs }) =>
        runs.flatMap(({ block }) => (block === undefined ? [] : [{ ...block, header: hunk.header }])),
      )
  const keysOf = blocks.map(({ header, block }) => runKey(header, block))
  const current = picked !== undefined && keysOf.includes(picked) ? picked : keysOf[0]
  const place = current === undefined ? -1 : keysOf.indexOf(current)
  const chosen = blocks[place]
  const name = lastPart(path)

  const onBlock = (action: 'stage-hunk' | 'unstage-hunk', at: (typeof blocks)[number]): void =>
    git.mutate({ action, body: { path, hunk: at.header, block: at.block } })
  const onFile = (action: 'stage' | 'unstage'): void => git.mutate({ action, body: { paths: [path] } })
  const stage = (): void => (chosen === undefined ? onFile('stage') : onBlock('stage-hunk', chosen))
  const unstage = (): void => (chosen === undefined ? onFile('unstage') : onBlock('unstage-hunk', chosen))
  const drop = (at: (typeof blocks)[number] | undefined): void =>
    at === undefined ? setAsks(true) : onDiscard('discard-hunk', name, { path, hunk: at.header, block: at.block })
  const step = (by: 1 | -1): void => setPicked(keysOf[Math.min(keysOf.length - 1, Math.max(0, place + by))])
  useKeys({
    j: () => step(1),
    k: () => step(-1),
    s: () => {
      if (chosen?.staged !== true) stage()
      step(1)
    },
    u: () => (chosen?.staged === false ? undefined : unstage()),
    d: () => drop(chosen),
  })
  return (
    <>
      <header>
        <h2 className="mono">{path}</h2>
        <LineCounts added={added} deleted={deleted} />
        {file.from !== null && <span className="faint">{t('review:renamed', { path: file.from })}</span>}
        <button
          type="button"
          className={buttons['button']}
          disabled={git.isPending}
          onClick={() => onFile(stagedOf(file) === 'all' ? 'unstage' : 'stage')}
        >
          {t(stagedOf(file) === 'all' ? 'review:work.unstageFile' : 'review:work.stageFile')}
        </button>
        <button type="button" className={buttons['button']} disabled={git.isPending} onClick={() => setAsks(true)}>
          {t('review:work.discardFile')}
        </button>
      </header>
      {error !== null && <p className={shared['note']}>{advice(error)}</p>}
      {found !== undefined && hunks.length === 0 && (
        <p className={shared['note']}>{t(file.binary ? 'review:binary' : 'review:noLines')}</p>
      )}
      <div
        className={shared['diff']}
        data-split={isSplit || undefined}
        role="group"
        aria-label={t('review:diff', { path })}
      >
        <Syntax path={path} hunks={found?.hunks ?? NO_HUNKS}>
          {hunks.map(({ hunk, runs }) => (
            <div key={hunk.header} className={shared['hunk']}>
              <p className={shared['header']}>
                {hunk.header} {hunk.context}
              </p>
              {runs.map((run, at) => (
                <RunRow
                  key={at}
                  run={isMerging ? { ...run, block: undefined } : run}
                  isCurrent={run.block !== undefined && current === runKey(hunk.header, run.block.block)}
                  isBusy={git.isPending}
                  onSelect={() => run.block !== undefined && setPicked(runKey(hunk.header, run.block.block))}
                  onStage={(staged) =>
                    run.block !== undefined &&
                    onBlock(staged ? 'unstage-hunk' : 'stage-hunk', { ...run.block, header: hunk.header })
                  }
                  onDiscard={() => run.block !== undefined && drop({ ...run.block, header: hunk.header })}
                />
              ))}
            </div>
          ))}
        </Syntax>
      </div>
      {asks && (
        <Confirm
          title={t('review:work.discardTitle', { name })}
          action={t('review:work.discard')}
          busy={git.isPending}
          error={undefined}
          onConfirm={() => {
            setAsks(false)
            onDiscard('discard', name, { paths: [path] })
          }}
          onClose={() => setAsks(false)}
        >
          <p>{t(file.untracked ? 'review:work.discardNew' : 'review:work.discardChanges', { path })}</p>
        </Confirm>
      )}
    </>
  )
}

interface RunRowProps {
  readonly run: Run
  readonly isCurrent: boolean
  readonly isBusy: boolean
  readonly onSelect: () => void
  readonly onStage: (isStaged: boolean) => void
  readonly onDiscard: () => void
}

/** Unchanged lines, or one block with its box and what can be done with it. */
function RunRow({ run: { lines, block }, isCurrent, isBusy, onSelect, onStage, onDiscard }: RunRowProps) {
  const t = useWords()
  const place = useBlockInView(isCurrent)
  const rows = <DiffLines lines={lines} />
  if (block === undefined) return <div>{rows}</div>
  return (
    <div
      ref={place}
      className={styles['block']}
      data-block
      data-staged={block.staged || undefined}
      data-current={isCurrent || undefined}
      onPointerDown={onSelect}
    >
      <input
        type="checkbox"
        aria-label={t('review:work.stageBlock')}
        checked={block.staged}
        disabled={isBusy}
        onChange={() => onStage(block.staged)}
      />
      {rows}
      {isCurrent && (
        <div className={styles['pill']}>
          <button type="button" disabled={isBusy} onClick={() => onStage(block.staged)}>
            {t(block.staged ? 'review:work.unstage' : 'review:work.stage')} <kbd>{block.staged ? 'u' : 's'}</kbd>
          </button>
          <button type="button" disabled={isBusy} onClick={onDiscard}>
            {t('review:work.discard')} <kbd>d</kbd>
          </button>
        </div>
      )}
    </div>
  )
}
