import { Trans } from '../i18n/trans.js'

interface ActWordsProps {
  readonly act: 'edit' | 'delete' | 'test' | 'sync' | 'log'
  readonly name: string
}

/** What a button does; and to what, for those who only hear it: beside others it stands in the row of what it is for. */
export const ActWords = ({ act, name }: ActWordsProps) => (
  <Trans i18nKey={`act.${act}`} values={{ name }} components={{ quiet: <span className="sr-only" /> }} />
)
