import { useState } from 'react'
import { useWords } from '../../i18n/use-words.js'
import { Dialog } from '../../kit/dialog.js'
import { PAGES } from '../../navigation/pages.js'
import { GO, PAGE_LETTERS } from '../use-go-keys.js'
import styles from './help-dialog.module.css'
import { isNamedKey, SHORTCUTS } from './shortcuts.js'

/** The keyboard shortcuts by where they work. */
export default function HelpDialog({ onClose }: { onClose: () => void }) {
  const t = useWords()
  const [text, setText] = useState('')
  const wanted = text.trim().toLowerCase()
  const all = SHORTCUTS.map(([group, shortcuts]) => ({
    title: t(`help:group.${group}`),
    named: shortcuts.map(([keys, does]) => ({
      does: t(`help:does.${does}`),
      keys: keys.map((key) => (isNamedKey(key) ? t(`keys.${key}`) : key)),
    })),
  }))
  const pages = {
    title: t('help:group.pages'),
    named: PAGES.map(([to, name]) => ({ does: t(`pages.${name}`), keys: [GO, PAGE_LETTERS[to]] })),
  }
  const groups = [...all.slice(0, 1), pages, ...all.slice(1)]
    .map(({ title, named }) => ({
      title,
      shortcuts: title.toLowerCase().includes(wanted)
        ? named
        : named.filter(({ does, keys }) => `${does} ${keys.join(' ')}`.toLowerCase().includes(wanted)),
    }))
    .filter(({ shortcuts }) => shortcuts.length > 0)
  return (
    <Dialog
      title={t('help:title')}
      size="large"
      onClose={onClose}
      beside={
        <input
          type="search"
          className={styles['filter']}
          autoFocus
          aria-label={t('help:filter')}
          placeholder={t('select.filter')}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      }
    >
      <div className={styles['groups']}>
        {groups.map(({ title, shortcuts }) => (
          <section key={title} className={styles['group']}>
            <h3>{title}</h3>
            <dl>
              {shortcuts.map(({ does, keys }) => (
                <div key={does}>
                  <dt>{does}</dt>
                  <dd>{keys.map((key) => (key === '…' ? <span key={key}>…</span> : <kbd key={key}>{key}</kbd>))}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
        {groups.length === 0 && <p className={styles['none']}>{t('select.noMatch')}</p>}
      </div>
    </Dialog>
  )
}
