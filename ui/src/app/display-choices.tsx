import { chooseLanguage, useLanguageChoice } from '../i18n/choice.js'
import { LANGUAGES, languages } from '../i18n/languages.js'
import { useWords } from '../i18n/use-words.js'
import { SegmentedControl } from '../kit/segmented-control.js'
import { setDisplay, useDisplay } from '../theme/display.js'

/** How the dashboard looks on this device, and what it speaks. */
export function DisplayChoices() {
  const t = useWords()
  const display = useDisplay()
  const language = useLanguageChoice()
  return (
    <>
      <SegmentedControl
        label={t('display.language')}
        name="language"
        value={language}
        options={[
          ['system', t('display.system')],
          ...languages.map((language) => [language, LANGUAGES[language]] as const),
        ]}
        onChange={chooseLanguage}
      />
      <SegmentedControl
        label={t('display.theme')}
        name="theme"
        value={display.theme}
        options={[
          ['system', t('display.system')],
          ['light', t('display.light')],
          ['dark', t('display.dark')],
        ]}
        onChange={(theme) => setDisplay({ theme })}
      />
      <SegmentedControl
        label={t('display.rows')}
        name="density"
        value={display.density}
        options={[
          ['comfortable', t('display.comfortable')],
          ['compact', t('display.compact')],
        ]}
        onChange={(density) => setDisplay({ density })}
      />
      <SegmentedControl
        label={t('display.contrast')}
        name="contrast"
        value={display.contrast}
        options={[
          ['system', t('display.system')],
          ['more', t('display.more')],
        ]}
        onChange={(contrast) => setDisplay({ contrast })}
      />
      <SegmentedControl
        label={t('display.motion')}
        name="motion"
        value={display.motion}
        options={[
          ['system', t('display.system')],
          ['reduced', t('display.none')],
        ]}
        onChange={(motion) => setDisplay({ motion })}
      />
    </>
  )
}
