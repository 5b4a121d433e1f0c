import { DisplayChoices } from '../../../app/display-choices.js'
import { useWords } from '../../../i18n/use-words.js'

/** How the dashboard looks and how it calls, in this browser. */
export function PreferencesSection() {
  const t = useWords()
  return (
    <>
      <section className="setting" aria-labelledby="look-title">
        <h2 id="look-title">{t('settings:display.title')}</h2>
        <p className="says">{t('settings:display.says')}</p>
        <DisplayChoices />
      </section>
    </>
  )
}
