import type { ReactNode } from 'react'
import { bytes } from '../../format/format.js'
import { useWords } from '../../i18n/use-words.js'
import { Moment } from '../../kit/time.js'
import styles from './config.module.css'
import { FileEditor } from './file-editor.js'
import { HiddenText } from './hidden-text.js'
import { FILE_TYPES, type Item, type Place, type ShelfKind } from './kinds.js'

interface ItemPanelProps {
  readonly place: Place
  readonly kind: ShelfKind
  readonly item: Item
  readonly onGone: () => void
}

/** One file: where it is, whether it is used, and its text. */
export function ItemPanel({ place, kind, item, onGone }: ItemPanelProps) {
  const t = useWords()
  const { scope, name, overriddenBy, size, mtime, path } = item
  const facts: ReactNode = (
    <>
      <p className={styles['path']}>{path}</p>
      <p className="faint">
        {bytes(size)} · <Moment at={new Date(mtime).toISOString()} />
        {overriddenBy !== null && ` · ${t('config:wins', { source: t(`config:source.${overriddenBy}`) })}`}
      </p>
    </>
  )
  // The service shows files of the user and of projects whole; of plugins only their beginning.
  if (scope !== 'user' && scope !== 'project') {
    return (
      <>
        <h2>{name}</h2>
        {facts}
        <p className="faint">{t('config:ofPlugin')}</p>
        <pre className={styles['text']}>
          <HiddenText text={item.preview} />
        </pre>
      </>
    )
  }
  const file = {
    scope,
    type: FILE_TYPES[kind],
    name,
    ...(place.project === undefined ? {} : { cwd: place.project }),
  }
  return <FileEditor place={place} file={file} title={name} path={path} facts={facts} onGone={onGone} />
}
