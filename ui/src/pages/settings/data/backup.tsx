import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { fetchBundle } from '../../../api/call.js'
import { advice } from '../../../api/failure.js'
import { currentToken } from '../../../api/token.js'
import { saveBlob } from '../../../figures/save.js'
import { bytes } from '../../../format/format.js'
import { useWords } from '../../../i18n/use-words.js'
import buttons from '../../../kit/button.module.css'

const NAME = 'switchyard-export.json'

/** Downloads everything as one file. Without a token it is a plain link: the browser writes the file as it arrives. */
export function Backup() {
  const t = useWords()
  if (currentToken() !== null) return <BackupWithToken />
  return (
    <a className={buttons['button']} href="/api/settings/export" download={NAME}>
      <Download size={14} aria-hidden />
      {t('settings:data.backup')}
    </a>
  )
}

/** A link would put the token into the download history of the browser, so the file is fetched and then saved. */
function BackupWithToken() {
  const t = useWords()
  const [read, setRead] = useState(0)
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => fetchBundle(setRead),
    onSuccess: (bundle) => saveBlob(NAME, bundle),
  })
  return (
    <>
      <span role="status" className="num">
        {isPending && t('settings:data.backupSoFar', { size: bytes(read) })}
        {error !== null && <span className="bad">{advice(error)}</span>}
      </span>
      <button type="button" className={buttons['button']} disabled={isPending} onClick={() => mutate()}>
        <Download size={14} aria-hidden />
        {t('settings:data.backup')}
      </button>
    </>
  )
}
