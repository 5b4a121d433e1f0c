import { Download } from 'lucide-react'
import { csvOf } from '../figures/csv.js'
import { dateOf } from '../format/days.js'
import { save } from '../figures/save.js'
import { useWords } from '../i18n/use-words.js'
import buttons from '../kit/button.module.css'
import type { CallFeedState } from './call-feed.js'
import { callSheet } from './call-sheet.js'

/** Saves the calls that are shown as a file. */
export function CallsCsv({ state }: { state: Pick<CallFeedState, 'open' | 'calls'> }) {
  const t = useWords()
  const download = (): void =>
    save(`calls-${dateOf(Date.now())}.csv`, 'text/csv', csvOf(callSheet([...state.open, ...state.calls])))
  return (
    <button type="button" className={buttons['button']} onClick={download}>
      <Download size={13} aria-hidden />
      {t('figure.csv')}
    </button>
  )
}
