import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { fetchBundle } from '../../../api/call.js'
import { advice } from '../../../api/failure.js'
import { currentToken } from '../../../api/token.js'
import { saveBlob } from '../../../figures/save.js'
import { bytes } from '../../../format/format.js'
import { useWords } from '../../../i18n/use-words.js'

const NAME = 'switchyard-export.json'

/** The way to the bundle. Without a token it is a plain download: the browser writes it to disk as it comes. */
export function Export() {
  const t = useWords()
  return (
    <div className="setting-row">
      <div>
        <b>{t('settings:bundle.export')}</b>
        <p className="faint">{t('settings:bundle.exportSays')}</p>
      </div>
      {currentToken() === null ? (
        <>
          <span />
          <div className="buttons">
            <a className="btn" href="/api/settings/export" download={NAME}>
              {t('settings:bundle.download')}
            </a>
          </div>
        </>
      ) : (
        <ExportWithToken />
      )}
    </div>
  )
}

/** A link would write the token into the browser's list of downloads: the bundle is fetched, and handed over as a file. */
function ExportWithToken() {
  const t = useWords()
  const [read, setRead] = useState(0)
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => fetchBundle(setRead),
    onSuccess: (bundle) => saveBlob(NAME, bundle),
  })
  return (
    <>
      <span role="status" className="num">
        {isPending && t('settings:bundle.soFar', { size: bytes(read) })}
        {error !== null && <span className="bad">{advice(error)}</span>}
      </span>
      <div className="buttons">
        <button type="button" className="btn" disabled={isPending} onClick={() => mutate()}>
          {t('settings:bundle.download')}
        </button>
      </div>
    </>
  )
}
