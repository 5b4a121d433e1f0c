import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Check } from 'lucide-react'
import { Fragment, useEffect, useState } from 'react'
import { call } from '../../../api/call.js'
import { advice } from '../../../api/failure.js'
import { keys } from '../../../api/queries.js'
import type { Lane } from '../../../api/types.js'
import { exactCount, lastPart } from '../../../format/format.js'
import { useWords } from '../../../i18n/use-words.js'
import buttons from '../../../kit/button.module.css'
import { useKeys } from '../../../kit/keys.js'
import notes from '../../../kit/note.module.css'
import { notify } from '../../../kit/notices.js'
import { Unread } from '../../../kit/unread.js'
import { useComments, useSendComments } from './comments.js'
import { Evidence } from './evidence.js'
import { FileDiff } from './file-diff.js'
import { Ranges } from './ranges.js'
import { Problem } from './problem.js'
import { seenQuery } from './queries.js'
import styles from './review.module.css'
import { blockKey, linesOf, nextUnseen, type Seen, type SeenFile } from './segments.js'
import { useMarks } from './use-marks.js'
import { ViewChoice } from './view.js'

/** What the agents of a lane changed since it left its base, with what the user has seen of it. */
export function ChangesTab({ lane, path }: { lane: Lane; path: string | undefined }) {
  const t = useWords()
  const id = String(lane.id)
  const { data, error } = useQuery(seenQuery(id))
  if (error !== null) return <Problem error={error} lane={id} ranges={<Ranges id={id} />} />
  if (data === undefined) return <Unread error={null} />
  if (data.files.length === 0)
    return (
      <div className={styles['tab']}>
        <div className={styles['bar']}>
          <Ranges id={id} />
        </div>
        <div className={notes['note']} data-note>
          <p>{t('review:none')}</p>
        </div>
      </div>
    )
  return <Changes id={id} seen={data} path={path} />
}

function Changes({ id, seen, path }: { id: string; seen: Seen; path: string | undefined }) {
  const t = useWords()
  const navigate = useNavigate()
  const { files } = seen
  const file = files.find((one) => one.path === path) ?? nextUnseen(files, undefined) ?? files[0]
  const [picked, setPicked] = useState<string>()
  const marks = useMarks(id)
  const accept = useAccept(id)
  const comments = useComments(id)
  const send = useSendComments(id)
  const [commented, setCommented] = useState<string>()
  const [asked, setAsked] = useState<string>()
  const drafts = comments.filter(({ state }) => state === 'draft').length
  const sendDrafts = (): void => send.mutate(undefined, { onSuccess: () => notify(t('review:comment.done')) })
  const open = (next: SeenFile | undefined): void => {
    if (next === undefined) return
    setPicked(undefined)
    void navigate({
      to: '/lanes/$lane',
      params: { lane: id },
      search: { tab: 'changes', path: next.path },
      replace: true,
    })
  }
  const blocks = file?.blocks ?? []
  const keysOf = blocks.map((block) => blockKey(file?.path ?? '', block))
  const firstUnseen = keysOf[blocks.findIndex((block) => !block.seen)]
  const current = picked !== undefined && keysOf.includes(picked) ? picked : (firstUnseen ?? keysOf[0])
  const ask = (): void => setAsked(asked === current ? undefined : current)
  const place = current === undefined ? -1 : keysOf.indexOf(current)
  const step = (by: 1 | -1): void => setPicked(keysOf[Math.min(keysOf.length - 1, Math.max(0, place + by))])
  const stepFile = (by: 1 | -1): void => {
    const at = files.findIndex((one) => one.path === file?.path)
    open(files[Math.min(files.length - 1, Math.max(0, at + by))])
  }
  /** The next block that was not seen, also in another file. */
  const next = (after: number): void => {
    const at = blocks.findIndex((block, index) => index > after && !block.seen)
    if (at >= 0) setPicked(keysOf[at])
    else open(nextUnseen(files, file?.path))
  }
  const see = (isFile: boolean): void => {
    const block = blocks[place]
    if (file === undefined || block === undefined) return
    const isSeen = isFile ? blocks.every((one) => one.seen) : block.seen
    marks.mutate({ path: file.path, blocks: isFile ? blocks : [block], seen: !isSeen })
    if (!isSeen) next(isFile ? blocks.length : place)
  }
  // It sends also while a comment is being written.
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Enter' || !event.shiftKey || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      document.querySelector<HTMLElement>('[data-send]')?.click()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  const toLand = (): void => void navigate({ to: '/lanes/$lane', params: { lane: id }, search: { tab: 'land' } })
  useKeys({
    j: () => step(1),
    k: () => step(-1),
    J: () => stepFile(1),
    K: () => stepFile(-1),
    Enter: () => next(place),
    v: () => see(false),
    V: () => see(true),
    i: () => setCommented(current),
    w: ask,
    A: () => accept.mutate(seen),
    '.': toLand,
  })
  const left = seen.blocks - seen.seen
  return (
    <div className={styles['tab']}>
      <div className={styles['bar']}>
        <Ranges id={id} />
        <p role="status">
          {left === 0 ? t('review:allSeen') : t('review:unseen', { count: left, all: exactCount(seen.blocks) })}
        </p>
        {seen.truncated && <span className="faint">{t('review:more')}</span>}
        {accept.error !== null && (
          <span role="alert" className="bad">
            {advice(accept.error)}
          </span>
        )}
        {send.error !== null && (
          <span role="alert" className="bad">
            {advice(send.error)}
          </span>
        )}
        {drafts > 0 && (
          <button type="button" className={buttons['button']} disabled={send.isPending} onClick={sendDrafts} data-send>
            {t('review:comment.send', { count: drafts })}
          </button>
        )}
        <ViewChoice />
        {seen.accepted?.current === true ? (
          <span className={styles['accepted']}>
            <Check size={14} aria-hidden />
            {t('review:accepted')}
          </span>
        ) : (
          <button
            type="button"
            className={buttons['button']}
            disabled={accept.isPending}
            onClick={() => accept.mutate(seen)}
          >
            {left === 0 ? t('review:accept') : t('review:acceptOpen', { count: left })} <kbd>A</kbd>
          </button>
        )}
        <Link to="/lanes/$lane" params={{ lane: id }} search={{ tab: 'land' }} className={buttons['primary']}>
          {t('review:toLand')} <kbd>.</kbd>
        </Link>
      </div>
      <nav className={styles['files']} aria-label={t('review:files')}>
        <ul>
          {files.map((one, at) => (
            <Fragment key={one.path}>
              {groupOf(files[at - 1]) !== groupOf(one) && (
                <li className={styles['group']}>{t(`review:group.${groupOf(one) ?? 'rest'}`)}</li>
              )}
              <FileLink id={id} file={one} isShown={one.path === file?.path} />
            </Fragment>
          ))}
        </ul>
        <Evidence lane={id} />
      </nav>
      {file !== undefined && (
        <section className={styles['file']} data-file={file.path} tabIndex={0} aria-label={file.path}>
          <header>
            <h2 className="mono">{file.path}</h2>
            {file.from !== null && <span className="faint">{t('review:renamed', { path: file.from })}</span>}
            <button type="button" className={buttons['quiet']} aria-pressed={asked === current} onClick={ask}>
              {t('review:why.button')} <kbd>w</kbd>
            </button>
            <button type="button" className={buttons['quiet']} onClick={() => setCommented(current)}>
              {t('review:comment.button')} <kbd>i</kbd>
            </button>
            <button
              type="button"
              className={buttons['quiet']}
              aria-pressed={blocks.every((block) => block.seen)}
              onClick={() => see(true)}
            >
              {t('review:seen.file')} <kbd>V</kbd>
            </button>
          </header>
          <FileDiff
            key={file.path}
            lane={id}
            file={file}
            diff={seen.expect.diff}
            current={current}
            onSelect={setPicked}
            comments={comments}
            commented={commented}
            asked={asked}
            onComment={setCommented}
            onMark={(some, isSeen) => marks.mutate({ path: file.path, blocks: some, seen: isSeen })}
          />
        </section>
      )}
    </div>
  )
}

