import { X } from 'lucide-react'
import { useState } from 'react'
import { bytes } from '../../format/format.js'
import { useWords } from '../../i18n/use-words.js'
import buttons from '../../kit/button.module.css'
import checks from '../../kit/check.module.css'
import { Dialog, DialogButtons } from '../../kit/dialog.js'
import { ProgressBar } from '../../kit/progress-bar.js'
import styles from './files.module.css'
import type { Conflict, Upload, Uploads } from './use-uploads.js'

/** What is uploaded, and the question about a name that is taken. */
export function UploadPanel({ uploads: { uploads, answer, stop, close } }: { uploads: Uploads }) {
  const t = useWords()
  const asking = uploads.find(({ state }) => state === 'asking')
  const isBusy = uploads.some(({ state }) => state === 'sending' || state === 'waiting' || state === 'asking')
  if (uploads.length === 0) return null
  return (
    <section className={styles['uploads']} aria-label={t('files:uploads.title')}>
      <header>
        <h2>{t('files:uploads.title')}</h2>
        {!isBusy && (
          <button type="button" className={styles['icon']} onClick={close} aria-label={t('files:uploads.close')}>
            <X size={14} aria-hidden />
          </button>
        )}
      </header>
      {uploads.map((upload) => (
        <Row key={upload.id} upload={upload} onStop={() => stop(upload.id)} />
      ))}
      {asking !== undefined && (
        <Question key={asking.id} upload={asking} onAnswer={(how, isForAll) => answer(asking.id, how, isForAll)} />
      )}
    </section>
  )
}

function Row({ upload, onStop }: { upload: Upload; onStop: () => void }) {
  const t = useWords()
  const { name, size, sent, state, error } = upload
  return (
    <div className={styles['upload']}>
      <span title={name}>{name}</span>
      {state === 'sending' ? (
        <button type="button" className={buttons['quiet']} onClick={onStop}>
          {t('files:uploads.stop')}
        </button>
      ) : (
        <span className="faint">
          {state === 'done'
            ? t('files:uploads.done')
            : state === 'skipped'
              ? t('files:uploads.skipped')
              : state === 'failed'
                ? ''
                : t('files:uploads.waiting')}
        </span>
      )}
      {state === 'sending' && (
        <span data-wide>
          <ProgressBar label={name} done={sent} total={size} />
          <span className="faint num">{t('files:uploads.of', { sent: bytes(sent), size: bytes(size) })}</span>
        </span>
      )}
      {state === 'failed' && (
        <span data-wide role="alert" className="bad">
          {t('files:uploads.failed', { reason: error ?? '' })}
        </span>
      )}
    </div>
  )
}

interface QuestionProps {
  readonly upload: Upload
  readonly onAnswer: (how: Conflict, isForAll: boolean) => void
}

/** Asks what happens to a file whose name is taken. */
function Question({ upload, onAnswer }: QuestionProps) {
  const t = useWords()
  const [isForAll, setForAll] = useState(false)
  return (
    <Dialog
      title={t('files:conflict.title', { name: upload.name })}
      size="small"
      hidesClose
      ignoresOutside
      onClose={() => onAnswer('skip', isForAll)}
    >
      <p>{t('files:conflict.says')}</p>
      <label className={checks['check']}>
        <input type="checkbox" checked={isForAll} onChange={({ target }) => setForAll(target.checked)} />
        {t('files:conflict.all')}
      </label>
      <DialogButtons>
        <button type="button" className={buttons['button']} onClick={() => onAnswer('skip', isForAll)}>
          {t('files:conflict.skip')}
        </button>
        <button type="button" className={buttons['button']} onClick={() => onAnswer('replace', isForAll)}>
          {t('files:conflict.replace')}
        </button>
        <button type="button" className={buttons['primary']} onClick={() => onAnswer('keep', isForAll)}>
          {t('files:conflict.keep')}
        </button>
      </DialogButtons>
    </Dialog>
  )
}
