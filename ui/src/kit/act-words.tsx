import { Trans } from '../i18n/trans.js'

interface ActWordsProps {
  readonly act: 'edit' | 'delete' | 'test' | 'sync' | 'log' | 'reset'
  readonly name: string
}

/** The label of a button in a row; screen readers also hear the name of the row. */
export const ActWords = ({ act, name }: ActWordsProps) => (
  <Trans i18nKey={`act.${act}`} values={{ name }} components={{ quiet: <span className="sr-only" /> }} />
)
