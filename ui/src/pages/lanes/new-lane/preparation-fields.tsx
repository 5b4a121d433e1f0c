import type { RouteAnswer } from '../../../../../src/http/contract/index.js'
import { lastPart } from '../../../format/format.js'
import { useWords } from '../../../i18n/use-words.js'
import check from '../../../kit/check.module.css'
import styles from './dialog.module.css'

/** What happens to a new worktree besides its checkout. */
export interface Preparation {
  readonly fetch: boolean
  /** The digest of the setup script that the user allowed to run. */
  readonly setup: string | null
}

interface PreparationFieldsProps {
  readonly found: RouteAnswer<'GET /api/lanes/preparation'> | undefined
  /** The branch that the new one starts from, where it is known. */
  readonly base: { readonly name: string; readonly upstream: string | null; readonly behind: number | null } | undefined
  readonly wanted: Preparation
  readonly onChange: (wanted: Preparation) => void
}

/** Copied files that are named. */
const SHOWN = 4

/** What a new worktree gets: the newest commits, files that git ignores, and a setup. */
export function PreparationFields({ found, base, wanted, onChange }: PreparationFieldsProps) {
  const t = useWords()
  const { upstream = null, behind = null } = base ?? {}
  const setup = found?.setup ?? null
  const copied = found?.copied ?? { count: 0, files: [] }
  const more = copied.count - Math.min(copied.count, SHOWN)
  if (upstream === null && copied.count === 0 && setup === null) return null
  return (
    <div className={styles['preparation']}>
      {upstream !== null && (
        <label className={check['check']}>
          <input
            type="checkbox"
            checked={wanted.fetch}
            onChange={({ target: { checked } }) => onChange({ ...wanted, fetch: checked })}
          />
          <span>
            {t('lanes:new.fetch', { upstream })}
            {(behind ?? 0) > 0 && (
              <span className="faint"> {t('lanes:new.behind', { count: behind ?? 0, base: base?.name ?? '' })}</span>
            )}
          </span>
        </label>
      )}
      {setup !== null && (
        <>
          <label className={check['check']}>
            <input
              type="checkbox"
              checked={wanted.setup === setup.digest}
              onChange={({ target: { checked } }) => onChange({ ...wanted, setup: checked ? setup.digest : null })}
            />
            {t('lanes:new.setup')}
          </label>
          <details>
            <summary>{t('lanes:new.setupShow', { name: lastPart(setup.path) })}</summary>
            <pre tabIndex={0} aria-label={setup.path}>
              {setup.text === '' ? t('lanes:new.setupBinary') : setup.text}
            </pre>
          </details>
        </>
      )}
      {copied.count > 0 && (
        <p className="faint">
          {t('lanes:new.copied')} <span className="mono">{copied.files.slice(0, SHOWN).join(', ')}</span>
          {more > 0 && ` ${t('lanes:new.copiedMore', { count: more })}`}
        </p>
      )}
    </div>
  )
}