/** Accepts the changes as they are shown. */
function useAccept(id: string) {
  const t = useWords()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ expect }: Pick<Seen, 'expect'>) =>
      call('POST /api/lanes/:id/accept', { params: { id }, body: { expect } }),
    onSuccess: () => notify(t('review:accepted')),
    onSettled: () => queries.invalidateQueries({ queryKey: [...keys.lanes, id] }),
  })
}

/** The part of the list that a file is in. */
const groupOf = (file: SeenFile | undefined): 'first' | 'rest' | 'folded' | undefined => {
  if (file === undefined) return undefined
  return file.reasons.length > 0 ? 'first' : file.folded === null ? 'rest' : 'folded'
}

function FileLink({ id, file, isShown }: { id: string; file: SeenFile; isShown: boolean }) {
  const t = useWords()
  const { path, blocks } = file
  const { added, removed } = linesOf(file)
  const unseen = file.folded === null ? blocks.filter(({ seen }) => !seen).length : 0
  const folder = path.slice(0, -lastPart(path).length).replace(/\/$/, '')
  return (
    <li>
      <Link
        to="/lanes/$lane"
        params={{ lane: id }}
        search={{ tab: 'changes', path }}
        activeOptions={{ exact: true, includeSearch: true }}
        aria-current={isShown ? 'true' : undefined}
        title={path}
        replace
      >
        <span className={styles['sign']} data-unseen={unseen || undefined}>
          {unseen === 0 ? <Check size={13} aria-label={t('review:seen.all')} /> : <i aria-hidden />}
        </span>
        <b>{lastPart(path)}</b>
        <span className="num">
          <span className="well">+{exactCount(added)}</span> <span className="bad">−{exactCount(removed)}</span>
        </span>
        <span className={styles['folder']}>
          {file.reasons[0] !== undefined && <b>{t(`review:reason.${file.reasons[0].kind}`)}</b>}
          {file.folded !== null && t(`review:fold.${file.folded}`)} {folder}
        </span>
        {unseen > 0 && <span className={styles['new']}>{t('review:new', { count: unseen })}</span>}
      </Link>
    </li>
  )
}
