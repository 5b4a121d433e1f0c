import type { RouteAnswer } from '../../../../../src/http/contract/index.js'
import { useWords } from '../../../i18n/use-words.js'
import { SegmentedControl } from '../../../kit/segmented-control.js'
import styles from './dialog.module.css'
import { PathField } from './path-field.js'

/** The branch of a new lane. */
export interface BranchChoice {
  /** What a new branch starts from; empty for the default. */
  readonly base: string
  /** The branch that the lane works on; null for a new one. */
  readonly existing: string | null
}

interface BranchFieldsProps {
  readonly repository: RouteAnswer<'GET /api/lanes/branches'> | undefined
  readonly choice: BranchChoice
  readonly onChange: (choice: BranchChoice) => void
}

const optionOf = ({ name, sha }: { readonly name: string; readonly sha: string }) => ({
  value: name,
  label: name,
  note: sha.slice(0, 7),
})

/** Chooses a new branch and what it starts from, or one that exists. */
export function BranchFields({ repository, choice, onChange }: BranchFieldsProps) {
  const t = useWords()
  const { base, existing } = choice
  const branches = repository?.branches ?? []
  return (
    <>
      <div className={styles['choice']}>
        <SegmentedControl<'new' | 'existing'>
          label={t('lanes:new.branch')}
          name="branch-kind"
          value={existing === null ? 'new' : 'existing'}
          options={[
            ['new', t('lanes:new.newBranch')],
            ['existing', t('lanes:new.existingBranch')],
          ]}
          onChange={(kind) => onChange({ base, existing: kind === 'new' ? null : '' })}
        />
      </div>
      {existing === null ? (
        <PathField
          key="base"
          name="base"
          label={t('lanes:new.base')}
          value={base}
          placeholder={repository?.current ?? t('lanes:new.baseDefault')}
          options={branches.map(optionOf)}
          onChange={(next) => onChange({ base: next, existing })}
        />
      ) : (
        <div>
          <PathField
            key="existing"
            name="existingBranch"
            label={t('lanes:new.branchName')}
            value={existing}
            options={branches.filter(({ worktree }) => worktree === null).map(optionOf)}
            onChange={(next) => onChange({ base, existing: next })}
          />
          <p className="faint">{t('lanes:new.branchStays')}</p>
        </div>
      )}
    </>
  )
}
